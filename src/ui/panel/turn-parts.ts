import type { ListedTurn } from "../../usage/turn-list.ts";
import type { PromptParts } from "./parts.ts";

/** What the prompt of a turn was made of; nothing without usage. */
export function partsOf({ turn }: ListedTurn): PromptParts {
  const { usage } = turn.row;
  return { read: usage?.cacheRead ?? 0, written: usage?.cacheWrite ?? 0, fresh: usage?.input ?? 0 };
}
