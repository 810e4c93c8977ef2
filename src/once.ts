/**
 * Imports when first asked, and once: a second import that comes while the first is under way can get a module that is
 * only half there from Pi's TypeScript loader.
 */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
