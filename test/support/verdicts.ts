import type { Divergence } from "../../src/prefix/divergence.ts";
import { type Observation, unread } from "../../src/prefix/observation.ts";
import type { Marker, Section } from "../../src/prefix/snapshot.ts";
import type { Pricer } from "../../src/usage/cost.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { readTurn, type Turn } from "../../src/usage/turn.ts";
import { NO_USAGE, type Usage } from "../../src/usage/usage.ts";
import type { Opened } from "../../src/verdict/course.ts";
import type { Evidence, Verdict } from "../../src/verdict/evidence.ts";
import type { LiveFacts, TurnFacts } from "../../src/verdict/facts.ts";
import type { DeclaredLifetimes } from "../../src/verdict/lifetime.ts";
import type { PastRequest } from "../../src/verdict/past-requests.ts";
import { NO_CHANGE } from "../../src/verdict/prompt-records.ts";
import { SessionVerdicts, type VerdictSource } from "../../src/verdict/session-verdicts.ts";
import { assistant, type Counts, type Fields, found, MemorySession, noPrice, refresh, turn, usage } from "./entries.ts";

/** When the stories of the tests begin. */
export const START = Date.UTC(2026, 10, 30, 12);

/** Dollars per token: input 4, read 1, write 5, one-hour write 8, output 20, all by the million. */
export const price: Pricer = (_provider, _model, of) => {
  const cost = {
    input: of.input * 4e-6,
    output: of.output * 20e-6,
    cacheRead: of.cacheRead * 1e-6,
    cacheWrite: (of.cacheWrite - of.cacheWrite1h) * 5e-6 + of.cacheWrite1h * 8e-6,
  };
  return { ...cost, total: cost.input + cost.output + cost.cacheRead + cost.cacheWrite };
};

/** A declared lifetime of five minutes, and of an hour where a request asks for it. */
export const LIFETIMES: DeclaredLifetimes = { short: 300, long: 3_600 };

export function usageOf([input, output, cacheRead, cacheWrite]: Counts, fields: Partial<Usage> = {}): Usage {
  return { ...NO_USAGE, input, output, cacheRead, cacheWrite, ...fields };
}

/** A turn as it is read from a session. Without a pricer its row has the cost zero of `usage`. */
export function turnOf(counts: Counts, fields: Fields = {}, pricer: Pricer = noPrice): Turn {
  return found(readTurn(assistant(counts, fields), pricer));
}

/** The fields of a message whose row carries no cost, so that the pricer's counts. */
export function unpriced(counts: Counts, fields: Fields = {}): Fields {
  return { usage: usage(counts, { cost: undefined, ...fields }) };
}

/** Sections of an observation by their lengths alone. */
export function sections(chars: Partial<Record<Section, number>>): Observation["sections"] {
  const of = (name: Section) => ({ state: "stable", reason: null, count: 1, chars: chars[name] ?? 0 }) as const;
  return {
    tools: of("tools"),
    system: of("system"),
    developer: of("developer"),
    instructions: of("instructions"),
    params: of("params"),
    history: of("history"),
  };
}

export function marker(
  section: Section,
  index: number,
  block: number | null = null,
  ttl: string | null = null,
): Marker {
  return { section, index, block, ttl };
}

/** What was seen of a request: one that goes on where the last one ended, unless said otherwise. */
export function observation(fields: Partial<Observation> = {}): Observation {
  const like = {
    ...unread("unknown", ""),
    reason: null,
    sections: sections({ tools: 400, system: 100, history: 500 }),
  };
  return { ...like, relation: "extended", shape: "openai-chat", retention: "short", ...fields };
}

export function divergence(fields: Partial<Divergence> = {}): Divergence {
  return {
    ...{ section: "system", kind: "changed", index: 0, name: null, role: "system", path: "system[0].text", tag: null },
    ...{ line: null, char: null, before: { chars: 10 }, after: { chars: 12 }, owner: null, shareBefore: 0 },
    ...fields,
  };
}

/** A request that was seen to change at these places. */
export function changedAt(first: Partial<Divergence>, fields: Partial<Observation> = {}): Observation {
  const place = divergence(first);
  return observation({ relation: "changed", divergence: place, divergences: [place], ...fields });
}

export const TOOLS_CHANGED = changedAt({ section: "tools", name: "grep", path: "tools[0].description" });
export const SYSTEM_CHANGED = changedAt({ section: "system" });

export function live(seen: Observation | null, fields: Partial<LiveFacts> = {}): LiveFacts {
  return { observation: seen, endpoint: "here", diagnosis: null, refreshSentAt: null, ...fields };
}

/** An earlier request: at the start of the story, ended two seconds later. */
export function past(counts: Counts, fields: Partial<PastRequest> = {}): PastRequest {
  return {
    ...{ provider: "acme", api: "anthropic-messages", model: "m1", answeredBy: "m1", endpoint: "here" },
    ...{ startedAt: START, endedAt: START + 2_000, usage: usageOf(counts), retention: "short", thinkingLevel: null },
    ...{ observation: observation(), position: 0, refreshOf: null },
    ...fields,
  };
}

/** What a verdict is made of: a request ten seconds after one of 10,000 tokens that went on unchanged. */
export function facts(counts: Counts, fields: Partial<TurnFacts> = {}, message: Fields = {}): TurnFacts {
  const at = START + 10_000;
  const one = turnOf(counts, { timestamp: at, ...message });
  return {
    ...{ turn: one, usage: found(one.row.usage), flags: one.row.flags, endedAt: at + 2_000, live: live(observation()) },
    ...{ previous: past([0, 10, 0, 10_000]), isFirstOf: null },
    since: { compacted: false, navigated: false, resumed: null, prompt: NO_CHANGE },
    lifetimeSeconds: LIFETIMES.short,
    ...fields,
  };
}

