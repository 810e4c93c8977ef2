import type { Report } from "../../report/schema.ts";
import { CAUSES, ORIGINS } from "../../verdict/cause.ts";
import { dollars, fullTokens } from "../numbers.ts";
import type { Words } from "../words/words.ts";

type Row = readonly [label: string, rate: string, text: string];

/** Breaks of the window for the summary: how many, what they cost, and where they lie; nothing without any. */
export function breakRows({ breaks, money }: Report, words: Words): readonly Row[] {
  if (breaks.count === 0) return [];
  const price = priceText(breaks.missedCost, money.notional, words);
  const causes = CAUSES.flatMap((cause) => {
    const { count, missedTokens, missedCost } = breaks.byCause[cause];
    if (count === 0) return [];
    const text = words.breakOf(words.causes[cause], count, fullTokens(missedTokens));
    return [{ origin: ORIGINS[cause], text: text + priceText(missedCost, money.notional, words) }];
  });
  // What people can fix, what time did and what the provider did stand apart.
  const origins = [...new Set(causes.map(({ origin }) => origin))].flatMap((origin) => {
    const own = causes.filter((cause) => cause.origin === origin).map(({ text }) => text);
    return origin === "unknown"
      ? own
      : own.map((text, index) => (index === 0 ? words.labelled(words.origins[origin], text) : `  ${text}`));
  });
  return [
    [`  ${words.breaks}`, "", words.breakCount(breaks.count, fullTokens(breaks.missedTokens)) + price],
    ...origins.map((text): Row => ["", "", text]),
  ];
}

/** What caching saved in the window; nothing where no price is known. */
export function moneyRows({ money }: Report, words: Words): readonly Row[] {
  const { readSavings, net, notional } = money;
  if (readSavings === null || net === null || (readSavings <= 0 && net >= 0)) return [];
  const note = notional ? ` (${words.notional})` : "";
  return [[`  ${words.saved}`, "", words.savedAmount(dollars(readSavings), dollars(net)) + note]];
}

/** How long the cache stays warm and what it costs if it does not; nothing where no lifetime is declared. */
export function clockRows({ clock, generatedAt, money }: Report, words: Words): readonly Row[] {
  const { expiresAt, warm, tokensIfCold, costIfCold } = clock;
  if (expiresAt === null || warm === null) return [];
  const time = new Date(expiresAt).toTimeString().slice(0, 8);
  const rest = words.duration((Date.parse(expiresAt) - Date.parse(generatedAt)) / 1_000);
  const parts = [warm ? words.warmUntil(time, rest) : words.coldSince(time)];
  if (tokensIfCold !== null) {
    parts.push(words.ifCold(fullTokens(tokensIfCold)) + priceText(costIfCold, money.notional, words));
  }
  return [[`  ${words.clock}`, "", parts.join(" · ")]];
}

function priceText(cost: number | null, notional: boolean, words: Words): string {
  if (cost === null || cost <= 0) return "";
  return ` (${dollars(cost)}${notional ? `, ${words.notional}` : ""})`;
}
