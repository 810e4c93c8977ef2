import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Host } from "./host.ts";
import type { Monitor } from "./monitor.ts";
import { createFooter } from "./ui/footer/footer.ts";
import { FooterReader } from "./ui/footer/reader.ts";
import { FooterSlot } from "./ui/footer/slot.ts";
import { glyphs } from "./ui/glyphs.ts";
import { paint } from "./ui/paint.ts";
import type { PanelFactory, PanelSlot } from "./ui/panel-slot.ts";
import { StatusLine } from "./ui/status.ts";
import { statusText } from "./ui/status-text.ts";

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

  /** A session is there to be shown. */
  open(ui: ExtensionContext["ui"], host: Host): void {
    this.#ui = ui;
    this.#host = host;
    // Pi clears statuses with the session before, also where it announces no shutdown.
    this.#status.forget();
    this.apply();
  }

  /** Shows or takes away, as configuration, mode and switches say. */
  apply(): void {
    const ui = this.#ui;
    const host = this.#host;
    if (ui === null || host === null) return;
    const { footer } = this.#monitor.config;
    this.#wantsFooter = this.#monitor.enabled && footer === "full" && host.mode === "tui";
    if (this.#wantsFooter) this.#showFooter(ui, host);
    else this.#slot.hide(ui);
    if (this.#monitor.enabled && footer === "status") this.refresh();
    else this.#status.clear(ui);
  }

  /** Something measured has changed: asks for a frame, pushes the status if its text changed. */
  refresh(): void {
    this.#slot.requestRender();
    this.#panel?.requestRender();
    const { config, enabled, scan, session } = this.#monitor;
    if (!enabled || this.#ui === null || this.#host === null) return;
    // Where Pi does not count entries, those of a branch that is left again before the next command would go unseen.
    if (config.footer === "status" || this.#host.entryCount() === null) scan.update(this.#host);
    if (config.footer !== "status") return;
    this.#status.show(this.#ui, statusText(scan, config.language, session.latestBreak()));
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
    const { config } = this.#monitor;
    this.#slot.show(ui, (screen, theme, data: Parameters<FooterFactory>[2], onDispose) => {
      const reader = new FooterReader(host, this.#monitor, data, () => performance.now());
      const unsubscribe = data.onBranchChange(() => screen.requestRender());
      return createFooter({
        read: () => (this.#host === host ? reader.read() : null),
        paint: paint(theme, config.color),
        glyphs: glyphs(config.ascii),
        onFault: () => this.#monitor.countInternalError(),
        onDispose: () => {
          unsubscribe();
          onDispose();
        },
      });
    });
  }
}

type FooterFactory = NonNullable<Parameters<ExtensionContext["ui"]["setFooter"]>[0]>;
