import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import { entryId, readEntry } from "../usage/entry.ts";
import type { Turn } from "../usage/turn.ts";
import { promptTokens, type Usage } from "../usage/usage.ts";
import { unmeasured } from "../verdict/judge.ts";
import type { Measurement } from "./instruments.ts";
import { rateMeasurements, requestMeasurements, verdictMeasurements } from "./turn-measurements.ts";

/** Turns that may wait for their model to report its cache; beyond that the oldest are given up. */
export const HELD_TURNS = 2_000;

interface HeldTurn {
  readonly id: string | null;
  readonly turn: Turn;
  readonly usage: Usage;
}

/**
 * Turns the entries of one session into measurements, each entry once. A turn of a model that has not yet shown cache activity
 * has no rate and no verdict: it waits, and counts when the model does show some. Its tokens and dollars count at once.
 */
export class SessionMeter {
  readonly #monitor: Monitor;
  readonly #host: Host;
  #held: HeldTurn[] = [];

  constructor(monitor: Monitor, host: Host) {
    this.#monitor = monitor;
    this.#host = host;
  }

  /** The entries from one index up to another, in the order of the file. */
  measure(from: number, to: number): readonly Measurement[] {
    const { scan, price } = this.#monitor;
    scan.update(this.#host);
    const measurements: Measurement[] = [];
    for (const entry of this.#host.entries().slice(from, to)) {
      const fact = readEntry(entry, price);
      if (fact?.kind === "refresh" && fact.warms !== null) {
        measurements.push(...requestMeasurements(fact.warms, fact.row, "refresh"));
      } else if (fact?.kind === "turn") {
        measurements.push(...requestMeasurements(fact.turn, fact.turn.row, "turn"), ...this.#judged(entry, fact.turn));
      }
    }
    return [...measurements, ...this.#release()];
  }

  #judged(entry: unknown, turn: Turn): readonly Measurement[] {
    const id = entryId(entry);
    const { usage } = turn.row;
    if (usage === null || promptTokens(usage) === 0) return this.#verdict(id, turn);
    this.#held.push({ id, turn, usage });
    if (this.#held.length > HELD_TURNS) this.#held.shift();
    return [];
  }

  /** Those whose model is known by now to report its cache. */
  #release(): readonly Measurement[] {
    const { ledger } = this.#monitor.scan.file;
    const ready = this.#held.filter(({ turn }) => ledger.isReporting(turn));
    if (ready.length === 0) return [];
    this.#held = this.#held.filter(({ turn }) => !ledger.isReporting(turn));
    return ready.flatMap(({ id, turn, usage }) => [...rateMeasurements(turn, usage), ...this.#verdict(id, turn)]);
  }

  #verdict(id: string | null, turn: Turn): readonly Measurement[] {
    const verdict = id === null ? undefined : this.#monitor.session.verdicts?.of(id);
    return verdictMeasurements(turn, verdict ?? unmeasured());
  }
}
