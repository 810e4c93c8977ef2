import type { Observation } from "../prefix/observation.ts";
import type { Pricer } from "../usage/cost.ts";
import type { Flag } from "../usage/row.ts";
import { hasCacheActivity, promptTokens } from "../usage/usage.ts";
import type { Cause } from "./cause.ts";
import { type Change, changeEvidence, changesOf, harmfulChanges, headShare, isUnchanged } from "./changes.ts";
import type { Evidence, Outcome, Verdict } from "./evidence.ts";
import type { TurnFacts } from "./facts.ts";
import { type Finding, findingsOf, isContradicted } from "./findings.ts";
import { idleSeconds } from "./lifetime.ts";
import { missedCost, missedTokens, outcomeOf } from "./missed.ts";
import { answeringModel } from "./past-requests.ts";
import { isRouter, minimumPrompt, needsMarkers } from "./provider-rules.ts";

/** A verdict where nothing was measured. */
export function unmeasured(cause: Cause | null = null, ...evidence: Evidence[]): Verdict {
  const certainty = cause === null ? "unknown" : "observed";
  return { outcome: "unmeasured", cause, also: [], certainty, evidence, missedTokens: 0, missedCost: null };
}

/**
 * What is left of a verdict that does not count, since its model's zeros mean nothing. The first request is what it is in
 * any case, and so is one too short to be cached, once the model `reports` what it caches.
 */
export function unreported(verdict: Verdict, reports: boolean, isOpening: boolean): Verdict {
  if (verdict.outcome === "unmeasured" || verdict.cause === "cold-start") return verdict;
  if (verdict.cause === "below-minimum" && (reports || isOpening)) return verdict;
  const seen = verdict.evidence.filter(({ kind }) => SEEN.has(kind));
  return unmeasured("not-reported", { kind: "silent" }, ...seen);
}

/** What was seen of a request is true whatever its numbers mean. */
const SEEN: ReadonlySet<Evidence["kind"]> = new Set(["unchanged", "shortened", "place"]);

/** Flags under which the counts are not what the provider meant. */
const UNRELIABLE: readonly Flag[] = ["usage-malformed", "input-negative", "inclusive-input-suspected"];

/**
 * Joins what was sent with what was charged: a pure function of its facts, as if the model reports its cache. Observed
 * change and measured miss are two facts; a cause is `observed` only where both were.
 */
export function judge(facts: TurnFacts, price: Pricer): Verdict {
  const flag = UNRELIABLE.find((unreliable) => facts.flags.includes(unreliable));
  if (flag !== undefined) return unmeasured("malformed-usage", { kind: "bad-usage", flag });
  const { usage, previous, turn } = facts;
  if (!hasCacheActivity(usage)) {
    const minimum = minimumPrompt(turn);
    if (promptTokens(usage) < minimum.tokens)
      return withoutMiss(facts, "expected-rebuild", "below-minimum", "likely", [{ kind: "minimum", ...minimum }]);
  }
  if (previous === null) return first(facts);
  const outcome = outcomeOf(previous.usage, usage);
  const missed = missedTokens(previous.usage, usage);
  const cost = missedCost(turn, missed, price);
  if (outcome === "hit") return hit(facts, missed, cost);
  const findings = findingsOf(facts);
  const main =
    findings.find(({ explains }) => explains) ?? findings.find(({ perhaps }) => perhaps === true) ?? residual(facts);
  const also = [...new Set(findings.map(({ cause }) => cause))].filter((cause) => cause !== main.cause);
  const { cause, certainty } = main;
  const evidence = [...main.evidence, ...sideEvidence(facts, main, findings)];
  const verdict: Verdict = { outcome, cause, also, certainty, evidence, missedTokens: missed, missedCost: cost };
  // A compaction makes a new conversation (Pi's rule too): nothing of the old one could have been read.
  if (cause === "compacted") return { ...withoutMiss(facts, "expected-rebuild", cause, certainty, evidence), also };
  if (main.expected === true) return { ...verdict, outcome: "expected-rebuild" };
  return verdict;
}

/** A row without cost, or one that was free, has no cost of what it missed either, not even none. */
function withoutMiss(
  { turn }: TurnFacts,
  outcome: Outcome,
  cause: Cause | null,
  certainty: Verdict["certainty"],
  evidence: readonly Evidence[],
): Verdict {
  const { cost } = turn.row;
  const missedCost = cost === null || cost.total <= 0 ? null : 0;
  return { outcome, cause, also: [], certainty, evidence, missedTokens: 0, missedCost };
}

