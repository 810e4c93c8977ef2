import type { Instrument, Measurement } from "./instruments.ts";

/** What Pi's thread and the thread of the SDK tell each other. Structured clones: data only. */
export type ToThread =
  | { readonly kind: "record"; readonly measurements: readonly Measurement[] }
  /** Export soon; nobody waits. */
  | { readonly kind: "flush" }
  /** Export for the last time, within so many milliseconds, and say `finished`. */
  | { readonly kind: "finish"; readonly withinMs: number };

export type FromThread =
  /** The SDK is loaded. */
  | { readonly kind: "ready" }
  /** An export begins, and has ended. `ok`: the collector took it. */
  | { readonly kind: "sending" }
  | { readonly kind: "sent"; readonly ok: boolean }
  | { readonly kind: "finished" };

/** What the thread starts with. */
export interface ThreadData {
  readonly intervalMs: number;
  readonly instruments: Readonly<Record<string, Instrument>>;
  readonly scope: { readonly name: string; readonly version: string };
  readonly resource: Readonly<Record<string, string>>;
}
