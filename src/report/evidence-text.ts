import { formatDuration } from "../duration.ts";
import type { Divergence } from "../prefix/divergence.ts";
import type { Cause } from "../verdict/cause.ts";
import type { Evidence } from "../verdict/evidence.ts";

/** An evidence as a sentence of the machine report, in English. Names in it are raw: views clean and bound them. */
export function evidenceText(evidence: Evidence): string {
  switch (evidence.kind) {
    case "place":
      return `the request changed: ${placeText(evidence.divergence)}`;
    case "other-protocol":
      return "the request was in another protocol than the one before";
    case "unchanged":
      return "the request continued the one before, unchanged";
    case "harmless":
      return `${evidence.path} changed, which this provider documents as harmless`;
    case "contradicted":
      return "more was read than stands before the change: another entry fitted, or it was changed back after us";
    case "late":
      return "the change came late: what stands before it was read";
    case "not-enough":
      return "the change does not explain that what stands before it was not read either";
    case "flap":
      return "this head was there before: it changes back and forth";
    case "repeated":
      return `the same on ${evidence.turns} measured turns in a row`;
    case "idle":
      return idleText(evidence.seconds, evidence.lifetimeSeconds);
    case "no-time":
      return "the times of the two requests cannot be compared";
    case "model":
      return `the model changed from ${evidence.from} to ${evidence.to}`;
    case "answered-by":
      return `answered by ${evidence.model}`;
    case "endpoint":
      return "the request went to another endpoint";
    case "thinking":
      return `the thinking level changed from ${evidence.from ?? "none"} to ${evidence.to ?? "none"}`;
    case "compacted":
      return "the conversation was compacted: a new beginning";
    case "navigated":
      return "you moved in the session tree";
    case "resumed":
      return `the session was opened again (${evidence.reason}): no earlier request to compare with`;
    case "not-seen":
      return `no comparison of this request with an earlier one (${evidence.reason ?? "not observed"})`;
    case "first":
      return "the first request that could be cached here";
    case "minimum":
      return `shorter than the ${evidence.tokens} tokens this model needs to cache${evidence.assumed ? " (assumed)" : ""}`;
    case "silent":
      return "this model has reported no cache numbers so far";
    case "no-markers":
      return `the request carried no cache marker${evidence.before > 0 ? `, the one before had ${evidence.before}` : ""}`;
    case "blocks":
      return `${evidence.blocks} blocks since the last marker; the provider looks back ${evidence.limit}`;
    case "retention":
      return `the requested lifetime changed from ${evidence.from} to ${evidence.to}`;
    case "overlap":
      return `another request of this session was under way for ${formatDuration(evidence.seconds)} more`;
    case "refreshing":
      return `a refresh was sent ${formatDuration(evidence.seconds)} before and not answered yet`;
    case "diagnosis":
      return diagnosisText(evidence.cause, evidence.seen);
    case "head-only":
      return "about as much was read as tools and prompt are long: of the history nothing";
    case "router":
      return "this provider passes requests on: perhaps to another host than before";
    case "later-extensions":
      return "seen at our place among the handlers: later extensions may change the request";
    case "bad-usage":
      return `the usage cannot be relied on (${evidence.flag})`;
  }
}

/** Path, name, section tag and kind of a divergence, in the contract's own words. */
function placeText({ path, section, name, tag, kind, line, char }: Divergence): string {
  const place = path ?? section;
  const parts = [place];
  if (name !== null && !place.endsWith(name)) parts.push(name);
  if (tag !== null) parts.push(`in <${tag}>`);
  parts.push(kind);
  if (line !== null && char !== null) parts.push(`at line ${line}, character ${char}`);
  return parts.join(" ");
}

function idleText(seconds: number, lifetimeSeconds: number | null): string {
  const lifetime =
    lifetimeSeconds === null ? "this model declares no cache lifetime" : `lifetime ${formatDuration(lifetimeSeconds)}`;
  return `${formatDuration(seconds)} since the start of the request before; ${lifetime}`;
}

function diagnosisText(cause: Cause, seen: Cause | null): string {
  return `the provider itself reported ${cause}${seen === null ? "" : `; what was seen here is ${seen}`}`;
}
