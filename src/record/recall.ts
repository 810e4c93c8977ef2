import type { Recalled, TagLines } from "../prefix/recalled.ts";
import { type Marker, SECTIONS, type Section, type SectionRecord } from "../prefix/snapshot.ts";
import { unpackDigests } from "./packed-digests.ts";
import type { PrintRecord } from "./print-record.ts";
import { sectionRecord } from "./section-print.ts";

/** The last request of an earlier process on the active branch, the digest of its scope, and what both are salted with. */
export interface RecalledRequest {
  readonly salt: string;
  readonly scope: string;
  readonly request: Recalled;
}

/** The print of one record, and what it continues; null where it holds everything. */
export interface PrintLink {
  readonly print: PrintRecord;
  readonly markers: readonly Marker[];
  readonly before: PrintLink | null;
}

/** Puts the last request together from the prints that lead to it; null where they do not fit. */
export function recallRequest(last: PrintLink, salt: string): RecalledRequest | null {
  const whole = new Whole();
  const links = oldestFirst(last);
  const { a: scope, s: shape } = links[0]?.print ?? {};
  if (scope === undefined || shape === undefined || !links.every(({ print }) => whole.goOn(print))) return null;
  const isElements = last.print.e === 1;
  return { salt, scope, request: whole.request({ shape, markers: last.markers, markersAreElements: isElements }) };
}

function oldestFirst(last: PrintLink): readonly PrintLink[] {
  const links: PrintLink[] = [];
  for (let link: PrintLink | null = last; link !== null; link = link.before) links.push(link);
  return links.reverse();
}

/** A request while it is put together. */
class Whole {
  readonly #head: Partial<Record<Section, SectionRecord>> = {};
  readonly #tags: Partial<Record<Section, readonly (readonly TagLines[])[]>> = {};
  #place: PrintRecord["l"] = null;
  readonly #items: string[] = [];
  readonly #lengths: number[] = [];

  /** Makes of the request the one that the next record speaks of; false where that does not continue this one. */
  goOn({ h = {}, l, k = this.#items.length, i = "", c = [] }: PrintRecord): boolean {
    for (const name of SECTIONS) if (h[name] !== undefined && !this.#replace(name, h[name])) return false;
    const digests = unpackDigests(i);
    if (k > this.#items.length || digests === null || digests.length !== c.length) return false;
    this.#items.length = k;
    this.#lengths.length = k;
    for (const [at, digest] of digests.entries()) {
      this.#items.push(digest);
      this.#lengths.push(c[at] ?? 0);
    }
    if (l !== undefined) this.#place = l;
    return true;
  }

  request(beside: Pick<Recalled["snapshot"], "shape" | "markers" | "markersAreElements">): Recalled {
    const sections: Partial<Record<Section, SectionRecord>> = {};
    let chars = 0;
    for (const name of SECTIONS) {
      const section = name === "history" ? this.#history(chars) : startingAt(this.#head[name], chars);
      if (section === undefined) continue;
      sections[name] = section;
      chars = section.charsAt.at(-1) ?? chars;
    }
    return { tags: this.#tags, snapshot: { ...beside, tokens: 0, sections, chars } };
  }

  #replace(name: Section, print: NonNullable<PrintRecord["h"]>[Section]): boolean {
    const before = this.#head[name] ?? null;
    delete this.#head[name];
    delete this.#tags[name];
    if (print === null || print === undefined) return true;
    const section = sectionRecord(name, print, before, 0);
    if (section === null) return false;
    this.#head[name] = section;
    if (print.g !== undefined) this.#tags[name] = print.g;
    return true;
  }

  #history(start: number): SectionRecord | undefined {
    const [base, first, role] = this.#place ?? [];
    if (typeof base !== "string" || typeof first !== "number") return undefined;
    const items = this.#items.map((digest) => [digest]);
    const charsAt = startsOf(this.#lengths, start);
    const nothing = { names: null, paths: null, skipped: null, unreadCount: null };
    return { base, first, role: typeof role === "string" ? role : null, items, charsAt, ...nothing };
  }
}

function startingAt(section: SectionRecord | undefined, start: number): SectionRecord | undefined {
  return section && { ...section, charsAt: section.charsAt.map((at) => at + start) };
}

function startsOf(lengths: readonly number[], start: number): readonly number[] {
  const starts = [start];
  for (const length of lengths) starts.push((starts.at(-1) ?? start) + length);
  return starts;
}
