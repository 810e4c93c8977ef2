/** How many times longer than usual a test waits before it gives up, for machines that are slow or busy. */
const PATIENCE = Number(process.env.PI_CACHE_STATS_TEST_PATIENCE ?? "") || 1;

/** A time to wait for something, in milliseconds, on this machine. */
export function patient(ms: number): number {
  return ms * PATIENCE;
}
