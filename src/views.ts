import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import type { Monitor } from "./monitor.ts";
import { once } from "./once.ts";
import { FooterSlot } from "./ui/footer/slot.ts";
import type { PanelFactory, PanelSlot } from "./ui/panel-slot.ts";
import { StatusLine } from "./ui/status.ts";

/** What draws; null before it is loaded. Start-up does not pay for it, nor does a mode in which nothing is shown. */
let drawing: typeof import("./ui/drawing.ts") | null = null;

/** Loads what draws on the screen. */
export const loadDrawing = once(async () => {
  drawing = await import("./ui/drawing.ts");
});

/** The views that live on the screen: the footer or the status line, as configured and switched. */
export class Views {
  readonly #monitor: Monitor;
  readonly #slot = new FooterSlot();
  readonly #status = new StatusLine();
  /** Null until the first panel is asked for: start-up does not pay for it. */
  #panel: PanelSlot | null = null;
  #ui: ExtensionContext["ui"] | null = null;
  #host: Host | null = null;
  #wantsFooter = false;

  constructor(monitor: Monitor) {
    this.#monitor = monitor;
  }

  /** Whether we had the footer and another extension has taken it. */
  get footerTaken(): boolean {
    return this.#wantsFooter && !this.#slot.held;
  }

  /** A session is there to be shown. A promise where what draws is loaded first. */
  open(ui: ExtensionContext["ui"], host: Host): Promise<void> | undefined {
    this.#ui = ui;
    this.#host = host;
    // Pi clears statuses with the session before, also where it announces no shutdown.
    this.#status.forget();
    return this.apply();
  }

  /** Shows or takes away, as configuration, mode and switches say. A promise where what draws is loaded first. */
  apply(): Promise<void> | undefined {
    const ui = this.#ui;
    const host = this.#host;
    if (ui === null || host === null) return undefined;
    const { config, enabled } = this.#monitor;
    const wantsFooter = enabled && config.footer === "full" && host.mode === "tui";
    const wantsStatus = enabled && config.footer === "status";
    if ((wantsFooter || wantsStatus) && drawing === null) return this.#load();
    this.#wantsFooter = wantsFooter;
    if (wantsFooter) this.#showFooter(ui, host);
    else this.#slot.hide(ui);
    if (wantsStatus) this.refresh();
    else this.#status.clear(ui);
    return undefined;
  }

  /** Meanwhile the footer may be switched off, and then none is shown; a session that came meanwhile shows its own. */
  async #load(): Promise<void> {
    const host = this.#host;
    try {
      await loadDrawing();
      if (this.#host === host) await this.apply();
    } catch {
      this.#monitor.countInternalError();
    }
  }

  /** Something measured has changed: asks for a frame, pushes the status if its text changed. */
  refresh(): void {
    this.#slot.requestRender();
    this.#panel?.requestRender();
    const { config, enabled, scan, session } = this.#monitor;
    if (!enabled || this.#ui === null || this.#host === null) return;
    // Where Pi does not count entries, those of a branch that is left again before the next command would go unseen.
    if (config.footer === "status" || this.#host.entryCount() === null) scan.update(this.#host);
    if (config.footer !== "status" || drawing === null) return;
    this.#status.show(this.#ui, drawing.statusText(scan, config.language, session.latestBreak()));
  }

  /** Opens the panel on the whole screen, in a slot that `makeSlot` gives once; says why where it cannot be. */
  showPanel(
    create: PanelFactory,
    makeSlot: () => PanelSlot,
  ): "shown" | "already-open" | "no-terminal" | "not-supported" {
    if (this.#ui === null || this.#host?.mode !== "tui") return "no-terminal";
    this.#panel ??= makeSlot();
    if (this.#panel.isOpen) return "already-open";
    return this.#panel.show(this.#ui, create) ? "shown" : "not-supported";
  }

  /** The session is gone: nothing of it may be touched again. */
  close(): void {
    this.#ui = null;
    this.#host = null;
    this.#wantsFooter = false;
    this.#panel?.close();
    this.#slot.release();
    this.#status.forget();
  }

  #showFooter(ui: ExtensionContext["ui"], host: Host): void {
    const footer = drawing?.sessionFooter;
    if (footer === undefined) return;
    const monitor = this.#monitor;
    this.#slot.show(ui, (screen, theme, data: Parameters<FooterFactory>[2], onDispose) =>
      footer({
        ...{ monitor, host, theme, data, onDispose },
        requestRender: () => screen.requestRender(),
        isCurrent: () => this.#host === host,
      }),
    );
  }
}

type FooterFactory = NonNullable<Parameters<ExtensionContext["ui"]["setFooter"]>[0]>;
