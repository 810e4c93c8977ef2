import type { Sample } from "./soak.ts";

type Counts = Readonly<Record<string, number>>;

/** Bytes by which the heap in empty sessions grew from the second quarter of the samples to the last, by their medians. */
export function growth(samples: readonly Sample[]): number {
  const [, second, , last] = quarters(samples);
  return median(last) - median(second);
}

/**
 * Timers, sockets and listeners that are left: of which even the lowest count in the last quarter of the samples is above
 * the highest in the first, so that one that is just busy is none.
 */
export function leftovers(samples: readonly Sample[]): readonly string[] {
  const [first, , , last] = quarters(samples);
  const grown = (kind: string, read: (sample: Sample) => Counts): readonly string[] =>
    [...new Set(last.flatMap((sample) => Object.keys(read(sample))))].flatMap((name) => {
      const then = Math.max(...first.map((sample) => read(sample)[name] ?? 0));
      const now = Math.min(...last.map((sample) => read(sample)[name] ?? 0));
      return now > then ? [`${kind} ${name}: ${then}, later ${now}`] : [];
    });
  return [...grown("resource", ({ probe }) => probe.resources), ...grown("listener", ({ probe }) => probe.listeners)];
}

function quarters(
  samples: readonly Sample[],
): [readonly Sample[], readonly Sample[], readonly Sample[], readonly Sample[]] {
  const size = Math.floor(samples.length / 4);
  if (size === 0) throw new Error(`${samples.length} samples are too few for quarters.`);
  return [samples.slice(0, size), samples.slice(size, 2 * size), samples.slice(2 * size, -size), samples.slice(-size)];
}

function median(samples: readonly Sample[]): number {
  const sizes = samples.map(({ probe }) => probe.heapUsed).sort((a, b) => a - b);
  return sizes[Math.floor((sizes.length - 1) / 2)] ?? Number.NaN;
}
