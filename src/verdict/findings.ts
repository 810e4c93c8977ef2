import type { Observation } from "../prefix/observation.ts";
import { promptTokens } from "../usage/usage.ts";
import type { Cause } from "./cause.ts";
import { type Change, changeEvidence, changesOf, isHeadChange } from "./changes.ts";
import type { Certainty, Evidence } from "./evidence.ts";
import type { TurnFacts } from "./facts.ts";
import { idleSeconds } from "./lifetime.ts";
import { NOISE_TOKENS } from "./missed.ts";
import { LOOKBACK_BLOCKS } from "./provider-rules.ts";

/** A cause that applies to a turn, whether or not it is the one that explains it. */
export interface Finding {
  readonly cause: Cause;
  readonly certainty: Certainty;
  /** Whether it alone explains how little was read. */
  readonly explains: boolean;
  /** The loss was to be expected: the user moved, compacted or opened the session again. */
  readonly expected?: boolean;
  readonly evidence: readonly Evidence[];
}

type Finder = (facts: TurnFacts) => readonly Finding[];

/** Every cause that applies, in the order in which one is believed before another. */
export function findingsOf(facts: TurnFacts): readonly Finding[] {
  return FINDERS.flatMap((find) => find(facts));
}

/** Whether the request was seen and repeats or continues the one before, but for what does no harm. */
export function isUnchanged(observation: Observation | null): boolean {
  if (observation === null) return false;
  if (SAME.has(observation.relation)) return true;
  const changes = changesOf(observation);
  return changes.length > 0 && changes.every(({ harmless }) => harmless);
}

const SAME: ReadonlySet<Observation["relation"]> = new Set(["identical", "extended", "shortened"]);

/** Whether the request was seen beside the one it is measured against. */
function isCompared({ live: { observation }, isFirstOf }: TurnFacts): boolean {
  if (observation === null || isFirstOf !== null) return false;
  return isUnchanged(observation) || observation.relation === "changed" || observation.relation === "branched";
}

/** The session's own course. What was seen to change in the head is the user's extension's doing all the same. */
function rebuilt(facts: TurnFacts): readonly Finding[] {
  const { since, live } = facts;
  const compared = isCompared(facts);
  if (compared && isUnchanged(live.observation)) return [];
  const findings: Finding[] = [];
  const of = (cause: Cause, certainty: Certainty, explains: boolean, ...evidence: Evidence[]) =>
    findings.push({ cause, certainty, explains, expected: true, evidence });
  const changes = live.observation === null ? [] : changesOf(live.observation);
  if (since.compacted) of("compacted", "observed", true, { kind: "compacted" });
  if (since.navigated) of("navigated", "observed", !changes.some(isHeadChange), { kind: "navigated" });
  if (since.resumed !== null && !compared) {
    of("resumed", "unknown", true, { kind: "resumed", reason: since.resumed });
  }
  return findings;
}

/** The provider's own diagnosis, which something else asked for. */
function reported({ live: { diagnosis, observation } }: TurnFacts): readonly Finding[] {
  if (diagnosis === null) return [];
  const changes = observation === null ? [] : changesOf(observation).filter(({ harmless }) => !harmless);
  const seen = changes.some(({ cause }) => cause === diagnosis) ? null : (changes[0]?.cause ?? null);
  const places = changes.filter(({ cause }) => cause === diagnosis).map(changeEvidence);
  const evidence: Evidence[] = [...places.slice(0, 1), { kind: "diagnosis", cause: diagnosis, seen }];
  return [{ cause: diagnosis, certainty: "provider-reported", explains: true, evidence }];
}

/** Another model, or another endpoint: caches are not shared between them. */
function switched({ isFirstOf, previous, turn }: TurnFacts): readonly Finding[] {
  if (previous === null) return [];
  const of = (cause: Cause, evidence: Evidence): readonly Finding[] => [
    { cause, certainty: "observed", explains: true, evidence: [evidence] },
  ];
  if (isFirstOf === "endpoint") return of("endpoint-changed", { kind: "endpoint" });
  if (isFirstOf === "model") return of("model-changed", { kind: "model", from: previous.model, to: turn.model });
  const answeredBy = turn.responseModel ?? turn.model;
  if (answeredBy === previous.answeredBy) return [];
  return of("model-changed", { kind: "model", from: previous.answeredBy, to: answeredBy });
}

/** What was seen to change in the request. */
function changed(facts: TurnFacts): readonly Finding[] {
  const { observation } = facts.live;
  if (observation === null) return thinkingOfRows(facts);
  return changesOf(observation)
    .filter(({ harmless }) => !harmless)
    .map((change) => {
      const explains = explainsAlone(change, facts);
      const notes: Evidence[] = explains ? [] : [{ kind: "not-enough" }];
      if (observation.flap && isHeadChange(change)) notes.push({ kind: "flap" });
      return {
        cause: change.cause,
        certainty: change.certainty,
        explains,
        evidence: [changeEvidence(change), ...thinkingNote(change, facts), ...notes],
      };
    });
}

/** Half of what could have been read in spite of the change is allowance enough for estimates in characters. */
function explainsAlone({ readable }: Change, { usage }: TurnFacts): boolean {
  return usage.cacheRead + NOISE_TOKENS >= (readable * promptTokens(usage)) / 2;
}

