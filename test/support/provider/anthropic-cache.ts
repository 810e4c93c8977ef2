import { type Account, type EntryLoss, nameShortfall, type Refusal } from "./account.ts";
import { anthropicBlocks, type Block, type Tier } from "./anthropic-prompt.ts";
import type { Shortfall } from "./contract.ts";
import type { JsonRecord } from "./json-shape.ts";
import { type Closest, SentPrefixes, type SentRequest } from "./sent-prefixes.ts";

/** Anthropic: at most four markers in a request. */
const MARKER_LIMIT = 4;
/** Anthropic: each marker looks at its own block and at up to 20 blocks before it. */
const LOOKBACK = 20;

/** Settings of the Anthropic cache; lifetimes in seconds. */
export interface AnthropicCacheSettings {
  minimumTokens: number;
  shortLifetime: number;
  longLifetime: number;
}

interface Entry {
  /** Start of the last request that wrote or read it, in milliseconds. */
  usedAt: number;
  tier: Tier;
  forgotten: boolean;
}

interface ModelCache {
  entries: Map<string, Entry>;
  sent: SentPrefixes;
}

/** The prompt cache of anthropic-messages. Every model has its own entries. */
export class AnthropicCache {
  readonly #settings: AnthropicCacheSettings;
  readonly #models = new Map<string, ModelCache>();

  constructor(settings: AnthropicCacheSettings) {
    this.#settings = settings;
  }

  /** Evicts every entry but remembers that it existed. */
  forget(): void {
    for (const { entries } of this.#models.values()) {
      for (const entry of entries.values()) entry.forgotten = true;
    }
  }

  /** Looks a request up that starts at `now` (milliseconds); refuses too many or wrongly ordered markers. */
  lookUp(model: string, body: JsonRecord, now: number): Account | Refusal {
    const blocks = anthropicBlocks(body);
    const markers = blocks.flatMap((block, index) => (block.marker === null ? [] : [index]));
    const refused = refusal(blocks, markers);
    if (refused !== null) return { refused };

    const cache = this.#model(model);
    const names = blocks.map((block) => block.prefix);
    const promptTokens = tokensThrough(blocks, blocks.length - 1);
    const last = markers.at(-1) ?? -1;
    const cacheable = tokensThrough(blocks, last);
    const unwritten: SentRequest["unwritten"] =
      last < 0 ? "no-marker" : cacheable < this.#settings.minimumTokens ? "below-minimum" : null;
    const sent = { cachedTokens: unwritten === null ? cacheable : 0, unwritten };
    if (unwritten !== null) {
      return {
        promptTokens,
        readTokens: 0,
        writtenTokens: 0,
        longWrittenTokens: 0,
        freshTokens: promptTokens,
        shortfall: unwritten,
        commit: () => cache.sent.add(names, sent),
      };
    }

    const found = this.#find(cache, blocks, markers, now);
    const readTokens = tokensThrough(blocks, found);
    const lastLong = markers.findLast((index) => blocks[index]?.marker === "long") ?? -1;
    return {
      promptTokens,
      readTokens,
      writtenTokens: cacheable - readTokens,
      longWrittenTokens: Math.max(0, tokensThrough(blocks, lastLong) - readTokens),
      freshTokens: promptTokens - cacheable,
      shortfall: this.#shortfall(cache, blocks, cache.sent.closest(names), found, last, now),
      commit: () => {
        this.#store(cache, blocks, found, now);
        cache.sent.add(names, sent);
      },
    };
  }

  #find(cache: ModelCache, blocks: Block[], markers: number[], now: number): number {
    for (const marker of markers.toReversed()) {
      for (let index = marker; index >= Math.max(0, marker - LOOKBACK); index -= 1) {
        const entry = cache.entries.get(blocks[index]?.prefix ?? "");
        if (entry !== undefined && this.#state(entry, now) === "alive") return index;
      }
    }
    return -1;
  }

  /** Anthropic: the lifetime counts from the start of the request that writes or reads the entry. */
  #store(cache: ModelCache, blocks: Block[], found: number, now: number): void {
    blocks.forEach((block, index) => {
      const entry = cache.entries.get(block.prefix);
      const alive = entry !== undefined && this.#state(entry, now) === "alive";
      // Using a prefix uses every entry inside it, so all of them are refreshed. A concurrent request that started later
      // may have answered first; its time stands.
      if (alive && (index <= found || block.marker !== null)) entry.usedAt = Math.max(entry.usedAt, now);
      else if (block.marker !== null) this.#write(cache, block, block.marker, now);
    });
  }

  #write(cache: ModelCache, block: Block, tier: Tier, now: number): void {
    if (block.tokensSoFar < this.#settings.minimumTokens) return;
    cache.entries.set(block.prefix, { usedAt: now, tier, forgotten: false });
  }

  #shortfall(
    cache: ModelCache,
    blocks: Block[],
    closest: Closest | null,
    found: number,
    last: number,
    now: number,
  ): Shortfall {
    if (closest === null) return "cold";
    const best = blocks.findLastIndex((block) => cache.entries.has(block.prefix));
    const entry = cache.entries.get(blocks[best]?.prefix ?? "");
    const loss: EntryLoss = { tokens: 0, cause: "none" };
    if (entry !== undefined && best > found) {
      loss.tokens = tokensThrough(blocks, best) - tokensThrough(blocks, found);
      const state = this.#state(entry, now);
      loss.cause = state !== "alive" ? state : best > last ? "no-marker" : "lookback";
    }
    return nameShortfall(closest, tokensThrough(blocks, closest.common - 1), blocks.length, loss);
  }

  #state(entry: Entry, now: number): "alive" | "expired" | "forgotten" {
    if (entry.forgotten) return "forgotten";
    const seconds = entry.tier === "long" ? this.#settings.longLifetime : this.#settings.shortLifetime;
    return now - entry.usedAt < seconds * 1000 ? "alive" : "expired";
  }

  #model(model: string): ModelCache {
    const known = this.#models.get(model);
    if (known !== undefined) return known;
    const fresh = { entries: new Map(), sent: new SentPrefixes() };
    this.#models.set(model, fresh);
    return fresh;
  }
}

function tokensThrough(blocks: Block[], index: number): number {
  return blocks[index]?.tokensSoFar ?? 0;
}

function refusal(blocks: Block[], markers: number[]): string | null {
  if (markers.length > MARKER_LIMIT) {
    return `A maximum of ${MARKER_LIMIT} blocks with cache_control may be provided. Found ${markers.length}.`;
  }
  // Anthropic: entries with the longer lifetime must come before shorter ones.
  const tiers = markers.map((index) => blocks[index]?.marker);
  if (tiers.lastIndexOf("long") > tiers.indexOf("short") && tiers.includes("short")) {
    return "A cache_control block with ttl 1h must not come after one with ttl 5m.";
  }
  return null;
}
