import { oneLine } from "../../ui/safe-text.ts";
import { changeText } from "../../ui/text/divergence.ts";
import type { Words } from "../../ui/words/words.ts";
import type { Verdict } from "../../verdict/evidence.ts";

/** UTF-16 code units of one sentence: longer ones hold names that nobody can read to their end. */
const LONGEST_SENTENCE = 400;

/** What a verdict rests on, in the reader's language: first the place that changed, then the rest in its order. */
export function evidenceSentences({ evidence }: Pick<Verdict, "evidence">, words: Words): readonly string[] {
  const place = evidence.find(({ kind }) => kind === "place");
  const others = evidence.filter((one) => one !== place);
  return [...(place?.kind === "place" ? [changeText(place.divergence, words)] : []), ...others.map(words.evidence)].map(
    (sentence) => oneLine(sentence.slice(0, LONGEST_SENTENCE).toWellFormed()),
  );
}
