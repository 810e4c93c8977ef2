import type { Node } from "./tape.ts";

/** What kind of change a difference is, in the words of the machine contract. */
export type Kind = "added" | "removed" | "reordered" | "key-order" | "representation" | "changed" | "truncated";

/** The first place where two values differ, seen from the values' own root. */
export interface Difference {
  readonly kind: Kind;
  /** JSON path below the root, such as `.parameters.properties.q.description`; empty at the root. */
  readonly path: string;
  /** The two values at that place; null where there is none. */
  readonly before: Node | null;
  readonly after: Node | null;
}

/** The first difference in sending order, or null when the values are the same. */
export function firstDifference(before: Node, after: Node, path = ""): Difference | null {
  if (before.kind === "object" && after.kind === "object") return inObjects(before.fields, after.fields, path);
  if (before.kind === "array" && after.kind === "array") return inLists(before.items, after.items, path);
  if (same(before, after)) return null;
  const kind = isCutShort(before, after) ? "truncated" : "changed";
  return { kind, path, before, after };
}

type Field = readonly [key: string, value: Node];

function inObjects(before: readonly Field[], after: readonly Field[], path: string): Difference | null {
  const old = new Map(before);
  const now = new Map(after);
  let moved: string | null = null;
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [oldKey] = before[at] ?? [];
    const [newKey, newValue] = after[at] ?? [];
    if (newKey !== undefined && newValue !== undefined && !old.has(newKey)) {
      return { kind: "added", path: join(path, newKey), before: null, after: newValue };
    }
    if (oldKey !== undefined && !now.has(oldKey)) {
      return { kind: "removed", path: join(path, oldKey), before: old.get(oldKey) ?? null, after: null };
    }
    if (oldKey !== newKey) moved ??= newKey ?? oldKey ?? null;
    const oldValue = newKey === undefined ? undefined : old.get(newKey);
    const inner = oldValue && newValue ? firstDifference(oldValue, newValue, join(path, newKey ?? "")) : null;
    if (inner !== null) return inner;
  }
  if (moved === null) return null;
  return { kind: "key-order", path: join(path, moved), before: old.get(moved) ?? null, after: now.get(moved) ?? null };
}

/** Lists differ where an element was put in or taken out, or else inside the first element that differs. */
function inLists(before: readonly Node[], after: readonly Node[], path: string): Difference | null {
  const shared = Math.min(before.length, after.length);
  let at = 0;
  while (at < shared && sameAt(before, at, after, at)) at += 1;
  const [old, now] = [before[at], after[at]];
  const here = `${path}[${at}]`;
  if (old === undefined && now === undefined) return null;
  if (old === undefined) return { kind: "added", path: here, before: null, after: now ?? null };
  if (now === undefined) return { kind: "removed", path: here, before: old, after: null };
  if (after.length < before.length && sameAt(before, at + 1, after, at)) {
    return { kind: "removed", path: here, before: old, after: null };
  }
  if (after.length > before.length && sameAt(before, at, after, at + 1)) {
    return { kind: "added", path: here, before: null, after: now };
  }
  return firstDifference(old, now, here);
}

function sameAt(a: readonly Node[], aAt: number, b: readonly Node[], bAt: number): boolean {
  const [left, right] = [a[aAt], b[bAt]];
  return left !== undefined && right !== undefined && same(left, right);
}

/** Whether two values are the same, order of fields included. */
export function same(a: Node, b: Node): boolean {
  if (a.kind === "leaf") return b.kind === "leaf" && a.value === b.value;
  if (a.kind === "bytes") return b.kind === "bytes" && a.size === b.size && a.digest === b.digest;
  if (a.kind === "array") {
    return (
      b.kind === "array" &&
      a.items.length === b.items.length &&
      a.items.every((_, at) => sameAt(a.items, at, b.items, at))
    );
  }
  if (b.kind !== "object" || a.fields.length !== b.fields.length) return false;
  return a.fields.every(([key, value], at) => {
    const [otherKey, otherValue] = b.fields[at] ?? [];
    return key === otherKey && otherValue !== undefined && same(value, otherValue);
  });
}

/** Text of which only the beginning is left. */
function isCutShort(before: Node, after: Node): boolean {
  const [old, now] = [textOf(before), textOf(after)];
  return old !== null && now !== null && now.length < old.length && old.startsWith(now);
}

/** The text of a leaf, or null for anything else. */
export function textOf(node: Node | null): string | null {
  return node?.kind === "leaf" && typeof node.value === "string" ? node.value : null;
}

/** UTF-16 code units of a value as it would be read, field names included; binary counts nothing. */
export function charsOf(node: Node): number {
  switch (node.kind) {
    case "leaf":
      return String(node.value).length;
    case "bytes":
      return 0;
    case "array":
      return node.items.reduce((sum, item) => sum + charsOf(item), 0);
    case "object":
      return node.fields.reduce((sum, [key, value]) => sum + key.length + charsOf(value), 0);
  }
}

/** A key as part of a path, bounded: `.name`, or `["a b"]` where that would be read wrong. */
function join(path: string, key: string): string {
  const short = key.slice(0, 100);
  return /^[A-Za-z_$][\w$-]*$/.test(short) ? `${path}.${short}` : `${path}[${JSON.stringify(short)}]`;
}
