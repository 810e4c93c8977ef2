import type { Component, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import type { Host } from "../../host.ts";
import type { Monitor } from "../../monitor.ts";
import { type Drawn, drawPanel } from "./draw.ts";
import { type Action, actionOf, type ListKeys } from "./keys.ts";
import { rowsOf, type Style } from "./panel-body.ts";
import { PanelContent } from "./panel-content.ts";
import { type Extent, listsTurns, move, type PanelState, START, select, selectedTurn } from "./panel-state.ts";

/** What a panel is made of. */
export interface PanelParts {
  readonly monitor: Monitor;
  readonly host: Host;
  readonly style: Style;
  readonly keys: ListKeys;
  /** Rows of the terminal now. */
  readonly rows: () => number;
  readonly requestRender: () => void;
  /** The user leaves. */
  readonly onLeave: () => void;
  /** Something failed; the last good screen stays. */
  readonly onFault: () => void;
  /** Pi took the panel away, or the user left: nothing of the session may be touched again. */
  readonly onDispose: () => void;
}

/** Verdicts of a long session are made in pieces of so many milliseconds, and shown this often meanwhile. */
const SLICE_MS = 6;
const SHOWN_EVERY_MS = 100;

/**
 * The interactive panel as a full-screen component. It is live: every frame takes in what came since the last, which is
 * constant work while nothing did.
 */
export class Panel implements Component {
  /** In Pi's fullscreen mode the keys that scroll the transcript scroll the panel. */
  readonly capturesViewportInput = true;
  readonly #parts: PanelParts;
  readonly #content: PanelContent;
  #state: PanelState = START;
  #drawn: Drawn | null = null;
  #timer: NodeJS.Timeout | null = null;
  #judgedShown = 0;
  #isDisposed = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#content = new PanelContent(parts.monitor, parts.host);
  }

  render(width: number): readonly string[] {
    const height = Math.max(1, this.#parts.rows());
    try {
      if (!this.#isDisposed) {
        const changed = this.#content.update();
        if (changed || this.#drawn === null || this.#drawn.width !== width || this.#drawn.lines.length !== height) {
          this.#drawn = drawPanel(this.#state, this.#content, width, height, this.#parts);
        }
        this.#judgeOn();
      }
    } catch {
      this.#parts.onFault();
    }
    // Lines of another width could be too wide, and a line that is too wide ends Pi.
    return this.#drawn?.width === width ? this.#drawn.lines : [];
  }

  handleInput(data: string): void {
    this.#guarded(() => {
      const action = actionOf(data, this.#parts.keys);
      if (action !== null) this.#act(action);
    });
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    let handled = false;
    this.#guarded(() => {
      handled = this.#point(event);
    });
    return handled ? { handled } : undefined;
  }

  invalidate(): void {
    this.#drawn = null;
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#parts.onDispose();
  }

  #guarded(work: () => void): void {
    if (this.#isDisposed) return;
    try {
      work();
    } catch {
      this.#parts.onFault();
    }
  }

  #act(action: Action): void {
    const { range, view, isOpen } = this.#state;
    const count = this.#content.list(range).turns.length;
    this.#state = { ...this.#state, noMoreBreaks: false };
    if (action.kind === "leave" || (action.kind === "close" && !isOpen)) {
      this.#parts.onLeave();
    } else if (action.kind === "close") {
      // Where the turn was the newest it is so again, and follows those to come.
      this.#show(select({ ...this.#state, isOpen: false }, selectedTurn(this.#state, count), count));
    } else if (action.kind === "open") {
      if (isOpen) this.#act({ kind: "close" });
      else if (count > 0) this.#open(count);
    } else if (action.kind === "break") {
      const at = this.#content.nextBreak(range, selectedTurn(this.#state, count), action.direction);
      if (at === null) this.#show({ ...this.#state, noMoreBreaks: true });
      else this.#show({ ...this.#state, view: listsTurns({ view }) ? view : "turns", turn: at, scroll: 0 });
    } else if (action.kind === "range") {
      this.#changeRange(count);
    } else {
      this.#show(move(this.#state, action, this.#extent(count)));
    }
  }

  #open(count: number): void {
    const { view, range, row } = this.#state;
    if (listsTurns({ view })) {
      // Pinned: a turn that comes while one is read must not take its place.
      this.#show({ ...this.#state, turn: selectedTurn(this.#state, count), isOpen: true, scroll: 0 });
      return;
    }
    const rows = view === "models" ? this.#content.models(range) : this.#content.causes(range);
    const newest = rows[row]?.newest;
    if (newest === undefined) return;
    this.#show({ ...this.#state, view: "turns", turn: newest, isOpen: view === "causes", scroll: 0 });
  }

  /** The same turn stays selected where the other range has it. */
  #changeRange(count: number): void {
    const from = this.#state.range;
    const range = from === "branch" ? "file" : "branch";
    const { entryId } = this.#content.list(from).turns[selectedTurn(this.#state, count)] ?? { entryId: null };
    const { turns } = this.#content.list(range);
    const at = entryId === null ? -1 : turns.findIndex((turn) => turn.entryId === entryId);
    this.#show(select({ ...this.#state, range, row: 0 }, at < 0 ? turns.length : at, turns.length));
  }

  /** The wheel moves, a click selects a row or a turn of the chart, a second one opens it. */
  #point({ type, wheelDelta = 0, button, x, y, clickCount = 1 }: TuiMouseEvent): boolean {
    const count = this.#content.list(this.#state.range).turns.length;
    if (type === "wheel" && wheelDelta !== 0) {
      const action = { kind: "move", by: "row", direction: wheelDelta < 0 ? -1 : 1 } as const;
      this.#show(move(this.#state, action, this.#extent(count)));
      return true;
    }
    if (type !== "click" || button !== "left" || this.#drawn === null) return false;
    const target = this.#drawn.at(x, y);
    if (target === null) return false;
    if (clickCount > 1) this.#open(count);
    else if (target.kind === "turn") this.#show(select(this.#state, target.index, count));
    else this.#show({ ...this.#state, row: target.index });
    return true;
  }

  #extent(turns: number): Extent {
    const { page = 1, overflow = 0 } = this.#drawn ?? {};
    return { turns, rows: rowsOf(this.#state, this.#content), page, overflow };
  }

  #show(state: PanelState): void {
    this.#state = state;
    this.#drawn = null;
    this.#parts.requestRender();
  }

  /** Verdicts that are not known yet are made between frames, so that keys never wait for them. */
  #judgeOn(): void {
    if (this.#content.isJudged || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#guarded(() => {
        const start = performance.now();
        this.#content.judgeOlder(() => performance.now() - start >= SLICE_MS);
        this.#judgeOn();
        if (!this.#content.isJudged && start - this.#judgedShown < SHOWN_EVERY_MS) return;
        this.#judgedShown = start;
        this.#content.forgetSums();
        this.#drawn = null;
        this.#parts.requestRender();
      });
    }, 0);
  }
}
