import { formatDuration } from "../duration.ts";
import type { Divergence } from "../prefix/divergence.ts";
import type { Cause } from "../verdict/cause.ts";
import type { Evidence } from "../verdict/evidence.ts";
import type { PromptChange } from "../verdict/prompt-records.ts";

/** An evidence as a sentence of the machine report, in English. Names in it are raw: views clean and bound them. */
export function evidenceText(evidence: Evidence): string {
  switch (evidence.kind) {
    case "place":
      return `the request changed: ${placeText(evidence.divergence)}`;
    case "other-protocol":
      return "the request was in another protocol than the one before";
    case "unchanged":
      return "the request continued the one before, unchanged";
    case "shortened":
      return "the request was the one before without its end";
    case "harmless":
      return `${evidence.path} changed, which this provider documents as harmless`;
    case "contradicted":
      return "more was read than stands before the change: another entry fitted, or a later extension changed it back";
    case "late":
      return "the change came late: what stands before it was read";
    case "not-enough":
      return "the change does not explain that what stands before it was not read either";
    case "flap":
      return "this head was there before: it changes back and forth";
    case "repeated":
      return `it broke in the same way on ${evidence.turns} measured turns in a row`;
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
    case "recorded":
      return `Pi recorded ${recordedText(evidence.change)} in between`;
    case "compacted":
      return "the conversation was compacted: a new beginning";
    case "navigated":
      return "you moved in the session tree";
    case "resumed":
      return `the session was opened again (${evidence.reason}): no earlier request to compare with`;
    case "not-seen":
      return evidence.reason === null
        ? "this request was not watched, or what was seen of it is no longer kept"
        : `no comparison of this request with an earlier one (${evidence.reason})`;
    case "first":
      return "the first request that could be cached here";
    case "minimum":
      return `shorter than the ${evidence.tokens} tokens this model needs to cache${evidence.assumed ? " (assumed)" : ""}`;
    case "silent":
      return "this model has reported no cache numbers so far";
    case "no-markers":
      return `the request carried no cache marker${evidence.before > 0 ? `, the last one cached had ${evidence.before}` : ""}`;
    case "markers-earlier":
      return "no cache marker stood where the last one had been, or behind it";
    case "blocks":
      return `${evidence.blocks} blocks since the last marker; the provider looks back ${evidence.limit}`;
    case "retention":
      return `the requested lifetime changed from ${evidence.from} to ${evidence.to}`;
    case "refreshing":
      return `a refresh was sent ${formatDuration(evidence.seconds)} before, and no answer to it was recorded`;
    case "diagnosis":
      return diagnosisText(evidence.cause, evidence.seen);
    case "head-only":
      return "about as much was read as tools and prompt are long: of the history nothing";
    case "router":
      return "this provider passes requests on: perhaps to another host than before";
    case "later-extensions":
      return "an extension loaded after this one could still have changed the request: later extensions are not seen";
    case "bad-usage":
      return `the usage cannot be relied on (${evidence.flag})`;
  }
}

function recordedText({ toolsAdded, toolsRemoved, sections }: PromptChange): string {
  const parts: string[] = [];
  if (toolsAdded > 0) parts.push(`${toolsAdded} ${toolsAdded === 1 ? "tool" : "tools"} added`);
  if (toolsRemoved > 0) parts.push(`${toolsRemoved} ${toolsRemoved === 1 ? "tool" : "tools"} removed`);
  if (sections.length > 0) parts.push(`the prompt's ${sections.map((name) => `<${name}>`).join(", ")} changed`);
  return parts.join(", ");
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
    lifetimeSeconds === null ? "no lifetime is declared for it" : `lifetime ${formatDuration(lifetimeSeconds)}`;
  return `${formatDuration(seconds)} since the start of the request before; ${lifetime}`;
}

function diagnosisText(cause: Cause, seen: Cause | null): string {
  return `the provider itself reported ${cause}${seen === null ? "" : `; what was seen here is ${seen}`}`;
}
