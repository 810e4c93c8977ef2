import type { Component, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import type { Host } from "../../host.ts";
import type { Monitor } from "../../monitor.ts";
import { type Drawn, drawPanel } from "./draw.ts";
import { type Action, actionOf, type ListKeys } from "./keys.ts";
import { keepSelected, navigate, pointAt } from "./navigate.ts";
import { rowsOf, type Style } from "./panel-body.ts";
import { PanelContent } from "./panel-content.ts";
import { type Extent, type PanelState, START } from "./panel-state.ts";

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
const SHOWN_EVERY_MS = 500;

/**
 * The interactive panel as a full-screen component. It is live: every frame takes in what came since the last, which is
 * constant work while nothing did.
 */
export class Panel implements Component {
  /** In Pi's fullscreen mode the keys that scroll the transcript scroll the panel. */
  readonly capturesViewportInput = true;
  /**
   * Set by Pi. Something else has the keyboard while it is false, such as a question of another extension: the panel must not
   * hide it.
   */
  focused = true;
  readonly #parts: PanelParts;
  readonly #content: PanelContent;
  #state: PanelState = START;
  #drawn: Drawn | null = null;
  /** Where list and chart began when they were last drawn: only what must move does. */
  #origin: Pick<Drawn, "from" | "chartFrom"> | null = null;
  /** The turn that was selected when it was last drawn; null for the newest. */
  #selectedEntry: string | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** When the last frame was done: of a long session each costs Pi more than a piece of work. */
  #shownAt = 0;
  #isDisposed = false;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    this.#content = new PanelContent(parts.monitor, parts.host);
  }

  render(width: number): readonly string[] {
    // Without lines Pi keeps the panel's place and gives it the keyboard back afterwards.
    if (!this.focused) return [];
    const height = Math.max(1, this.#parts.rows());
    try {
      if (!this.#isDisposed) {
        const changed = this.#content.update();
        if (changed) this.#state = keepSelected(this.#state, this.#selectedEntry, this.#content);
        if (changed || this.#drawn === null || this.#drawn.width !== width || this.#drawn.lines.length !== height) {
          this.#drawn = drawPanel(this.#state, this.#content, width, height, this.#parts, this.#origin);
          this.#origin = this.#drawn;
        }
        this.#shownAt = performance.now();
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
    const next = navigate(this.#state, action, this.#content, this.#extent());
    if (next === null) this.#parts.onLeave();
    else this.#show(next);
  }

  /** The wheel moves, a click selects a row or a turn of the chart, a second one opens it. */
  #point({ type, wheelDelta = 0, button, x, y, clickCount = 1 }: TuiMouseEvent): boolean {
    if (type === "wheel" && wheelDelta !== 0) {
      this.#act({ kind: "move", by: "row", direction: wheelDelta < 0 ? -1 : 1 });
      return true;
    }
    if ((type !== "click" && type !== "press") || button !== "left") return false;
    const index = this.#drawn?.at(x, y) ?? null;
    if (index === null) return false;
    // A press is taken, so that Pi counts clicks here and selects no text.
    if (type === "click" && clickCount > 1) this.#act({ kind: "open" });
    else if (type === "click") this.#show(pointAt(this.#state, index, this.#extent().turns));
    return true;
  }

  #extent(): Extent {
    const { page = 1, overflow = 0 } = this.#drawn ?? {};
    const turns = this.#content.list(this.#state.range).turns.length;
    return { turns, rows: rowsOf(this.#state, this.#content), page, overflow };
  }

  #show(state: PanelState): void {
    // Another list begins somewhere else.
    if (state.view !== this.#state.view || state.range !== this.#state.range) this.#origin = null;
    this.#state = state;
    this.#selectedEntry =
      state.turn === null ? null : (this.#content.list(state.range).turns[state.turn]?.entryId ?? null);
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
        if (!this.#content.isJudged && start - this.#shownAt < SHOWN_EVERY_MS) return;
        this.#content.forgetSums();
        this.#drawn = null;
        this.#parts.requestRender();
      });
    }, 0);
  }
}
