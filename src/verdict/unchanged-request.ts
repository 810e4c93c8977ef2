import { continues, isUnchanged, markedHead } from "./changes.ts";
import type { Evidence } from "./evidence.ts";
import { explainsAlone } from "./explains.ts";
import type { TurnFacts } from "./facts.ts";
import type { Finder, Finding } from "./findings.ts";
import { idleSeconds } from "./lifetime.ts";
import { LOOKBACK_BLOCKS } from "./provider-rules.ts";

/** Markers that are gone, or stand earlier than they did, so that less is looked for. */
function markers(facts: TurnFacts): readonly Finding[] {
  const { live, previous, isFirstOf } = facts;
  const [observation, old] = [live.observation, previous?.observation ?? null];
  if (observation === null || old === null || isFirstOf !== null || old.shape !== observation.shape) return [];
  const before = old.markers.length;
  if (before === 0) return [];
  if (observation.markers.length === 0) {
    const evidence: Evidence[] = [{ kind: "no-markers", before }];
    return [{ cause: "markers-moved", certainty: "observed", explains: true, evidence }];
  }
  const hadHistory = old.markers.some(({ section }) => section === "history");
  const isBehind = observation.blocksSinceMarker !== null;
  if (!hadHistory || isBehind || !continues(observation)) return [];
  const explains = explainsAlone(markedHead(observation), facts);
  return [{ cause: "markers-moved", certainty: "likely", explains, evidence: [{ kind: "markers-earlier" }] }];
}

/** Out of reach is the history; the marked head is not. */
function lookback(facts: TurnFacts): readonly Finding[] {
  const { observation } = facts.live;
  const blocks = observation?.blocksSinceMarker ?? 0;
  if (observation === null || blocks <= LOOKBACK_BLOCKS || !isUnchanged(observation)) return [];
  const evidence: Evidence[] = [{ kind: "blocks", blocks, limit: LOOKBACK_BLOCKS }];
  const explains = explainsAlone(markedHead(observation), facts);
  return [{ cause: "lookback-exceeded", certainty: "likely", explains, evidence }];
}

/** A refresh asks for one token: one that was not answered by then has failed. */
const REFRESH_SECONDS = 30;

/**
 * A refresh was still under way: what it writes cannot be read yet. One that was answered has an entry, and is the request
 * before; Pi takes one back when a turn starts, and then nothing is recorded.
 */
function concurrent({ previous, turn, live: { observation, refreshSentAt } }: TurnFacts): readonly Finding[] {
  if (refreshSentAt === null || turn.at === null || !isUnchanged(observation)) return [];
  const isAnswered = previous !== null && previous.endedAt !== null && previous.endedAt >= refreshSentAt;
  const seconds = (turn.at - refreshSentAt) / 1_000;
  if (isAnswered || seconds < 0 || seconds > REFRESH_SECONDS) return [];
  return [{ cause: "concurrent", certainty: "likely", explains: true, evidence: [{ kind: "refreshing", seconds }] }];
}

/** Past its declared lifetime an entry is gone whatever the request says; alone it explains a request that did not change. */
function expired(facts: TurnFacts): readonly Finding[] {
  const { previous, turn, lifetimeSeconds, live } = facts;
  const seconds = idleSeconds(previous?.startedAt ?? null, turn.at);
  if (seconds === null || lifetimeSeconds === null || seconds <= lifetimeSeconds || facts.isFirstOf === "model")
    return [];
  const { observation } = live;
  const explains = observation !== null && COMPARED.has(observation.relation);
  return [{ cause: "expired", certainty: "likely", explains, evidence: [{ kind: "idle", seconds, lifetimeSeconds }] }];
}

const COMPARED: ReadonlySet<string> = new Set(["identical", "extended", "shortened", "changed", "branched"]);

/** The same request, asking for another lifetime than before. */
function retention({ live: { observation }, previous }: TurnFacts): readonly Finding[] {
  const from = previous?.observation?.retention ?? null;
  const to = observation?.retention ?? null;
  if (from === null || to === null || from === to || !isUnchanged(observation)) return [];
  // Without any marker it asks for no lifetime at all.
  if (observation?.markers.length === 0 && (previous?.observation?.markers.length ?? 0) > 0) return [];
  return [
    { cause: "retention-changed", certainty: "likely", explains: true, evidence: [{ kind: "retention", from, to }] },
  ];
}

/** What can lose an entry although the content of the request did not change. */
export const UNCHANGED_FINDERS: readonly Finder[] = [markers, lookback, concurrent, expired, retention];
