/** A JSON object of unknown content. */
export type JsonRecord = Record<string, unknown>;

/** Whether a value is a JSON object; arrays and null are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects in an array, in order; empty for anything that is not an array. */
export function recordsIn(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Message content as a list of parts. A plain string is one text part of the given type, because the protocols treat
 * both spellings alike; anything else is no part.
 */
export function contentParts(content: unknown, textType: string): JsonRecord[] {
  return typeof content === "string" ? [{ type: textType, text: content }] : recordsIn(content);
}

/** A copy without the named field. The other fields keep their order, which matters for a prompt. */
export function without(record: JsonRecord, field: string): JsonRecord {
  const { [field]: _dropped, ...rest } = record;
  return rest;
}

/** The text of all parts that have text, joined by line breaks. */
export function textOf(parts: JsonRecord[]): string {
  return parts
    .map((part) => part["text"])
    .filter((text) => typeof text === "string")
    .join("\n");
}
