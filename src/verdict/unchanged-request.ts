import { changesOf, continues, isUnchanged } from "./changes.ts";
import type { Evidence } from "./evidence.ts";
import type { TurnFacts } from "./facts.ts";
import type { Finder, Finding } from "./findings.ts";
import { idleSeconds } from "./lifetime.ts";
import { LOOKBACK_BLOCKS } from "./provider-rules.ts";

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
  if (!hadHistory || isBehind || !continues(observation)) return [];
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

/** What can lose an entry although the content of the request did not change. */
export const UNCHANGED_FINDERS: readonly Finder[] = [markers, lookback, concurrent, expired, retention];