/** A verdict with nothing in it but what is given. */
export function verdict(fields: Partial<Verdict> = {}): Verdict {
  return {
    ...{ outcome: "miss", cause: "unknown", also: [], certainty: "unknown", evidence: [], missedTokens: 0 },
    missedCost: null,
    ...fields,
  };
}

/** The kinds of a verdict's evidence, in their order. */
export function kinds({ evidence }: Pick<Verdict, "evidence">): readonly string[] {
  return evidence.map(({ kind }) => kind);
}

/** What a story tells of one turn beside its counts. */
export interface Told {
  /** What was seen of the request; null where it was not watched. */
  readonly seen?: Observation | null;
  readonly endpoint?: string | null;
  readonly diagnosis?: LiveFacts["diagnosis"];
  readonly refreshSentAt?: number | null;
  /** Seconds from the request to the end of the response. */
  readonly took?: number;
  /** Replaces fields of the message. */
  readonly message?: Fields;
}

/** A session that is played entry by entry at times of its own, with what the live stream knew of its turns. */
export class Story {
  readonly session = new MemorySession();
  readonly facts = new Map<string, LiveFacts>();
  #now = START;

  get now(): number {
    return this.#now;
  }

  pause(seconds: number): void {
    this.#now += seconds * 1_000;
  }

  /** A response, right after the one before unless a pause was made; returns the id of its entry. */
  turn(
    counts: Counts,
    { seen = observation(), endpoint = "here", diagnosis = null, refreshSentAt = null, took = 2, message }: Told = {},
  ): string {
    const at = this.#now;
    this.pause(took);
    const end = new Date(this.#now).toISOString();
    const id = this.session.append({ ...turn(counts, { timestamp: at, ...message }), timestamp: end });
    if (seen !== null) this.facts.set(id, live(seen, { endpoint, diagnosis, refreshSentAt }));
    return id;
  }

  refresh(counts: Counts, fields: Fields = {}): string {
    return this.session.append(refresh(counts, { timestamp: new Date(this.#now).toISOString(), ...fields }));
  }

  source(fields: Partial<VerdictSource> = {}): VerdictSource {
    const known = (id: string | null) => (id === null ? null : (this.facts.get(id) ?? null));
    return { price: noPrice, lifetimes: () => LIFETIMES, live: known, opened: null, ...fields };
  }

  /** The verdicts on everything so far, read as the session scope reads it. */
  judged(fields: Partial<VerdictSource> & { readonly kept?: number } = {}): {
    readonly scan: SessionScan;
    readonly verdicts: SessionVerdicts;
    readonly of: (id: string) => Verdict;
  } {
    const { kept, ...source } = fields;
    const verdicts = new SessionVerdicts(this.source(source), kept);
    const scan = new SessionScan(source.price ?? noPrice);
    scan.follow(verdicts);
    scan.update(this.session);
    return { scan, verdicts, of: (id) => found(verdicts.of(id)) };
  }

  /** The verdict on one turn, after everything so far. */
  verdictOf(id: string): Verdict {
    return this.judged().of(id);
  }
}

/** A session of which so many entries were there when it was opened. */
export function reopened(entries: number, reason = "resume"): Opened {
  return { entries, reason };
}

/** One evidence of each kind there is. A kind that is missing does not compile. */
const EACH: { readonly [Kind in Evidence["kind"]]: Extract<Evidence, { readonly kind: Kind }> } = {
  place: { kind: "place", divergence: divergence() },
  "other-protocol": { kind: "other-protocol" },
  unchanged: { kind: "unchanged" },
  shortened: { kind: "shortened" },
  recorded: { kind: "recorded", change: { toolsAdded: 2, toolsRemoved: 1, sections: ["memory"] } },
  harmless: { kind: "harmless", path: "tool_choice" },
  contradicted: { kind: "contradicted" },
  late: { kind: "late" },
  "not-enough": { kind: "not-enough" },
  flap: { kind: "flap" },
  repeated: { kind: "repeated", turns: 3 },
  idle: { kind: "idle", seconds: 380, lifetimeSeconds: 300 },
  "no-time": { kind: "no-time" },
  model: { kind: "model", from: "m1", to: "m2" },
  "answered-by": { kind: "answered-by", model: "m1-mini" },
  endpoint: { kind: "endpoint" },
  thinking: { kind: "thinking", from: "low", to: "high" },
  compacted: { kind: "compacted" },
  navigated: { kind: "navigated" },
  resumed: { kind: "resumed", reason: "resume" },
  "not-seen": { kind: "not-seen", reason: "no-scope" },
  first: { kind: "first" },
  minimum: { kind: "minimum", tokens: 1_024, assumed: true },
  silent: { kind: "silent" },
  "no-markers": { kind: "no-markers", before: 2 },
  "markers-earlier": { kind: "markers-earlier" },
  blocks: { kind: "blocks", blocks: 21, limit: 20 },
  retention: { kind: "retention", from: "short", to: "long" },
  refreshing: { kind: "refreshing", seconds: 5 },
  diagnosis: { kind: "diagnosis", cause: "tools-changed", seen: "system-changed" },
  "head-only": { kind: "head-only" },
  router: { kind: "router" },
  "later-extensions": { kind: "later-extensions" },
  "bad-usage": { kind: "bad-usage", flag: "input-negative" },
};
export const EVIDENCE: readonly Evidence[] = Object.values(EACH);
