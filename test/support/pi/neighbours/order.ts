import { EXTENSION } from "../sdk.ts";

/** Where a neighbour stands: Pi loads extensions in the order in which they are given, and asks them in that order. */
export type Order = "before" | "after";

export const ORDERS: readonly Order[] = ["before", "after"];

/** The extensions to load: ours, and a neighbour before or after it. */
export function ordered(neighbour: string, order: Order): readonly string[] {
  return order === "before" ? [neighbour, EXTENSION] : [EXTENSION, neighbour];
}
