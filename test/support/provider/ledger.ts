import type { Truth } from "./contract.ts";

/** The finished requests, and those who wait for one. */
export interface Ledger {
  readonly finished: readonly Truth[];
  add(truth: Truth): void;
  /** Resolves at once for a request that is already finished; rejects after so many milliseconds. */
  waitFor(number: number, timeoutMs: number): Promise<Truth>;
  /** Rejects everyone who still waits. */
  close(): void;
}

interface Waiter {
  resolve: (truth: Truth) => void;
  reject: (error: Error) => void;
}

/** An empty ledger. */
export function openLedger(): Ledger {
  const finished: Truth[] = [];
  const waiters = new Map<number, Set<Waiter>>();
  let closed = false;
  return {
    finished,
    add(truth) {
      // Requests may finish in another order than they arrived.
      const later = finished.findIndex((other) => other.number > truth.number);
      finished.splice(later < 0 ? finished.length : later, 0, truth);
      for (const waiter of waiters.get(truth.number) ?? []) waiter.resolve(truth);
      waiters.delete(truth.number);
    },
    waitFor(number, timeoutMs) {
      const known = finished.find((truth) => truth.number === number);
      if (known !== undefined) return Promise.resolve(known);
      if (closed) return Promise.reject(new Error(`The provider was closed before request ${number} finished.`));
      return new Promise((resolve, reject) => {
        const waiting = waiters.get(number) ?? new Set<Waiter>();
        waiters.set(number, waiting);
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(new Error(`Request ${number} did not finish within ${timeoutMs} ms; ${finished.length} have.`));
        }, timeoutMs);
        const waiter: Waiter = {
          resolve(truth) {
            clearTimeout(timer);
            resolve(truth);
          },
          reject(error) {
            clearTimeout(timer);
            reject(error);
          },
        };
        waiting.add(waiter);
      });
    },
    close() {
      closed = true;
      for (const [number, waiting] of waiters) {
        for (const waiter of waiting) {
          waiter.reject(new Error(`The provider was closed before request ${number} finished.`));
        }
      }
      waiters.clear();
    },
  };
}