function thinkingNote({ cause }: Change, { previous, turn }: TurnFacts): readonly Evidence[] {
  if (cause !== "thinking-changed" || previous === null || previous.thinkingLevel === turn.thinkingLevel) return [];
  return [{ kind: "thinking", from: previous.thinkingLevel, to: turn.thinkingLevel }];
}

/** A request that was not seen, but the session recorded another thinking level. */
function thinkingOfRows({ previous, turn, isFirstOf }: TurnFacts): readonly Finding[] {
  if (previous === null || isFirstOf !== null) return [];
  const { thinkingLevel: from } = previous;
  const { thinkingLevel: to } = turn;
  if (from === to || from === null || to === null) return [];
  const evidence: Evidence[] = [{ kind: "thinking", from, to }];
  return [{ cause: "thinking-changed", certainty: "likely", explains: true, evidence }];
}

/** Markers that are gone, or stand earlier than they did, so that less is looked for. */
function markers({ live: { observation }, previous }: TurnFacts): readonly Finding[] {
  const before = previous?.observation?.markers ?? [];
  if (observation === null || before.length === 0) return [];
  if (observation.markers.length === 0) {
    const evidence: Evidence[] = [{ kind: "no-markers", before: before.length }];
    return [{ cause: "markers-moved", certainty: "observed", explains: true, evidence }];
  }
  const hadHistory = before.some(({ section }) => section === "history");
  const isBehind = observation.blocksSinceMarker !== null;
  if (!hadHistory || isBehind || !isUnchanged(observation)) return [];
  const evidence: Evidence[] = [{ kind: "unchanged" }];
  return [{ cause: "markers-moved", certainty: "likely", explains: true, evidence }];
}

function lookback({ live: { observation } }: TurnFacts): readonly Finding[] {
  const blocks = observation?.blocksSinceMarker ?? 0;
  if (blocks <= LOOKBACK_BLOCKS || !isUnchanged(observation)) return [];
  const evidence: Evidence[] = [{ kind: "blocks", blocks, limit: LOOKBACK_BLOCKS }];
  return [{ cause: "lookback-exceeded", certainty: "likely", explains: true, evidence }];
}

/** Another request of the session was still under way: what it writes cannot be read yet. */
function concurrent(facts: TurnFacts): readonly Finding[] {
  if (!isUnchanged(facts.live.observation)) return [];
  const overlap = overlapWithTurn(facts) ?? overlapWithRefresh(facts);
  return overlap === null ? [] : [{ cause: "concurrent", certainty: "likely", explains: true, evidence: [overlap] }];
}

/** Two processes that append to one session. Entries are in the order of their ends. */
function overlapWithTurn({ previous, turn, endedAt }: TurnFacts): Evidence | null {
  const [start, end] = [previous?.startedAt ?? null, previous?.endedAt ?? null];
  if (start === null || end === null || turn.at === null || endedAt === null) return null;
  const isWithin = start <= turn.at && turn.at < end && end <= endedAt;
  return isWithin ? { kind: "overlap", seconds: (end - turn.at) / 1_000 } : null;
}

/** A refresh that was answered has an entry, and is the request before. Pi takes one back when a turn starts. */
function overlapWithRefresh({ previous, turn, live: { refreshSentAt } }: TurnFacts): Evidence | null {
  if (refreshSentAt === null || turn.at === null) return null;
  const isAnswered = previous !== null && previous.endedAt !== null && previous.endedAt >= refreshSentAt;
  const seconds = (turn.at - refreshSentAt) / 1_000;
  return isAnswered || seconds < 0 || seconds > REFRESH_SECONDS ? null : { kind: "refreshing", seconds };
}

/** A refresh asks for one token: one that was not answered by then has failed. */
const REFRESH_SECONDS = 30;

/** Past its declared lifetime an entry is gone whatever the request says; alone it explains a request that did not change. */
function expired(facts: TurnFacts): readonly Finding[] {
  const { previous, turn, lifetimeSeconds, live } = facts;
  const seconds = idleSeconds(previous?.startedAt ?? null, turn.at);
  if (seconds === null || lifetimeSeconds === null || seconds <= lifetimeSeconds || facts.isFirstOf === "model")
    return [];
  const { observation } = live;
  const explains = isUnchanged(observation) || (observation !== null && changesOf(observation).length > 0);
  return [{ cause: "expired", certainty: "likely", explains, evidence: [{ kind: "idle", seconds, lifetimeSeconds }] }];
}

/** The same request, asking for another lifetime than before. */
function retention({ live: { observation }, previous }: TurnFacts): readonly Finding[] {
  const from = previous?.observation?.retention ?? null;
  const to = observation?.retention ?? null;
  if (from === null || to === null || from === to || !isUnchanged(observation)) return [];
  return [
    { cause: "retention-changed", certainty: "likely", explains: true, evidence: [{ kind: "retention", from, to }] },
  ];
}

const FINDERS: readonly Finder[] = [
  rebuilt,
  reported,
  switched,
  changed,
  markers,
  lookback,
  concurrent,
  expired,
  retention,
];
