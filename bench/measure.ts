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

/** Collects checks and prints them; the process ends with 1 when one failed. */
export class Limits {
  #failed = 0;

  check(what: string, value: number, limit: number, unit: string): void {
    const ok = value <= limit;
    if (!ok) this.#failed += 1;
    console.log(`${ok ? "ok  " : "FAIL"} ${what}: ${format(value)} ${unit} (limit ${format(limit)} ${unit})`);
  }

  finish(): void {
    console.log(this.#failed === 0 ? "all within limits" : `${this.#failed} over the limit`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
