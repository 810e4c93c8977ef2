import type { Divergence } from "../prefix/divergence.ts";
import { addBreakSums, type BreakSum } from "../verdict/breaks.ts";
import type { Cause } from "../verdict/cause.ts";
import { isBreak, type Verdict } from "../verdict/evidence.ts";
import type { JudgedFile } from "./judged-file.ts";

/** What breaks are laid to: their cause, and where it is known the tool, the section of the prompt and the extension. */
export const CULPRIT_KINDS = ["cause", "tool", "section", "extension"] as const;
export type CulpritKind = (typeof CULPRIT_KINDS)[number];

/** Breaks of one culprit. */
export interface Culprit extends BreakSum {
  readonly kind: CulpritKind;
  /** A cause, or a raw name: views clean and bound it. A tagged section of the prompt has its brackets. */
  readonly name: string;
  /** Sessions that it broke. */
  readonly sessions: number;
}

/** The culprits of one session's breaks that count. A break counts once in each kind in which something is named. */
export function culpritsOf({ verdicts, countedTurns }: JudgedFile): readonly Culprit[] {
  if (verdicts.breaks.total.count === 0) return [];
  const named: Culprit[] = [];
  for (const id of countedTurns) {
    const verdict = verdicts.of(id);
    if (verdict !== undefined && isBreak(verdict)) named.push(...culpritsIn(verdict));
  }
  return addCulprits(named).map((culprit) => ({ ...culprit, sessions: 1 }));
}

/** Culprits of the same kind and name as one, as those of several sessions. */
export function addCulprits(all: Iterable<Culprit>): readonly Culprit[] {
  const byName = new Map<string, Culprit>();
  for (const one of all) {
    const key = `${one.kind} ${one.name}`;
    const known = byName.get(key);
    const sessions = one.sessions + (known?.sessions ?? 0);
    byName.set(key, known === undefined ? one : { ...known, ...addBreakSums(known, one), sessions });
  }
  return [...byName.values()];
}

/** Those of a kind, the dearest first: by dollars, then by tokens. */
export function dearest(culprits: readonly Culprit[], kind: CulpritKind): readonly Culprit[] {
  return culprits
    .filter((one) => one.kind === kind)
    .sort((a, b) => (b.missedCost ?? 0) - (a.missedCost ?? 0) || b.missedTokens - a.missedTokens);
}

function culpritsIn(verdict: Verdict): readonly Culprit[] {
  const { cause, missedTokens, missedCost } = verdict;
  if (cause === null) return [];
  const names = { cause, ...namesIn(verdict, cause) };
  return CULPRIT_KINDS.flatMap((kind) => {
    const name = names[kind];
    return name === null ? [] : [{ kind, name, count: 1, missedTokens, missedCost, sessions: 0 }];
  });
}

type Names = Readonly<Record<Exclude<CulpritKind, "cause">, string | null>>;
const NO_NAMES: Names = { tool: null, section: null, extension: null };

/** What a verdict names, as far as it belongs to the cause: a place that only also changed broke nothing. */
function namesIn({ evidence }: Verdict, cause: Cause): Names {
  const place = evidence.find((fact) => fact.kind === "place")?.divergence ?? null;
  // Of tools in another order none is to blame.
  if (cause === "tools-changed" && place?.section === "tools" && place.kind !== "reordered") {
    return { ...NO_NAMES, tool: place.name, extension: place.owner };
  }
  if (cause !== "system-changed") return NO_NAMES;
  if (place !== null && isPrompt(place))
    return { ...NO_NAMES, section: place.tag === null ? place.section : `<${place.tag}>` };
  // Where the request was not seen, Pi's own record may name what was changed.
  const recorded = evidence.find((fact) => fact.kind === "recorded")?.change.sections ?? [];
  return recorded.length === 0 ? NO_NAMES : { ...NO_NAMES, section: recorded.map((tag) => `<${tag}>`).join(", ") };
}

function isPrompt({ section }: Divergence): boolean {
  return section === "system" || section === "developer" || section === "instructions";
}
