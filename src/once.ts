/** The last import that was begun: the next one waits for it. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Imports when first asked, and once; where that failed, again when asked again. One import after another in all of the process:
 * one that comes while another is under way can get modules of it that are only half there from Pi's TypeScript loader, and a
 * file that it shares with the other would keep names that are not there yet. `load` must not wait for another of these.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading === undefined) {
      loading = before.then(load);
      before = loading.catch(() => {
        loading = undefined;
      });
    }
    return loading;
  };
}
