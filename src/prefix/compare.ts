import { textOf } from "./difference.ts";
import { type Divergence, describeChange } from "./divergence.ts";
import {
  changeByName,
  changeByPosition,
  changesByName,
  commonItems,
  isAppendedTo,
  nodeOf,
  type Pair,
  type SectionChange,
} from "./section-change.ts";
import { emptyRecord } from "./section-writer.ts";
import { itemCount, SECTIONS, type Section, type SectionRecord, type Snapshot } from "./snapshot.ts";
import type { Node } from "./tape.ts";

/** A section's state beside the request before. What could not be read is never `stable`. */
export type SectionState =
  | "baseline"
  | "stable"
  | "extended"
  | "changed"
  | "absent"
  | "empty"
  | "unknown"
  | "skipped"
  | "disabled";

/** Two requests of one conversation, compared. */
export interface Comparison {
  readonly relation: "identical" | "extended" | "shortened" | "changed" | "skipped";
  /** Why it is so where no section tells; null otherwise. */
  readonly reason: "other-protocol" | null;
  readonly states: Readonly<Record<Section, SectionState>>;
  /** The first difference of each section that differs, in sending order; of the parameters each one that differs. */
  readonly divergences: readonly Divergence[];
  /** Differences behind the first, by section. */
  readonly otherDivergences: Readonly<Partial<Record<Section, number>>>;
  /** The values at the first difference, for showing them on the user's own screen. */
  readonly changed: { readonly before: Node | null; readonly after: Node | null } | null;
}

/** How a section of two requests compares: its state and, where it differs, the first change. */
interface SectionComparison {
  readonly state: SectionState;
  readonly pair: Pair | null;
  readonly change: SectionChange | null;
  /** History only: the old one begins with the whole new one. */
  readonly shortened?: boolean;
}

/** Compares a request with an earlier one. Differences are looked for in sending order: tools, prompt, parameters, history. */
export function compareSnapshots(old: Snapshot, now: Snapshot, ownerOf: (tool: string) => string | null): Comparison {
  const compared = SECTIONS.map((name) => [name, compareSection(name, old, now)] as const);
  const states = Object.fromEntries(compared.map(([name, { state }]) => [name, state])) as Record<
    Section,
    SectionState
  >;
  const differing = compared.filter(([, { change }]) => change !== null);
  const otherDivergences: Partial<Record<Section, number>> = {};
  differing.forEach(([name, { change }], position) => {
    const count = (change?.others ?? 0) + (position === 0 ? 0 : 1);
    if (count > 0) otherDivergences[name] = count;
  });
  const [first] = differing;
  if (first !== undefined) {
    const [, { change }] = first;
    const changed = change === null ? null : { before: change.before, after: change.after };
    const divergences = differing.flatMap(([name, compared]) => describeAll(name, compared, ownerOf));
    return { relation: "changed", reason: null, states, divergences, otherDivergences, changed };
  }
  if (old.shape !== now.shape) {
    return { relation: "changed", reason: "other-protocol", states, divergences: [], otherDivergences, changed: null };
  }
  return {
    reason: null,
    relation: relationOf(compared.map(([, section]) => section)),
    states,
    divergences: [],
    otherDivergences,
    changed: null,
  };
}

/** Parameters described of those that differ: each can matter to a cache in its own way. */
const PARAMS_DESCRIBED = 8;

function describeAll(
  name: Section,
  { pair, change }: SectionComparison,
  ownerOf: (tool: string) => string | null,
): readonly Divergence[] {
  if (pair === null || change === null) return [];
  const changes = name === "params" ? changesByName(pair).slice(0, PARAMS_DESCRIBED) : [change];
  return changes.map((one) => describeChange(name, pair, one, ownerOf));
}

function relationOf(sections: readonly SectionComparison[]): Comparison["relation"] {
  if (sections.some(({ state }) => state === "skipped" || state === "unknown")) return "skipped";
  if (sections.some(({ shortened }) => shortened === true)) return "shortened";
  return sections.some(({ state }) => state === "extended") ? "extended" : "identical";
}

