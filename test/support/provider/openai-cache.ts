import { type Account, type EntryLoss, nameShortfall } from "./account.ts";
import type { ProtocolName, Shortfall } from "./contract.ts";
import type { JsonRecord } from "./json-shape.ts";
import { openaiPrompt } from "./openai-prompt.ts";
import { SentPrefixes, type SentRequest } from "./sent-prefixes.ts";
import { chain, tokensOfUnits, UNITS_PER_TOKEN } from "./tokens.ts";

/** OpenAI: cached tokens come in steps of 128. */
const STEP = 128;

/** Settings of the OpenAI cache; the idle lifetime is in seconds. */
export interface OpenAICacheSettings {
  minimumTokens: number;
  lifetime: number;
}

interface Entry {
  /** Start of the last request that used it, in milliseconds. */
  usedAt: number;
  forgotten: boolean;
}

interface ModelCache {
  /** Prefix name to cache key to entry; one prefix per full step of 128 tokens. */
  steps: Map<string, Map<string, Entry>>;
  sent: SentPrefixes;
}

/**
 * The automatic prompt cache of openai-completions and openai-responses. Every model has its own entries, and every
 * `prompt_cache_key` within it (no key counts as a key of its own). A model that is used over both protocols counts as
 * two, because the same conversation renders differently.
 */
export class OpenAICache {
  readonly #settings: OpenAICacheSettings;
  readonly #models = new Map<string, ModelCache>();

  constructor(settings: OpenAICacheSettings) {
    this.#settings = settings;
  }

  /** Evicts every entry but remembers that it existed. */
  forget(): void {
    for (const { steps } of this.#models.values()) {
      for (const keys of steps.values()) {
        for (const entry of keys.values()) entry.forgotten = true;
      }
    }
  }

  /** Looks a request up that starts at `now` (milliseconds). */
  lookUp(protocol: ProtocolName, model: string, body: JsonRecord, now: number): Account {
    const text = openaiPrompt(protocol, body);
    const promptTokens = tokensOfUnits(text.length);
    const names = stepNames(text);
    const key = typeof body["prompt_cache_key"] === "string" ? body["prompt_cache_key"] : "";
    const cache = this.#model(`${protocol}\n${model}`);
    const tooShort = promptTokens < this.#settings.minimumTokens;

    let depth = 0;
    while (!tooShort && depth < names.length) {
      const entry = cache.steps.get(names[depth] ?? "")?.get(key);
      if (entry === undefined || this.#state(entry, now) !== "alive") break;
      depth += 1;
    }
    const readTokens = this.#readable(depth);
    const sent: SentRequest = tooShort
      ? { cachedTokens: 0, unwritten: "below-minimum" }
      : { cachedTokens: names.length * STEP, unwritten: null };
    return {
      promptTokens,
      readTokens,
      writtenTokens: 0,
      longWrittenTokens: 0,
      freshTokens: promptTokens - readTokens,
      shortfall: tooShort ? "below-minimum" : this.#shortfall(cache, names, key, readTokens, now),
      commit: () => {
        if (!tooShort) for (const name of names) this.#use(cache, name, key, now);
        cache.sent.add(names, sent);
      },
    };
  }

  #readable(depth: number): number {
    const tokens = depth * STEP;
    return tokens < this.#settings.minimumTokens ? 0 : tokens;
  }

  #use(cache: ModelCache, name: string, key: string, now: number): void {
    const keys = cache.steps.get(name) ?? new Map<string, Entry>();
    const entry = keys.get(key);
    const usedAt = entry === undefined || entry.forgotten ? now : Math.max(entry.usedAt, now);
    keys.set(key, { usedAt, forgotten: false });
    cache.steps.set(name, keys);
  }

  #shortfall(cache: ModelCache, names: string[], key: string, readTokens: number, now: number): Shortfall {
    const closest = cache.sent.closest(names);
    if (closest === null) return "cold";
    const loss: EntryLoss = { tokens: 0, cause: "none" };
    const best = names.findLastIndex((name) => cache.steps.has(name));
    const keys = cache.steps.get(names[best] ?? "");
    const possible = this.#readable(best + 1);
    if (keys !== undefined && possible > readTokens) {
      loss.tokens = possible - readTokens;
      loss.cause = this.#causeAt(keys, key, now);
    }
    return nameShortfall(closest, closest.common * STEP, names.length, loss);
  }

  #causeAt(keys: Map<string, Entry>, key: string, now: number): Shortfall {
    const states = [...keys.values()].map((entry) => this.#state(entry, now));
    if (states.includes("alive")) return "other-key";
    const own = keys.get(key);
    if (own !== undefined) return this.#state(own, now) === "forgotten" ? "forgotten" : "expired";
    return states.includes("forgotten") ? "forgotten" : "expired";
  }

  /** OpenAI: an entry lives while it is used; the idle time counts from the start of the last request that used it. */
  #state(entry: Entry, now: number): "alive" | "expired" | "forgotten" {
    if (entry.forgotten) return "forgotten";
    return now - entry.usedAt < this.#settings.lifetime * 1000 ? "alive" : "expired";
  }

  #model(name: string): ModelCache {
    const known = this.#models.get(name);
    if (known !== undefined) return known;
    const fresh = { steps: new Map(), sent: new SentPrefixes() };
    this.#models.set(name, fresh);
    return fresh;
  }
}

function stepNames(text: string): string[] {
  const units = STEP * UNITS_PER_TOKEN;
  const names: string[] = [];
  let name = "";
  for (let end = units; end <= text.length; end += units) {
    name = chain(name, text.slice(end - units, end));
    names.push(name);
  }
  return names;
}
