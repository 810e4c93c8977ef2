import { assertPlain, isObject, Unreadable } from "./own-data.ts";
import { anthropic } from "./payloads/anthropic.ts";
import { bedrock } from "./payloads/bedrock.ts";
import type { Family } from "./payloads/family.ts";
import { google } from "./payloads/google.ts";
import { openaiChat } from "./payloads/openai-chat.ts";
import { openaiResponses } from "./payloads/openai-responses.ts";
import { piMessages } from "./payloads/pi-messages.ts";
import { Recorder } from "./recorder.ts";
import { SectionWriter } from "./section-writer.ts";
import type { ShapeTable } from "./shape.ts";
import type { Snapshot } from "./snapshot.ts";

/** All families; the first that recognises a payload reads it. A new protocol is a new file and one line here. */
const FAMILIES: readonly Family[] = [piMessages, google, openaiResponses, bedrock, anthropic, openaiChat];

/** Fields that carry the conversation, each in a protocol of its own. Two of them in one payload fit none. */
const CARRIERS = [["messages"], ["input", "instructions"], ["contents"], ["context"]] as const;

/** A payload, read; or why not: `unknown` when it fits no protocol, `skipped` when it cannot be read. */
export type Reading =
  | { readonly outcome: "read"; readonly snapshot: Snapshot }
  | { readonly outcome: "unknown" | "skipped"; readonly reason: string };

export interface ReadOptions {
  readonly salt: string;
  /** Shared by all readings of an observer. */
  readonly shapes: ShapeTable;
  /** Leave history bodies unread. */
  readonly headOnly: boolean;
}

/** Reads a payload of any origin. Never throws, runs no code of the payload, changes nothing. */
export function readPayload(payload: unknown, { salt, shapes, headOnly }: ReadOptions): Reading {
  try {
    if (!isObject(payload)) return { outcome: "unknown", reason: "not-an-object" };
    assertPlain(payload);
    const carriers = CARRIERS.filter((keys) => keys.some((key) => Object.hasOwn(payload, key)));
    if (carriers.length > 1) return { outcome: "unknown", reason: "mixed-protocols" };
    const family = FAMILIES.find((candidate) => candidate.recognises(payload));
    if (family === undefined) return { outcome: "unknown", reason: "no-known-protocol" };
    const writer = new SectionWriter(family, new Recorder(salt, shapes), headOnly);
    family.write(payload, writer);
    return { outcome: "read", snapshot: writer.snapshot() };
  } catch (error) {
    return { outcome: "skipped", reason: error instanceof Unreadable ? error.reason : "unreadable" };
  }
}
