/**
 * Wraps a handler so that nothing it does can reach Pi: a fault is counted and swallowed, and no value is ever returned,
 * since several of Pi's events take a returned value as a change.
 */
export function guard<A extends readonly unknown[]>(
  handler: (...args: A) => void,
  onFault: () => void,
): (...args: A) => void {
  return (...args) => {
    try {
      handler(...args);
    } catch {
      // The text of the fault is dropped: it may quote a prompt.
      onFault();
    }
  };
}
