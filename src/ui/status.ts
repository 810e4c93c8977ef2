/** The status key. Other packages use `cache-stats` and `pi-cache-stats`. */
export const STATUS_KEY = "cache-hit-rate";

/** The part of Pi's UI that a status needs. */
export interface StatusUi {
  setStatus(key: string, text: string | undefined): void;
}

/** One short status text in whatever footer shows statuses. It is pushed only when it differs from the last one pushed. */
export class StatusLine {
  #shown: string | undefined;

  show(ui: StatusUi, text: string): void {
    if (text === this.#shown) return;
    this.#shown = text;
    ui.setStatus(STATUS_KEY, text);
  }

  /** Takes our text away, if there is one. */
  clear(ui: StatusUi): void {
    if (this.#shown === undefined) return;
    this.#shown = undefined;
    ui.setStatus(STATUS_KEY, undefined);
  }

  /** Forgets what was shown, without touching the screen: the session is gone. */
  forget(): void {
    this.#shown = undefined;
  }
}
