import { appendFileSync } from "node:fs";

/** Middle value; of an even count the lower of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** Microseconds of one call, as the median over `rounds` rounds of `calls` calls each: short calls need company. */
export function microseconds(calls: number, rounds: number, call: () => void): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) call();
    times.push(Number(process.hrtime.bigint() - start) / 1_000 / calls);
  }
  return median(times);
}

/** One figure of a benchmark. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
}

/**
 * Collects checks and prints them; the process ends with 1 when one failed. Where `BENCH_FIGURES` names a file, each is added to it as a
 * line of JSON.
 */
export class Limits {
  #failed = 0;

  check(what: string, value: number, limit: number, unit: string): void {
    const ok = value <= limit;
    if (!ok) this.#failed += 1;
    const { BENCH_FIGURES: path } = process.env;
    const figure: Figure = { what, value, limit, unit };
    if (path !== undefined) appendFileSync(path, `${JSON.stringify(figure)}\n`);
    console.log(`${ok ? "ok  " : "FAIL"} ${what}: ${format(value)} ${unit} (limit ${format(limit)} ${unit})`);
  }

  finish(): void {
    console.log(this.#failed === 0 ? "all within limits" : `${this.#failed} over the limit`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}

/** A figure with three digits, more where it is larger. */
function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
