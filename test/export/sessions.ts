import type { ReportSource } from "../../src/report/build.ts";
import { readBranch } from "../../src/usage/branch.ts";
import type { Pricer } from "../../src/usage/cost.ts";
import { TurnDetails } from "../../src/usage/details.ts";
import { Ledger } from "../../src/usage/ledger.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import type { LiveFacts } from "../../src/verdict/facts.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { compaction, type Fields, MemorySession, noPrice, refresh, turn } from "../support/entries.ts";
import { changedAt, LIFETIMES, live, observation, price, START, unpriced } from "../support/verdicts.ts";

/** One entry of a session, and what was seen of its request where it is a turn. */
export interface Entry {
  readonly body: Fields;
  readonly facts?: LiveFacts;
}

/** What a running instance would export of a session of these entries; every turn has a verdict. */
export function sourceOf(
  entries: readonly Entry[],
  { pricer = noPrice, subscription = false, sessionId = "session-1" }: Options = {},
): ReportSource {
  const session = new MemorySession();
  const facts = new Map<string, LiveFacts>();
  const details = new TurnDetails(entries.length);
  for (const entry of entries) {
    const id = session.append(entry.body);
    if (entry.facts === undefined) continue;
    facts.set(id, entry.facts);
    details.add(id, { live: entry.facts, speed: { tokensPerSecond: 45.5, timeToFirstTokenMs: 800, basis: "stream" } });
  }
  const source = { price: pricer, lifetimes: () => LIFETIMES, opened: null };
  const of = (id: string | null) => facts.get(id ?? "") ?? null;
  const verdicts = new SessionVerdicts({ ...source, live: of }, Number.POSITIVE_INFINITY);
  const scan = new SessionScan(pricer);
  scan.follow(verdicts);
  scan.update(session);
  return {
    ...{ now: START, piVersion: "1.6.0", enabled: true, session: { id: sessionId, file: null } },
    ...{ run: new Ledger(), scan, branch: readBranch(scan, session, pricer), details },
    verdicts: {
      ...{ breaks: verdicts.breaks, money: verdicts.money, clock: verdicts.clock(null, START) },
      of: (entry) => verdicts.of(entry),
    },
    isSubscription: () => subscription,
    ...{ prefix: null, refusals: [], invalidConfig: [], unreadableRecords: 0, internalErrors: 0 },
  };
}

export interface Options {
  readonly pricer?: Pricer;
  readonly subscription?: boolean;
  readonly sessionId?: string;
}

/** A turn of these counts at so many seconds after the start, with what was seen of it. */
export function turnAt(
  seconds: number,
  counts: Parameters<typeof turn>[0],
  message: Fields = {},
  seen: LiveFacts = live(observation()),
): Entry {
  return { body: turn(counts, { ...unpriced(counts), timestamp: START + seconds * 1_000, ...message }), facts: seen };
}

/**
 * A long working session that grows and is compacted: mostly hits, with breaks of several causes, pauses, refreshes,
 * failed turns and now and then another model.
 */
export function workingSession(turns: number): ReportSource {
  const entries: Entry[] = [];
  let [seconds, prompt] = [0, 12_000];
  for (let number = 1; number <= turns; number++) {
    const fresh = 20 + ((number * 37) % 180);
    const added = 300 + ((number * 911) % 2_400);
    const model = Math.floor(number / 90) % 5 === 4 ? { model: "m2-large" } : {};
    seconds += 14 + ((number * 17) % 40);
    const [broken, cause] = [number % 23 === 0, (number / 23) % 4];
    if (broken && cause === 1) seconds += 4_000;
    if (number === 1 || broken) {
      const facts = live(broken ? (CHANGES[cause] ?? observation()) : observation({ relation: "baseline" }));
      entries.push(turnAt(seconds, [fresh, 240, cause === 0 ? 0 : 2_000, prompt + added], model, facts));
    } else if (number % 61 === 0) {
      entries.push(turnAt(seconds, [0, 0, 0, 0], { ...model, stopReason: "aborted" }));
      continue;
    } else {
      entries.push(turnAt(seconds, [fresh, 180 + ((number * 13) % 700), prompt, added], model));
    }
    prompt += added + fresh;
    if (prompt > 150_000) {
      entries.push({ body: compaction([2_000, 900, prompt, 0]) });
      prompt = 18_000;
    }
    if (number % 97 === 0) entries.push({ body: refresh([3, 1, prompt, 0]) });
  }
  return sourceOf(entries, { pricer: price });
}

const CHANGES = [
  changedAt({
    section: "tools",
    kind: "added",
    index: 4,
    name: "web_search",
    path: "tools[4]",
    role: null,
    before: null,
  }),
  observation(),
  changedAt({
    section: "system",
    tag: "memory",
    line: 12,
    char: 40,
    before: { chars: 4_120 },
    after: { chars: 4_388 },
  }),
  changedAt({
    section: "history",
    path: "messages[14].content[0].text",
    role: "user",
    index: 14,
    kind: "truncated",
    shareBefore: 0.2,
  }),
] as const;
