import type { Cause } from "./cause.ts";
import {
  type Change,
  changeEvidence,
  changesOf,
  continues,
  harmfulChanges,
  isHeadChange,
  isUnchanged,
  readableBefore,
} from "./changes.ts";
import type { Certainty, Evidence } from "./evidence.ts";
import { contradicts, explainsAlone } from "./explains.ts";
import type { TurnFacts } from "./facts.ts";
import { answeringModel } from "./past-requests.ts";
import type { PromptChange } from "./prompt-records.ts";
import { UNCHANGED_FINDERS } from "./unchanged-request.ts";

/** A cause that applies to a turn, whether or not it is the one that explains it. */
export interface Finding {
  readonly cause: Cause;
  readonly certainty: Certainty;
  /** Whether it alone explains how little was read. */
  readonly explains: boolean;
  /** It may explain it where nothing else does. */
  readonly perhaps?: boolean;
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
  if (since.compacted) of("compacted", "observed", true, { kind: "compacted" });
  if (since.navigated) of("navigated", "observed", explainsMove(facts), { kind: "navigated" });
  if (since.resumed !== null && !compared) {
    of("resumed", "unknown", true, { kind: "resumed", reason: since.resumed });
  }
  // Another model or endpoint is another cache, whatever the user did.
  return facts.isFirstOf === null ? findings : findings.map((one) => ({ ...one, explains: one.cause === "compacted" }));
}

/** What a branch shares with the last request could be read; a changed head is no move of the user's. */
function explainsMove(facts: TurnFacts): boolean {
  const { observation } = facts.live;
  if (observation === null) return true;
  if (changesOf(observation).some(isHeadChange)) return false;
  const { branchPoint } = observation;
  return branchPoint === null || explainsAlone(readableBefore(branchPoint, observation), facts);
}

/** The provider's own diagnosis, which something else asked for. */
function reported({ live: { diagnosis, observation } }: TurnFacts): readonly Finding[] {
  if (diagnosis === null) return [];
  const changes = observation === null ? [] : harmfulChanges(observation);
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
  const answeredBy = answeringModel(turn);
  if (answeredBy === previous.answeredBy) return [];
  return of("model-changed", { kind: "model", from: previous.answeredBy, to: answeredBy });
}

/** What was seen to change in the request. */
function changed(facts: TurnFacts): readonly Finding[] {
  const { observation } = facts.live;
  if (observation === null || !isCompared(facts)) return [...recorded(facts), ...thinkingOfRows(facts)];
  return harmfulChanges(observation)
    .filter((change) => !isContradicted(change, facts))
    .map((change) => {
      const explains = explainsAlone(change.readable, facts);
      const notes: Evidence[] = explains || change.isOpen ? [] : [{ kind: "not-enough" }];
      if (observation.flap && isHeadChange(change)) notes.push({ kind: "flap" });
      return {
        ...{ cause: change.cause, certainty: change.certainty, explains },
        ...(change.isOpen && !explains ? { perhaps: true } : {}),
        evidence: [changeEvidence(change), ...sessionNote(change, facts), ...notes],
      };
    });
}

/** Of a head that was there before, an older entry can have been read. */
export function isContradicted(change: Change, facts: TurnFacts): boolean {
  return facts.live.observation?.flap !== true && contradicts(change, facts);
}

/** What the session has recorded of the same change: the switch of a level, an extension that set tools or a section. */
function sessionNote({ cause }: Change, { previous, turn, since }: TurnFacts): readonly Evidence[] {
  if (cause === "thinking-changed" && previous !== null && previous.thinkingLevel !== turn.thinkingLevel) {
    return [{ kind: "thinking", from: previous.thinkingLevel, to: turn.thinkingLevel }];
  }
  return recordedCauses(since.prompt).includes(cause) ? [{ kind: "recorded", change: since.prompt }] : [];
}

/**
 * A request that was not compared, but the session recorded another prompt or other tools. A model that takes them in the
 * middle of a conversation loses nothing by them, so they explain nothing by themselves.
 */
function recorded({ since: { prompt }, isFirstOf }: TurnFacts): readonly Finding[] {
  if (isFirstOf !== null) return [];
  return recordedCauses(prompt).map((cause) => ({
    ...{ cause, certainty: "likely", explains: false },
    evidence: [{ kind: "recorded", change: prompt }],
  }));
}

function recordedCauses({ toolsAdded, toolsRemoved, sections }: PromptChange): readonly Cause[] {
  const causes: Cause[] = toolsAdded + toolsRemoved > 0 ? ["tools-changed"] : [];
  return sections.length > 0 ? [...causes, "system-changed"] : causes;
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
