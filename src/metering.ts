import type { Host } from "./host.ts";
import type { Monitor } from "./monitor.ts";
import { once } from "./once.ts";
import type { Exporter } from "./otel/exporter.ts";
import type { SessionMeter } from "./otel/session-meter.ts";

/** What metrics are made with. */
export interface MeteringSource {
  readonly monitor: Monitor;
  /** Null between two sessions. */
  readonly host: () => Host | null;
  /** Resolves when turns are judged. */
  readonly judge: () => Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tells the user, once, that no metrics are exported though they are switched on. */
  readonly notify: (text: string) => void;
}

/** The metrics of one open session. */
interface Open {
  readonly host: Host;
  /** Entries before this index are measured, or not to be. */
  seen: number;
  /** Null when there is nothing to export to. */
  readonly parts: Promise<{ readonly exporter: Exporter; readonly meter: SessionMeter } | null>;
  /** What is still being measured. */
  pending: Promise<void>;
}

/**
 * Metrics for a collector, where `PI_CACHE_STATS_OTEL` asks for them; otherwise nothing here does anything. Of a session only
 * what is appended while it is open is measured: what a resumed one holds was measured when it happened.
 */
export class Metering {
  readonly #source: MeteringSource;
  readonly #load = once(async () => ({
    ...(await import("./otel/settings.ts")),
    ...(await import("./otel/exporter.ts")),
    ...(await import("./otel/session-meter.ts")),
  }));
  #open: Open | null = null;
  #told = false;

  constructor(source: MeteringSource) {
    this.#source = source;
  }

  /** A session begins. Loading happens in the background, while the user types. */
  async open(): Promise<void> {
    const host = this.#source.host();
    if (!this.#source.monitor.config.otel || host === null) return;
    // Before Pi 1.6 one instance may see two sessions begin.
    const before = this.close();
    const parts = this.#start(host);
    this.#open = { host, seen: countOf(host), parts, pending: Promise.resolve() };
    await before;
    await parts;
  }

  /**
   * Measures what was appended to the session since the last time; while disabled it is passed over. Which entries that are is
   * decided at once, the rest in the background.
   */
  async measure(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    const from = open.seen;
    open.seen = countOf(open.host);
    const to = open.seen;
    if (to <= from || !this.#source.monitor.enabled) return open.pending;
    open.pending = this.#record(open, from, to, open.pending);
    return open.pending;
  }

  /** Measures and exports soon. */
  async flush(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    await this.measure();
    (await open.parts)?.exporter.flush();
  }

  /** The session ends: the last export, which is waited for a few hundred milliseconds at most. */
  async close(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    const measured = this.measure();
    this.#open = null;
    // What cannot be measured any more must not keep the exporter alive.
    await measured.catch(() => this.#source.monitor.countInternalError());
    await (await open.parts)?.exporter.close();
  }

  async #record(open: Open, from: number, to: number, before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    await this.#source.judge();
    const parts = await open.parts;
    parts?.exporter.record(parts.meter.measure(from, to));
  }

  async #start(host: Host): Promise<Awaited<Open["parts"]>> {
    const { monitor, env } = this.#source;
    const { metrics } = monitor;
    const { readSettings, Exporter, SessionMeter } = await this.#load();
    const { state, intervalMs, invalid } = readSettings(env);
    metrics.state = state;
    metrics.invalid = invalid;
    if (state === "unsupported") await this.#tell();
    if (state !== "exporting") return null;
    const exporter = new Exporter(intervalMs, metrics, () => {
      if (metrics.state === "failed") monitor.countInternalError();
      void this.#tell();
    });
    return { exporter, meter: new SessionMeter(monitor, host) };
  }

  async #tell(): Promise<void> {
    if (this.#told) return;
    this.#told = true;
    const { config, metrics } = this.#source.monitor;
    if (metrics.state === "off" || metrics.state === "exporting") return;
    const { loadWords } = await import("./ui/words/load.ts");
    const words = await loadWords(config.language);
    this.#source.notify(`pi-cache-stats: ${words.metricsState[metrics.state]}`);
  }
}

/** Entries in the session's file. */
function countOf(host: Host): number {
  return host.entryCount() ?? host.entries().length;
}
