/** What the panel can show, in the order of their keys 1 to 4. */
export const VIEWS = ["turns", "models", "causes", "cumulative"] as const;
export type View = (typeof VIEWS)[number];
