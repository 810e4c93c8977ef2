import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isFunction } from "../unknown.ts";

type Custom = ExtensionContext["ui"]["custom"];
type Factory = Parameters<Custom>[0];
type Made = Exclude<ReturnType<Factory>, Promise<unknown>>;

/** What a panel gets from Pi. */
export interface PanelSurroundings {
  readonly screen: Parameters<Factory>[0];
  readonly theme: Parameters<Factory>[1];
  readonly keys: Parameters<Factory>[2];
  /** The user leaves. */
  readonly close: () => void;
  /** To be called when Pi disposes the panel. */
  readonly onDispose: () => void;
}
export type PanelFactory = (surroundings: PanelSurroundings) => Made;

/** The whole terminal, whatever its size is or becomes. */
const WHOLE_SCREEN = { width: "100%", maxHeight: "100%", row: 0, col: 0 } as const;

/** The one panel of an instance. Pi may take it away with the session; then nothing of it is touched again. */
export class PanelSlot {
  readonly #onFault: () => void;
  #open: { readonly close: () => void; readonly requestRender: () => void } | null = null;

  constructor(onFault: () => void) {
    this.#onFault = onFault;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Shows what `create` makes until it is left. False on a Pi that has no custom screens. */
  show(ui: Partial<Pick<ExtensionContext["ui"], "custom">>, create: PanelFactory): boolean {
    if (!isFunction(ui.custom)) return false;
    const shown = ui.custom<void>(
      (screen, theme, keys, done) => {
        const close = (): void => done();
        const open = { close, requestRender: () => screen.requestRender() };
        this.#open = open;
        const onDispose = (): void => {
          // A late disposal of an earlier panel must not forget the present one.
          if (this.#open === open) this.#open = null;
        };
        return create({ screen, theme, keys, close, onDispose });
      },
      { overlay: true, overlayOptions: WHOLE_SCREEN },
    );
    // Not awaited: the panel lives beside the run that it shows, and Pi never settles it when the session goes.
    shown.catch(() => {
      this.#open = null;
      this.#onFault();
    });
    return true;
  }

  requestRender(): void {
    this.#open?.requestRender();
  }

  /** Takes the panel away: its session is gone. */
  close(): void {
    const open = this.#open;
    this.#open = null;
    open?.close();
  }
}
