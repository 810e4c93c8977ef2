import type { TagLines } from "../prefix/recalled.ts";
import type { Section, SectionRecord } from "../prefix/snapshot.ts";
import { ARRAY, type Token } from "../prefix/tape.ts";
import { packDigests, unpackDigests } from "./packed-digests.ts";

/** One section of a request without its text: each item as its digest, a text of the prompt as one digest a line. */
export interface SectionPrint {
  /** Base path of its list where it is not the section's name, and the index of the first item in it where it is not 0. */
  readonly b?: string;
  readonly f?: number;
  /** Role that carried it. */
  readonly r?: string;
  /**
   * A text holds the digests of items in a row, a list those of one item's lines. A list that begins with two numbers keeps
   * so many lines at the start and at the end of the item in the record before.
   */
  readonly i: readonly (string | readonly (string | number)[])[];
  /** UTF-16 code units of each item. */
  readonly c: readonly number[];
  readonly n?: readonly (string | null)[];
  /** Paths of items, where they do not all stand in the list. */
  readonly p?: readonly (string | null)[];
  /** Tagged parts of each item by their lines. */
  readonly g?: readonly (readonly TagLines[])[];
}

type Tags = readonly (readonly TagLines[])[];

/** The print of a digested section. Of a text of the prompt it holds only the lines that are not those of `before`. */
export function sectionPrint(
  name: Section,
  { base, first, role, items, charsAt, names, paths }: SectionRecord,
  tags: Tags | undefined,
  before: SectionRecord | null,
): SectionPrint {
  const isInList = paths?.every((path, at) => path === undefined || path === `${base}[${first + at}]`) ?? true;
  return {
    ...(base === name ? {} : { b: base }),
    ...(first === 0 ? {} : { f: first }),
    ...(role === null ? {} : { r: role }),
    i: packed(items.map((item, at) => spliced(linesOf(before?.items[at]), item))),
    c: lengthsOf(charsAt),
    ...(names === null ? {} : { n: names }),
    ...(isInList || paths === null ? {} : { p: paths }),
    ...(tags === undefined ? {} : { g: tags }),
  };
}

/** The digested section again, its characters counted from `start`; null where it does not continue `before`. */
export function sectionRecord(
  name: Section,
  { b = name, f = 0, r, i, c, n, p }: SectionPrint,
  before: SectionRecord | null,
  start: number,
): SectionRecord | null {
  const items: (readonly Token[])[] = [];
  for (const item of i) {
    const read = typeof item === "string" ? unpackDigests(item)?.map((digest) => [digest]) : whole(item, before, items);
    if (read === undefined) return null;
    items.push(...read);
  }
  if (items.length !== c.length) return null;
  const charsAt = [start];
  for (const length of c) charsAt.push((charsAt.at(-1) ?? start) + length);
  const paths = p?.map((path, at) => path ?? `${b}[${f + at}]`) ?? null;
  const read = { base: b, first: f, role: r ?? null, items, charsAt, names: n ?? null, paths };
  return { ...read, skipped: null, unreadCount: null };
}

/** Lengths of items, of where each begins. */
export function lengthsOf(charsAt: readonly number[]): readonly number[] {
  return charsAt.slice(1).map((end, at) => end - (charsAt[at] ?? 0));
}

/** The lines of an item that is written as such: what stands before them is how long it is. Null for any other. */
function linesOf(item: readonly Token[] | undefined): readonly string[] | null {
  return item === undefined || item.length === 1 ? null : item.slice(2).map(String);
}

type Item = SectionPrint["i"][number];

function spliced(before: readonly string[] | null, item: readonly Token[]): Item {
  const now = linesOf(item);
  if (now === null) return String(item[0]);
  const most = Math.min(before?.length ?? 0, now.length);
  let start = 0;
  while (start < most && before?.[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before?.at(-1 - end) === now.at(-1 - end)) end += 1;
  const own = packDigests(now.slice(start, now.length - end));
  return start + end === 0 ? [own] : [start, end, own];
}

/** Digests of items in a row are one text. */
function packed(items: readonly Item[]): readonly Item[] {
  const rows: Item[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    if (typeof item === "string" && typeof last === "string") rows[rows.length - 1] = packDigests([last, item]);
    else rows.push(item);
  }
  return rows;
}

/** The item that stands behind `items`, with the lines that its record left out. */
function whole(
  item: readonly (string | number)[],
  before: SectionRecord | null,
  items: readonly unknown[],
): readonly (readonly Token[])[] | undefined {
  const own = unpackDigests(String(item.at(-1) ?? "")) ?? undefined;
  const [start, end] = item;
  if (own === undefined) return undefined;
  if (typeof start !== "number" || typeof end !== "number") return [[ARRAY, own.length, ...own]];
  const old = linesOf(before?.items[items.length]);
  if (old === null || old.length < start + end) return undefined;
  const lines = [...old.slice(0, start), ...own, ...old.slice(old.length - end)];
  return [[ARRAY, lines.length, ...lines]];
}
