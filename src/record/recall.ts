import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { Recalled, TagLines } from "../prefix/recalled.ts";
import { type Marker, SECTIONS, type Section, type SectionRecord } from "../prefix/snapshot.ts";
import { ARRAY, type Token } from "../prefix/tape.ts";
import { choice, count, nullable } from "../report/schema-parts.ts";
import { field } from "../unknown.ts";
import { fullMarker } from "./compact-observation.ts";
import { RECORD_TYPE, RECORD_VERSION } from "./run-record.ts";

const text = (maxLength: number) => Type.String({ maxLength });

const SectionSchema = Type.Object({
  b: text(200),
  f: count(),
  r: Type.Optional(text(200)),
  i: Type.Array(Type.Union([text(100), Type.Array(Type.Union([text(100), count()]))])),
  c: Type.Array(count()),
  n: Type.Optional(Type.Array(nullable(text(10_000)))),
  p: Type.Optional(Type.Array(nullable(text(10_000)))),
  g: Type.Optional(Type.Array(Type.Array(Type.Tuple([text(10_000), count(), count()])))),
});
const PrintSchema = Type.Object({
  scope: text(100),
  shape: text(100),
  e: Type.Optional(Type.Literal(1)),
  m: Type.Optional(Type.Array(Type.Array(Type.Union([text(100), Type.Number(), Type.Null()])))),
  head: Type.Optional(Type.Partial(Type.Record(choice(SECTIONS), nullable(SectionSchema)))),
  from: count(),
  history: Type.Optional(SectionSchema),
});

/** As `PrintRecord` and `SectionPrint` of print-record.ts, once checked. */
type Print = Static<typeof PrintSchema>;
type SectionPrint = Static<typeof SectionSchema>;

/** The last request of an earlier process, and the digest of its scope. */
export interface RecalledRequest {
  readonly scope: string;
  readonly request: Recalled;
}

/** Puts the last request together from the records of a branch, oldest first; null where there is none that is whole. */
export function recallRequest(branch: readonly unknown[]): RecalledRequest | null {
  let last: Print | null = null;
  for (const entry of branch) {
    if (field(entry, "type") !== "custom" || field(entry, "customType") !== RECORD_TYPE) continue;
    const data: unknown = field(entry, "data");
    const print: unknown = field(data, "print");
    if (field(data, "version") !== RECORD_VERSION || !Value.Check(PrintSchema, print)) {
      // What follows a record that cannot be read is not known to continue anything.
      last = null;
      continue;
    }
    const turns: unknown = field(data, "turns");
    const markers = Array.isArray(turns) ? field(field(turns.at(-1), "o"), "m") : undefined;
    last = continued(last, { ...print, m: print.m ?? (Array.isArray(markers) ? markers : []) });
  }
  return last === null ? null : { scope: last.scope, request: recalled(last) };
}

/** A record made whole by the one before it; null where that is missing. */
function continued(last: Print | null, print: Print): Print | null {
  const before = last?.scope === print.scope ? last : null;
  if (print.head === undefined && before === null) return null;
  const head = { ...before?.head };
  for (const name of SECTIONS) {
    const changed = print.head?.[name];
    if (changed === undefined) continue;
    const whole = changed === null ? null : wholeSection(head[name] ?? null, changed);
    if (changed !== null && whole === null) return null;
    head[name] = whole;
  }
  const history = joined(before?.history, print.history, print.from);
  return history === null ? null : { ...print, head, from: 0, ...(history === undefined ? {} : { history }) };
}

/** A section with the lines that its record left out; null where the record before does not have them. */
function wholeSection(before: SectionPrint | null, print: SectionPrint): SectionPrint | null {
  const items = print.i.map((item, at) => wholeItem(before?.i[at], item));
  const known = items.filter((item) => item !== null);
  return known.length < items.length ? null : { ...print, i: known };
}

type Item = SectionPrint["i"][number];

function wholeItem(before: Item | undefined, item: Item): Item | null {
  if (typeof item === "string") return item;
  const [start, end, ...lines] = item;
  if (typeof start !== "number" || typeof end !== "number") return item;
  if (typeof before !== "object" || before.length < start + end) return null;
  return [...before.slice(0, start), ...lines, ...before.slice(before.length - end)];
}

/** History items up to `from`, and those that follow; null where fewer were there. */
function joined(
  before: SectionPrint | undefined,
  after: SectionPrint | undefined,
  from: number,
): SectionPrint | undefined | null {
  if (after === undefined) return undefined;
  if (from === 0) return after;
  if (before === undefined || before.i.length < from) return null;
  const { n: _names, p: _paths, ...rest } = after;
  return { ...rest, i: [...before.i.slice(0, from), ...after.i], c: [...before.c.slice(0, from), ...after.c] };
}

const MarkerSchema = Type.Object({
  section: choice(SECTIONS),
  index: count(),
  block: nullable(count()),
  ttl: nullable(text(100)),
});

function markersOf(print: Print): readonly Marker[] {
  return (print.m ?? []).map(fullMarker).filter((marker) => Value.Check(MarkerSchema, marker));
}

function recalled(print: Print): Recalled {
  const { shape, head = {}, history, e } = print;
  const sections: Partial<Record<Section, SectionRecord>> = {};
  const tags: Partial<Record<Section, readonly (readonly TagLines[])[]>> = {};
  let chars = 0;
  for (const name of SECTIONS) {
    const section = name === "history" ? history : head[name];
    if (section === undefined || section === null) continue;
    sections[name] = sectionOf(section, chars);
    chars = sections[name].charsAt.at(-1) ?? chars;
    if (section.g !== undefined) tags[name] = section.g;
  }
  return {
    tags,
    snapshot: { shape, tokens: 0, sections, markers: markersOf(print), markersAreElements: e === 1, chars },
  };
}

function sectionOf({ b, f, r, i, c, n, p }: SectionPrint, start: number): SectionRecord {
  const charsAt = [start];
  for (const [at] of i.entries()) charsAt.push((charsAt.at(-1) ?? 0) + (c[at] ?? 0));
  const items = i.map((item): readonly Token[] => (typeof item === "string" ? [item] : [ARRAY, item.length, ...item]));
  return {
    base: b,
    first: f,
    role: r ?? null,
    items,
    charsAt,
    names: n ?? null,
    paths: p?.map((path, item) => path ?? `${b}[${f + item}]`) ?? null,
    skipped: null,
    unreadCount: null,
  };
}
