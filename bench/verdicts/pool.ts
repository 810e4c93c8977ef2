/** Runs the jobs, at most so many at once, and resolves with their results in the order of the jobs. */
export async function pool<T>(jobs: readonly (() => Promise<T>)[], atOnce: number): Promise<T[]> {
  const results = new Map<number, T>();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < jobs.length; at = next++) {
      const job = jobs[at];
      if (job !== undefined) results.set(at, await job());
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work));
  return jobs.flatMap((_, at) => (results.has(at) ? [results.get(at)] : [])).filter((result) => result !== undefined);
}
