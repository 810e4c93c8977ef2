import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Cost, type Pricer, readCost } from "./usage/cost.ts";
import { promptTokens, type Usage } from "./usage/usage.ts";

type Models = ExtensionContext["modelRegistry"];

/**
 * Prices rows that carry no cost from Pi's model catalogue, as Pi would have: dollars per million tokens, the tier whose
 * threshold the prompt exceeds, one-hour writes at twice the input price (Anthropic). Null for models Pi does not know.
 */
export function createPricer(models: () => Models | null): Pricer {
  return (provider, model, usage) => {
    const rates = ratesOf(models(), provider, model);
    if (rates === undefined) return null;
    const prompt = promptTokens(usage);
    const tiers = [...(rates.tiers ?? [])].sort((a, b) => b.inputTokensAbove - a.inputTokensAbove);
    return priced(tiers.find((tier) => prompt > tier.inputTokensAbove) ?? rates, usage);
  };
}

// A catalogue that cannot answer leaves a row without a price; it must not lose the row.
function ratesOf(models: Models | null, provider: string, model: string) {
  try {
    return models?.find(provider, model)?.cost;
  } catch {
    return undefined;
  }
}

interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

function priced(rates: Rates, usage: Usage): Cost | null {
  const shortWrite = Math.max(0, usage.cacheWrite - usage.cacheWrite1h);
  return readCost({
    input: (rates.input * usage.input) / 1e6,
    output: (rates.output * usage.output) / 1e6,
    cacheRead: (rates.cacheRead * usage.cacheRead) / 1e6,
    cacheWrite: (rates.cacheWrite * shortWrite + rates.input * 2 * usage.cacheWrite1h) / 1e6,
  });
}
