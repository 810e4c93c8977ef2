import { type Evidence, isBreak, type Verdict } from "./evidence.ts";

/** From so many turns in a row on it is a pattern and not an incident. */
const PATTERN = 3;

/** Breaks in a row that have one cause at one place: something is rewritten on every turn. */
export class Streak {
  #place: string | null = null;
  #turns = 0;

  /** The next verdict on a measured turn, with the length of its streak among the evidence where it is a pattern. */
  note(verdict: Verdict): Verdict {
    const place = isBreak(verdict) ? placeOf(verdict) : null;
    this.#turns = place === this.#place ? this.#turns + 1 : 1;
    this.#place = place;
    if (place === null || this.#turns < PATTERN) return verdict;
    const [first, ...rest] = verdict.evidence;
    const repeated: Evidence = { kind: "repeated", turns: this.#turns };
    return { ...verdict, evidence: first === undefined ? [repeated] : [first, repeated, ...rest] };
  }
}

/** Cause and section, with the tool's or the prompt section's name: what changes there differs each time. */
function placeOf({ cause, evidence }: Verdict): string {
  const divergence = evidence.find((fact) => fact.kind === "place")?.divergence;
  return JSON.stringify([cause, divergence?.section, divergence?.name, divergence?.tag]);
}