function compareSection(name: Section, old: Snapshot, now: Snapshot): SectionComparison {
  const [before, after] = [old.sections[name], now.sections[name]];
  const none = { pair: null, change: null };
  if (before?.skipped || after?.skipped) return { state: after?.skipped ? "skipped" : "unknown", ...none };
  if ((before?.unreadCount ?? null) !== null || (after?.unreadCount ?? null) !== null)
    return { state: "disabled", ...none };
  if (before === undefined && after === undefined) return { state: "absent", ...none };
  const pair = { old, now, oldSection: before ?? noItems(after), nowSection: after ?? noItems(before) };
  if (name === "history") return compareHistory(pair);
  const change = isSame(pair) ? null : changeOf(name, pair);
  if (change !== null) return { state: "changed", pair, change };
  return { state: after === undefined ? "absent" : itemCount(after) === 0 ? "empty" : "stable", ...none };
}

/** The usual case, and the cheapest to find out: nothing differs. */
function isSame(pair: Pair): boolean {
  const count = itemCount(pair.oldSection);
  return count === itemCount(pair.nowSection) && commonItems(pair) === count;
}

function changeOf(name: Section, pair: Pair): SectionChange | null {
  if (name === "tools" || name === "params") return changeByName(pair, name === "tools");
  const { oldSection, nowSection } = pair;
  // Parts of the prompt that are sent by name.
  const named = [oldSection, nowSection].every((section) => itemCount(section) === 0 || isNamed(section));
  if (named && itemCount(oldSection) + itemCount(nowSection) > 0) return changeByName(pair, true);
  const change = changeByPosition(pair, commonItems(pair));
  if (change === null || change.kind === "representation") return change;
  const [before, after] = [plainText(oldSection), plainText(nowSection)];
  return before !== null && before === after ? { ...change, kind: "representation", innerPath: "" } : change;
}

/** Where the protocols put text inside a block. */
const TEXT_KEYS: ReadonlySet<string> = new Set(["text", "content", "parts"]);

function isNamed(section: SectionRecord): boolean {
  return section.names?.some((name) => name !== null) ?? false;
}

/** The text of a prompt section that holds nothing but text, in whatever blocks; null when there is more to it. */
function plainText(section: SectionRecord): string | null {
  const texts = Array.from({ length: itemCount(section) }, (_, item) => itemText(nodeOf(section, item)));
  return texts.includes(null) ? null : texts.join("");
}

/** The text of one item that holds nothing else, in whatever blocks; null when there is more to it. */
export function itemText(node: Node): string | null {
  if (node.kind === "leaf") return textOf(node);
  if (node.kind === "bytes") return null;
  if (node.kind === "array") {
    const texts = node.items.map(itemText);
    return texts.includes(null) ? null : texts.join("");
  }
  const [, text] = node.fields.find(([key]) => TEXT_KEYS.has(key)) ?? [];
  const rest = node.fields.filter(([key]) => !TEXT_KEYS.has(key) && key !== "type" && key !== "role");
  return text === undefined || rest.length > 0 ? null : itemText(text);
}

/** The text of a prompt section, whatever blocks it comes in. */
export function promptText(section: SectionRecord): string {
  return Array.from({ length: itemCount(section) }, (_, item) => textIn(nodeOf(section, item))).join("");
}

function textIn(node: Node): string {
  if (node.kind === "leaf") return textOf(node) ?? "";
  if (node.kind === "array") return node.items.map(textIn).join("");
  if (node.kind === "bytes") return "";
  return node.fields.map(([key, value]) => (TEXT_KEYS.has(key) ? textIn(value) : "")).join("");
}

function compareHistory(pair: Pair): SectionComparison {
  const { oldSection, nowSection } = pair;
  const [oldCount, nowCount, common] = [itemCount(oldSection), itemCount(nowSection), commonItems(pair)];
  const none = { pair: null, change: null };
  if (common === oldCount) {
    if (nowCount > oldCount) return { state: "extended", ...none };
    return { state: nowCount === 0 ? "empty" : "stable", ...none };
  }
  if (common === nowCount) return { state: "changed", ...none, shortened: true };
  const isLast = common === oldCount - 1;
  if (isLast && isAppendedTo(nodeOf(oldSection, common), nodeOf(nowSection, common))) {
    return { state: "extended", ...none };
  }
  return { state: "changed", pair, change: changeByPosition(pair, common) };
}

/** An empty section in the place of one that is absent on one side. */
function noItems(like: SectionRecord | undefined): SectionRecord {
  return emptyRecord(like?.base ?? "", like?.first ?? 0, like?.role ?? null);
}
