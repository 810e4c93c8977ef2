import { finiteOrNull, isRecord, textOrNull } from "../unknown.ts";
import type { Pricer } from "./cost.ts";
import { type Row, readPricedRow } from "./row.ts";

/**
 * Who answered. Raw strings: identity never uses a shortened or cleaned name. Under a virtual model this is the
 * physical model that answered, not the one selected.
 */
export interface ModelId {
  readonly provider: string;
  readonly api: string;
  readonly model: string;
}

/** One model response, as Pi recorded it. Failed and aborted responses are turns too. */
export interface Turn extends ModelId {
  /** When the request started, in milliseconds since the epoch; null when the message does not say. */
  readonly at: number | null;
  readonly thinkingLevel: string | null;
  /** The model that answered where the provider names another than was asked, as a fallback or a dated version does. */
  readonly responseModel: string | null;
  readonly stopReason: string;
  /** Pi's error text of a failed turn. Read for its status code only; never shown, kept or exported. */
  readonly errorMessage: string | null;
  readonly row: Row;
}

/** Pi's own marker of a model that routes to others (docs/virtual-models.md). */
export const VIRTUAL_API = "pi-virtual";

/** A key for one provider+api+model. Injective: the lengths say where a name ends, so no two different triples share it. */
export function modelKey({ provider, api, model }: ModelId): string {
  return `${provider.length}:${provider}${api.length}:${api}${model}`;
}

/**
 * `modelKey` for turns in their order: most are of the model before, whose key is then not made again. Each reader of a
 * session has its own.
 */
export class ModelKeys {
  #last: { readonly id: ModelId; readonly key: string } | null = null;

  of(id: ModelId): string {
    if (this.#last === null || !isSameModel(this.#last.id, id)) {
      const { provider, api, model } = id;
      this.#last = { id: { provider, api, model }, key: modelKey(id) };
    }
    return this.#last.key;
  }
}

/** Whether two turns were answered by one provider+api+model. */
export function isSameModel(a: ModelId, b: ModelId): boolean {
  return a.model === b.model && a.provider === b.provider && a.api === b.api;
}

/**
 * Reads an assistant message of unknown origin; null when it is no assistant message. A missing name becomes the empty
 * string, a missing usage a row without usage.
 */
export function readTurn(message: unknown, price: Pricer): Turn | null {
  if (!isRecord(message) || message.role !== "assistant") return null;
  const provider = textOrNull(message.provider) ?? "";
  const model = textOrNull(message.model) ?? "";
  return {
    provider,
    api: textOrNull(message.api) ?? "",
    model,
    at: finiteOrNull(message.timestamp),
    thinkingLevel: textOrNull(message.thinkingLevel),
    responseModel: textOrNull(message.responseModel),
    stopReason: textOrNull(message.stopReason) ?? "",
    errorMessage: textOrNull(message.errorMessage),
    row: readPricedRow(message.usage, provider, model, price),
  };
}
