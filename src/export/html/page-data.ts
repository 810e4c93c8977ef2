import { displayName } from "../../ui/safe-text.ts";
import type { Words } from "../../ui/words/words.ts";
import { CAUSES } from "../../verdict/cause.ts";
import { isBreak } from "../../verdict/evidence.ts";
import type { ExportedTurn } from "../turns.ts";
import { evidenceSentences } from "./evidence.ts";

/** UTF-16 code units of evidence in one page. Beyond it the oldest turns go without, so that the file stays small. */
const EVIDENCE_BUDGET = 500_000;

const OUTCOMES = ["hit", "partial", "miss", "expected-rebuild", "unmeasured"] as const;
const CERTAINTIES = ["observed", "likely", "provider-reported", "unknown"] as const;

/**
 * The turns for the page's script: a list for each kind of number, all of one length, since names at every turn would make
 * the file several times as long. Null is what was not measured; words are indexes into lists of words.
 */
export interface PageData {
  readonly turn: readonly number[];
  /** Milliseconds since the epoch. */
  readonly at: readonly (number | null)[];
  readonly model: readonly number[];
  readonly fresh: readonly (number | null)[];
  readonly read: readonly (number | null)[];
  readonly written: readonly (number | null)[];
  readonly output: readonly (number | null)[];
  /** 1 where the turn has a rate. */
  readonly rated: readonly (0 | 1)[];
  readonly cost: readonly (number | null)[];
  readonly outcome: readonly number[];
  readonly cause: readonly (number | null)[];
  readonly also: readonly (readonly number[])[];
  readonly certainty: readonly number[];
  readonly missed: readonly number[];
  readonly lost: readonly (number | null)[];
  /** Indexes into `sentences`; null where they were left out. */
  readonly evidence: readonly (readonly number[] | null)[];
  readonly stop: readonly number[];
  /** Turns with something before them, by index, and how often: compactions, refreshes, and 1 for another model. */
  readonly compactions: readonly (readonly [index: number, count: number])[];
  readonly refreshes: readonly (readonly [index: number, count: number])[];
  readonly switches: readonly (readonly [index: number, count: number])[];
  readonly models: readonly string[];
  /** Models that a subscription pays for. */
  readonly notional: readonly number[];
  readonly sentences: readonly string[];
  readonly stops: readonly string[];
  readonly outcomes: readonly string[];
  /** The outcomes that are breaks. */
  readonly breaks: readonly number[];
  readonly causes: readonly string[];
  readonly certainties: readonly string[];
  /** Whether any break has a price. */
  readonly isPriced: boolean;
}

/** The turns as columns. Names are cleaned and bounded, sentences in the reader's language. */
export function pageData(turns: readonly ExportedTurn[], words: Words): PageData {
  const [models, sentences, stops] = [new Numbered(), new Numbered(), new Numbered()];
  const of = <T>(read: (turn: ExportedTurn) => T): readonly T[] => turns.map(read);
  const count = (read: (turn: ExportedTurn) => number) =>
    turns.flatMap((turn, index) => (read(turn) > 0 ? [[index, read(turn)] as const] : []));
  const modelOf = ({ report }: ExportedTurn): number =>
    models.of(`${displayName(report.provider)}/${displayName(report.model)}`);
  return {
    turn: of(({ report }) => report.turn),
    at: of(({ report }) => (report.at === null ? null : Date.parse(report.at))),
    model: of(modelOf),
    fresh: of(({ report }) => report.usage?.input ?? null),
    read: of(({ report }) => report.usage?.cacheRead ?? null),
    written: of(({ report }) => report.usage?.cacheWrite ?? null),
    output: of(({ report }) => report.usage?.output ?? null),
    rated: of(({ report }) => (report.hitRate === null ? 0 : 1)),
    cost: of(({ report }) => rounded(report.cost)),
    outcome: of(({ verdict }) => OUTCOMES.indexOf(verdict.outcome)),
    cause: of(({ verdict }) => (verdict.cause === null ? null : CAUSES.indexOf(verdict.cause))),
    also: of(({ verdict }) => verdict.also.map((cause) => CAUSES.indexOf(cause))),
    certainty: of(({ verdict }) => CERTAINTIES.indexOf(verdict.certainty)),
    missed: of(({ verdict }) => verdict.missedTokens),
    lost: of(({ verdict }) => rounded(verdict.missedCost)),
    evidence: evidenceOf(turns, words, sentences),
    stop: of(({ report }) => stops.of(displayName(report.stopReason))),
    compactions: count(({ before }) => before.compactions),
    refreshes: count(({ before }) => before.refreshes),
    switches: count(({ before }) => (before.modelSwitched ? 1 : 0)),
    notional: [...new Set(turns.filter(({ notional }) => notional).map(modelOf))],
    ...{ models: models.list, sentences: sentences.list, stops: stops.list },
    outcomes: OUTCOMES.map((outcome) => words.outcomes[outcome]),
    breaks: OUTCOMES.flatMap((outcome, index) => (isBreak({ outcome }) ? [index] : [])),
    causes: CAUSES.map((cause) => words.causes[cause]),
    certainties: CERTAINTIES.map((certainty) => words.certainties[certainty]),
    isPriced: turns.some(({ verdict }) => isBreak(verdict) && verdict.missedCost !== null),
  };
}

/** From the newest on, since those are asked for. */
function evidenceOf(turns: readonly ExportedTurn[], words: Words, sentences: Numbered): PageData["evidence"] {
  return turns
    .toReversed()
    .map(({ verdict }) => {
      if (sentences.chars > EVIDENCE_BUDGET) return null;
      return evidenceSentences(verdict, words).map((sentence) => sentences.of(sentence));
    })
    .reverse();
}

/** Six significant digits: more than is shown. */
function rounded(amount: number | null): number | null {
  return amount === null ? null : Number(amount.toPrecision(6));
}

/** Texts by number: one that comes again has the number it had. */
class Numbered {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();
  chars = 0;

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.chars += text.length;
    this.#numbers.set(text, this.list.length);
    return this.list.push(text) - 1;
  }
}
