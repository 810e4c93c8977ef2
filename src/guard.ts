/**
 * Wraps a handler so that nothing it does can reach Pi: a fault is counted and swallowed, and no value is ever returned,
 * since several of Pi's events take a returned value as a change. A handler may be asynchronous; Pi then waits for it.
 */
export function guard<A extends readonly unknown[]>(
  handler: (...args: A) => void | Promise<void>,
  onFault: () => void,
): (...args: A) => void | Promise<void> {
  return (...args) => {
    try {
      const result = handler(...args);
      // The text of a fault is dropped: it may quote a prompt.
      if (result instanceof Promise) {
        return result.then(
          () => undefined,
          () => onFault(),
        );
      }
    } catch {
      onFault();
    }
    return undefined;
  };
}
