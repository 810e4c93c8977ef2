import { promptTokens } from "../usage/usage.ts";
import type { Cause } from "./cause.ts";
import { type Change, changeEvidence, changesOf, continues, isHeadChange, isUnchanged } from "./changes.ts";
import type { Certainty, Evidence } from "./evidence.ts";
import type { TurnFacts } from "./facts.ts";
import { NOISE_TOKENS } from "./missed.ts";
import { UNCHANGED_FINDERS } from "./unchanged-request.ts";

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

/** Looks for causes of one kind. */
export type Finder = (facts: TurnFacts) => readonly Finding[];

/** Every cause that applies, in the order in which one is believed before another. */
export function findingsOf(facts: TurnFacts): readonly Finding[] {
  return FINDERS.flatMap((find) => find(facts));
}

/** Whether the request was seen beside the one it is measured against. */
function isCompared({ live: { observation }, isFirstOf }: TurnFacts): boolean {
  if (observation === null || isFirstOf !== null) return false;
  return isUnchanged(observation) || observation.relation === "changed" || observation.relation === "branched";
}

/** The session's own course. What was seen to change in the head is the user's extension's doing all the same. */
function rebuilt(facts: TurnFacts): readonly Finding[] {
  const { since, live } = facts;
  const compared = isCompared(facts);
  // Back in the tree a request can be the last one without its end: that is the user's doing too.
  if (compared && continues(live.observation)) return [];
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
  const expected = diagnosis === "compacted" ? { expected: true } : {};
  return [{ cause: diagnosis, certainty: "provider-reported", explains: true, ...expected, evidence }];
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

const FINDERS: readonly Finder[] = [rebuilt, reported, switched, changed, ...UNCHANGED_FINDERS];
