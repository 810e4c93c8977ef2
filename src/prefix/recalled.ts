import { type Comparison, compareSnapshots, itemText } from "./compare.ts";
import { digestText, digestTokens, shortDigest } from "./digest.ts";
import type { Divergence } from "./divergence.ts";
import { contextFileAt, promptSections } from "./prompt-sections.ts";
import { nodeOf } from "./section-change.ts";
import { itemCount, SECTIONS, type Section, type SectionRecord, type Snapshot } from "./snapshot.ts";
import { ARRAY, type Token } from "./tape.ts";

const PROMPTS: ReadonlySet<Section> = new Set(["system", "developer", "instructions"]);

/** A tagged part of a prompt by its lines, counted from 0, both included. */
export type TagLines = readonly [tag: string, first: number, last: number];

/**
 * A request without its text, as a record keeps it: each item is one digest, each text of the prompt one digest a line. It has
 * the form of a snapshot, so that the same comparison serves.
 */
export interface Recalled {
  readonly snapshot: Snapshot;
  /** Tagged parts of the prompt's items, by section and item. */
  readonly tags: Partial<Readonly<Record<Section, readonly (readonly TagLines[])[]>>>;
}

/** The digested form of a request. Everything in it is hashed once: not for every request. */
export function recallable(snapshot: Snapshot, salt: string): Recalled {
  const sections: Partial<Record<Section, SectionRecord>> = {};
  const tags: Partial<Record<Section, readonly (readonly TagLines[])[]>> = {};
  for (const [name, section] of sectionsOf(snapshot)) {
    const texts = PROMPTS.has(name) ? textsOf(section) : [];
    sections[name] = { ...section, items: section.items.map((item, index) => digestItem(item, texts[index], salt)) };
    if (texts.length > 0) tags[name] = texts.map((text) => (text === null ? [] : tagLines(text)));
  }
  return { snapshot: { ...snapshot, sections }, tags };
}

/** Compares a request with one of an earlier process. Places in the prompt are known to the line, not to the character. */
export function compareRecalled(
  old: Recalled,
  snapshot: Snapshot,
  salt: string,
  ownerOf: (tool: string) => string | null,
): Comparison {
  const now = recallable(snapshot, salt);
  const comparison = compareSnapshots(old.snapshot, now.snapshot, ownerOf);
  const divergences = comparison.divergences.map((divergence) =>
    PROMPTS.has(divergence.section)
      ? inFile(inPrompt(divergence, old, now, salt), snapshot)
      : withoutLengths(divergence),
  );
  return { ...comparison, divergences, changed: null };
}

/** The sections that a request has, in their order. */
export function sectionsOf({ sections }: Pick<Snapshot, "sections">): readonly (readonly [Section, SectionRecord])[] {
  return SECTIONS.flatMap((name) => {
    const section = sections[name];
    return section === undefined ? [] : [[name, section] as const];
  });
}

function textsOf(section: SectionRecord): readonly (string | null)[] {
  return Array.from({ length: itemCount(section) }, (_, item) => itemText(nodeOf(section, item)));
}

function digestItem(item: readonly Token[], text: string | null | undefined, salt: string): readonly Token[] {
  if (typeof text !== "string") return [shortDigest(digestTokens(salt, item))];
  const lines = text.split("\n").map((line) => shortDigest(digestText(salt, line)));
  return [ARRAY, lines.length, ...lines];
}

function tagLines(text: string): readonly TagLines[] {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length - 1;
  return promptSections(text).map(({ tag, start, end }) => [tag, lineAt(start), lineAt(end - 1)]);
}

/** Lengths of digests, and places in them, say nothing about what they stand for. */
function withoutLengths(divergence: Divergence): Divergence {
  return { ...divergence, before: null, after: null, line: null, char: null };
}

function inPrompt(divergence: Divergence, old: Recalled, now: Recalled, salt: string): Divergence {
  const { section, path, index } = divergence;
  const line = /\[(\d+)\]$/.exec(path ?? "")?.[1];
  const isInside = line !== undefined && path !== null && path.split("[").length > 2;
  if (!isInside) return withoutLengths(divergence);
  const at = Number(line);
  const item = (index ?? 0) - (now.snapshot.sections[section]?.first ?? 0);
  const texts = [old, now].map((request) => linesOf(request, section, item));
  const blank = shortDigest(digestText(salt, ""));
  const [oldTag, nowTag] = [old, now].map((request, side) => {
    const tags = request.tags[section]?.[item] ?? [];
    const lines = texts[side] ?? [];
    let from = at;
    while (from < lines.length && lines[from] === blank) from += 1;
    return { here: tagOn(tags, at) ?? tagOn(tags, from), all: tags.map(([tag]) => tag) };
  });
  const shorter = Math.min(...texts.map((lines) => lines.length));
  return {
    ...withoutLengths(divergence),
    // A text that ends earlier differs where it ends.
    ...{ path: `${path.slice(0, path.lastIndexOf("["))}.text`, line: Math.min(at + 1, Math.max(1, shorter)) },
    ...tagChange(oldTag, nowTag),
  };
}

/** With the name of the context file, which the present request tells. */
function inFile(divergence: Divergence, { sections }: Snapshot): Divergence {
  const { section, index, line, kind } = divergence;
  const record = sections[section];
  if (record === undefined || line === null || kind !== "changed") return divergence;
  const text = itemText(nodeOf(record, (index ?? 0) - record.first)) ?? "";
  const before = text.split("\n", line - 1).join("\n");
  const name = contextFileAt(text, line === 1 ? 0 : before.length + 1);
  return name === null ? divergence : { ...divergence, name };
}

function linesOf({ snapshot }: Recalled, section: Section, item: number): readonly Token[] {
  return snapshot.sections[section]?.items[item]?.slice(2) ?? [];
}

function tagOn(tags: readonly TagLines[], line: number): string | undefined {
  return tags.find(([, first, last]) => first <= line && line <= last)?.[0];
}

interface Tagged {
  readonly here: string | undefined;
  readonly all: readonly string[];
}

/** As `tagAt` tells it of texts: which tagged part differs first, and whether all of it came or went. */
function tagChange(old: Tagged | undefined, now: Tagged | undefined): Pick<Divergence, "tag" | "kind"> {
  if (now?.here !== undefined && old?.all.includes(now.here) !== true) return { tag: now.here, kind: "added" };
  if (old?.here !== undefined && now?.all.includes(old.here) !== true) return { tag: old.here, kind: "removed" };
  return { tag: now?.here ?? old?.here ?? null, kind: "changed" };
}