/** The first request that can leave anything. What it reads was left by another session. */
function first(facts: TurnFacts): Verdict {
  const { usage } = facts;
  const { observation } = facts.live;
  if (usage.cacheRead * 2 >= promptTokens(usage))
    return withoutMiss(facts, "hit", null, "unknown", [{ kind: "first" }]);
  const evidence: Evidence[] = [{ kind: "first" }];
  const asksNothing = observation !== null && observation.markers.length === 0 && needsMarkers(observation.shape);
  if (asksNothing) evidence.push({ kind: "no-markers", before: 0 });
  return withoutMiss(facts, "expected-rebuild", "cold-start", "observed", evidence);
}

/** A hit needs no cause. A change that cost next to nothing is named all the same: it may cost more the next time. */
function hit(facts: TurnFacts, missed: number, cost: number | null): Verdict {
  const { observation } = facts.live;
  const of = (change: Change | null, ...evidence: Evidence[]): Verdict => ({
    outcome: "hit",
    cause: change?.cause ?? null,
    also: [],
    certainty: change?.certainty ?? "unknown",
    evidence: [...evidence, ...fallback(facts)],
    missedTokens: missed,
    missedCost: cost,
  });
  if (observation === null) return of(null);
  if (isUnchanged(observation)) return of(null, ...unchanged(observation));
  const [change] = harmfulChanges(observation);
  if (change === undefined) return of(null);
  if (isContradicted(change, facts)) return of(null, changeEvidence(change), { kind: "contradicted" });
  return of(change, changeEvidence(change), { kind: "late" });
}

/** No cause was found: what the clock says of a request that did not change, or nothing. */
function residual(facts: TurnFacts): Finding {
  const { observation } = facts.live;
  const of = (cause: Cause, ...evidence: Evidence[]): Finding => ({
    cause,
    certainty: cause === "unknown" ? "unknown" : "likely",
    explains: true,
    evidence,
  });
  if (observation === null) return of("unknown", { kind: "not-seen", reason: null });
  const contradicted = harmfulChanges(observation).find((change) => isContradicted(change, facts));
  if (contradicted !== undefined) return of("unknown", changeEvidence(contradicted), { kind: "contradicted" });
  const isMove = observation.relation === "branched" && (facts.since.navigated || facts.since.compacted);
  if (!isUnchanged(observation) && !isMove && changesOf(observation).length === 0)
    return of("unknown", { kind: "not-seen", reason: observation.reason ?? observation.relation });
  const same = unchanged(observation);
  const seconds = idleSeconds(facts.previous?.startedAt ?? null, facts.turn.at);
  if (seconds === null) return of("unknown", ...same, { kind: "no-time" });
  const { lifetimeSeconds } = facts;
  const idle: Evidence = { kind: "idle", seconds, lifetimeSeconds };
  // Within a declared lifetime, or seconds apart, time is no reason; without one, minutes may be.
  const isProviderSide = lifetimeSeconds !== null || seconds < SECONDS_APART;
  return of(isProviderSide ? "provider-side" : "evicted", ...same, idle);
}

const SECONDS_APART = 60;

/** That the request did not change, as it was seen; nothing where it did. */
function unchanged(observation: Observation): readonly Evidence[] {
  if (!isUnchanged(observation)) return [];
  return [{ kind: observation.relation === "shortened" ? "shortened" : "unchanged" }];
}

function sideEvidence(facts: TurnFacts, main: Finding, findings: readonly Finding[]): readonly Evidence[] {
  const { turn, live } = facts;
  const evidence: Evidence[] = [];
  // What else applied, so that `also` can be understood.
  for (const other of findings) if (other !== main) evidence.push(...other.evidence);
  if (live.observation !== null) {
    const harmless = changesOf(live.observation).filter((change) => change.harmless);
    evidence.push(...harmless.map(changeEvidence));
  }
  if (main.cause === "provider-side" || main.cause === "evicted") {
    if (isHeadOnly(facts)) evidence.push({ kind: "head-only" });
    if (isRouter(turn.provider)) evidence.push({ kind: "router" });
    evidence.push({ kind: "later-extensions" });
  }
  return evidence;
}

/** About as much was read as the head is long: of the history nothing was. */
function isHeadOnly({ live: { observation }, usage }: TurnFacts): boolean {
  if (observation === null || usage.cacheRead === 0) return false;
  return Math.abs(usage.cacheRead / promptTokens(usage) - headShare(observation)) <= HEAD_TOLERANCE;
}

const HEAD_TOLERANCE = 0.05;

/** The provider answered with another model than before, and read the cache all the same. */
function fallback({ turn, previous }: TurnFacts): readonly Evidence[] {
  const model = answeringModel(turn);
  return previous === null || model === previous.answeredBy ? [] : [{ kind: "answered-by", model }];
}
