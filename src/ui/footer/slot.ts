import type { FooterComponent } from "./footer.ts";

/** The part of Pi's `tui` that a footer needs. */
export interface Screen {
  requestRender(): void;
}

/** Pi's one footer slot: the last caller of `setFooter` has it. */
export interface FooterUi<Theme, Data> {
  setFooter(factory: ((screen: Screen, theme: Theme, data: Data) => FooterComponent) | undefined): void;
}

/**
 * Holds the footer slot while it is ours. Pi disposes a footer when another takes the slot, so that is how we know; a
 * footer that we did not set is never cleared.
 */
export class FooterSlot {
  #owner: symbol | null = null;
  #screen: Screen | null = null;

  get held(): boolean {
    return this.#owner !== null;
  }

  /** Takes the slot. `create` gets a callback to run on disposal. */
  show<Theme, Data>(
    ui: FooterUi<Theme, Data>,
    create: (screen: Screen, theme: Theme, data: Data, onDispose: () => void) => FooterComponent,
  ): void {
    const owner = Symbol("footer");
    ui.setFooter((screen, theme, data) => {
      this.#owner = owner;
      this.#screen = screen;
      return create(screen, theme, data, () => {
        // A late disposal of an earlier footer must not give up the slot of the present one.
        if (this.#owner === owner) this.release();
      });
    });
  }

  /** Gives Pi its own footer back, if the slot is still ours. */
  hide<Theme, Data>(ui: FooterUi<Theme, Data>): void {
    if (this.held) ui.setFooter(undefined);
    this.release();
  }

  /** Forgets the slot without touching the screen. */
  release(): void {
    this.#owner = null;
    this.#screen = null;
  }

  /** Asks Pi for a frame. Plain: a forced one would erase the user's scrollback. */
  requestRender(): void {
    this.#screen?.requestRender();
  }
}
