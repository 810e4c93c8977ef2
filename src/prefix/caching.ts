import { nodeOf } from "./section-change.ts";
import { itemCount, itemPath, type Marker, type SectionRecord, type Snapshot } from "./snapshot.ts";
import type { Node } from "./tape.ts";

/**
 * Which of its model's lifetimes a request asks for. Pi's long retention is a marker with a lifetime of its own (Anthropic:
 * `ttl: "1h"`) or a retention parameter (OpenAI: `24h`, or `prompt_cache_options.ttl`; pi-messages: `long`); without either
 * it is the short one.
 */
export function retentionAsked(snapshot: Snapshot): "short" | "long" {
  if (snapshot.markers.some(({ ttl }) => ttl !== null && ttl !== "5m")) return "long";
  const params = snapshot.sections.params;
  if (params === undefined) return "short";
  const asked = Array.from({ length: itemCount(params) }, (_, item) => item).some((item) => {
    const path = itemPath(params, item);
    if (path === "prompt_cache_retention") return leafOf(nodeOf(params, item)) === "24h";
    if (path === "options.cacheRetention") return leafOf(nodeOf(params, item)) === "long";
    return path === "prompt_cache_options.ttl" && leafOf(nodeOf(params, item)) !== null;
  });
  return asked ? "long" : "short";
}

/**
 * Content blocks between the last marker in the history of `old` and the nearest marker at or behind that place in `now`,
 * which must continue `old`. Null where either has none. A provider looks back from a marker over a limited number of blocks.
 */
export function blocksSinceMarker(old: Snapshot, now: Snapshot): number | null {
  const history = now.sections.history;
  const from = old.markers.findLast(({ section }) => section === "history");
  if (history === undefined || from === undefined || history.unreadCount !== null) return null;
  const to = now.markers.find((marker) => marker.section === "history" && isAtOrBehind(marker, from));
  if (to === undefined) return null;
  if (to.index === from.index) return (to.block ?? 0) - (from.block ?? 0);
  let blocks = blocksIn(history, from.index) - 1 - (from.block ?? 0) + (to.block ?? 0) + 1;
  for (let index = from.index + 1; index < to.index; index++) blocks += blocksIn(history, index);
  return blocks;
}

function isAtOrBehind(marker: Marker, from: Marker): boolean {
  return marker.index > from.index || (marker.index === from.index && (marker.block ?? 0) >= (from.block ?? 0));
}

/** Blocks of the item with this index in the payload's list. A string is one block, and so is an item without content. */
function blocksIn(history: SectionRecord, index: number): number {
  const content = fieldOf(nodeOf(history, index - history.first), "content");
  return content?.kind === "array" ? Math.max(1, content.items.length) : 1;
}

function fieldOf(node: Node, key: string): Node | null {
  return node.kind === "object" ? (node.fields.find(([name]) => name === key)?.[1] ?? null) : null;
}

function leafOf(node: Node): unknown {
  return node.kind === "leaf" ? node.value : null;
}
