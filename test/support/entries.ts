import { readFileSync } from "node:fs";
import { field, isRecord, textOrNull } from "../../src/unknown.ts";
import type { Pricer } from "../../src/usage/cost.ts";
import type { SessionView } from "../../src/usage/session-view.ts";

/** The counts of one row, in the order of cases.json: input, output, cacheRead, cacheWrite. */
export type Counts = readonly [input: number, output: number, cacheRead: number, cacheWrite: number];

/** What Pi writes besides the counts and the names; anything may be replaced, also by rubbish. */
export type Fields = Readonly<Record<string, unknown>>;

/** A pricer for tests in which no price is known. */
export const noPrice: Pricer = () => null;

/** A usage object as Pi writes it: disjoint buckets, their sum, and a cost. */
export function usage([input, output, cacheRead, cacheWrite]: Counts, fields: Fields = {}): Fields {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const totalTokens = input + output + cacheRead + cacheWrite;
  return { input, output, cacheRead, cacheWrite, totalTokens, cost, ...fields };
}

/** An assistant message as Pi saves it. Its content is there to be ignored. */
export function assistant(counts: Counts, fields: Fields = {}): Fields {
  return {
    role: "assistant",
    content: [{ type: "text", text: "answer" }],
    provider: "acme",
    api: "anthropic-messages",
    model: "m1",
    stopReason: "stop",
    timestamp: Date.UTC(2026, 0, 1),
    usage: usage(counts),
    ...fields,
  };
}

/** The body of a session entry with an assistant message: what `MemorySession.append` takes. */
export function turn(counts: Counts, fields: Fields = {}): Fields {
  return { type: "message", message: assistant(counts, fields) };
}

export function userMessage(): Fields {
  return { type: "message", message: { role: "user", content: [{ type: "text", text: "question" }] } };
}

/** A tool result; `nested` is the usage of a subagent, if there was one. */
export function toolResult(nested?: Fields): Fields {
  const message = { role: "toolResult", toolCallId: "call-1", toolName: "agent", content: [], isError: false };
  return { type: "message", message: nested === undefined ? message : { ...message, usage: nested } };
}

/** A `usage` entry: a cache-warming refresh unless another kind is given. */
export function refresh(counts: Counts, fields: Fields = {}): Fields {
  return { type: "usage", kind: "cache_warm", provider: "acme", model: "m1", usage: usage(counts), ...fields };
}

export function compaction(counts?: Counts): Fields {
  const body = { type: "compaction", summary: "so far", firstKeptEntryId: "e1", tokensBefore: 10 };
  return counts === undefined ? body : { ...body, usage: usage(counts) };
}

export function branchSummary(counts?: Counts): Fields {
  const body = { type: "branch_summary", summary: "left", fromId: "e1" };
  return counts === undefined ? body : { ...body, usage: usage(counts) };
}

/** The value, or an error that says what the test expected to find. */
export function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("The test expected a value here.");
  return value;
}

/** The inputs of one kind in cases.json, each with the id and title of its case. */
export function casesOf(kind: string): readonly { readonly name: string; readonly input: Fields }[] {
  const file: unknown = JSON.parse(readFileSync(new URL("../cases/cases.json", import.meta.url), "utf8"));
  return recordsIn(field(file, "cases")).flatMap((one) =>
    recordsIn(one.inputs)
      .filter((input) => input.kind === kind)
      .map((input) => ({ name: `${one.id} ${one.title}`, input })),
  );
}

/** The records of a list; none for what is no list. */
export function recordsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The four counts of a case's row, or an error: the test data is not what the test takes it for. */
export function countsIn(value: unknown): Counts {
  if (!Array.isArray(value)) throw new Error("No counts in this case.");
  const [input, output, cacheRead, cacheWrite]: readonly unknown[] = value;
  return [numberIn(input), numberIn(output), numberIn(cacheRead), numberIn(cacheWrite)];
}

/** The number itself, or an error. */
export function numberIn(value: unknown): number {
  if (typeof value !== "number") throw new Error("No number in this case.");
  return value;
}

interface Stored {
  readonly entries: unknown[];
  readonly byId: Map<string, unknown>;
  leaf: string | null;
}

/**
 * Pi's session manager in memory: append-only trees of entries, one open at a time, and a count of every call. Ids start
 * anew in each session, so that a reader which looks at the leaf alone mistakes one session for another.
 */
export class MemorySession implements SessionView {
  readonly calls = { entries: 0, branch: 0 };
  readonly #sessions = new Map<string, Stored>();
  #id = "";
  #open: Stored = { entries: [], byId: new Map(), leaf: null };

  constructor(...bodies: readonly Fields[]) {
    this.open("session-1");
    for (const body of bodies) this.append(body);
  }

  sessionId(): string {
    return this.#id;
  }

  leafId(): string | null {
    return this.#open.leaf;
  }

  entryCount(): number {
    return this.#open.entries.length;
  }

  entries(): readonly unknown[] {
    this.calls.entries += 1;
    return [...this.#open.entries];
  }

  entry(id: string): unknown {
    return this.#open.byId.get(id);
  }

  branch(): readonly unknown[] {
    this.calls.branch += 1;
    const path: unknown[] = [];
    for (let id = this.#open.leaf; id !== null; ) {
      const entry = this.#open.byId.get(id);
      if (entry === undefined || path.includes(entry)) break;
      path.push(entry);
      id = textOrNull(field(entry, "parentId"));
    }
    return path.reverse();
  }

  /** Appends below the leaf, moves the leaf there and returns the new id. */
  append(body: Fields): string {
    const id = `e${this.#open.entries.length + 1}`;
    const entry = { ...body, id, parentId: this.#open.leaf };
    this.#open.entries.push(entry);
    this.#open.byId.set(id, entry);
    this.#open.leaf = id;
    return id;
  }

  /** A line of the file that is no entry of this Pi: it is listed and belongs to no branch. */
  appendForeign(value: unknown): void {
    this.#open.entries.push(value);
  }

  /** Moves in the tree; null is before the first entry. */
  moveTo(id: string | null): void {
    this.#open.leaf = id;
  }

  /** Opens another session; one not opened before is empty. */
  open(id: string): void {
    const stored = this.#sessions.get(id) ?? { entries: [], byId: new Map(), leaf: null };
    this.#sessions.set(id, stored);
    this.#id = id;
    this.#open = stored;
  }

  /** The file as it is when it was cut after its first entries by something else than Pi. */
  truncate(length: number): void {
    this.#open.entries.length = Math.min(length, this.#open.entries.length);
    this.#open.leaf = textOrNull(field(this.#open.entries.at(-1), "id"));
  }
}
