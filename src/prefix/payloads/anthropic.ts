import { type Fields, isList, isObject, ownElement } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import type { MessagePlace } from "./messages.ts";
import * as messages from "./messages.ts";
import { topLevelParams, writeParams } from "./params.ts";
import * as reading from "./reading.ts";
import { writeToolsAt } from "./tools.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { writeMarked, writeMessage } = messages;
const { lengthOf, listAt, objectIn, valueAt } = reading;

/**
 * Anthropic Messages. Order in the cache: tools → system → messages (Anthropic: prompt caching). System messages inside
 * `messages` are appended updates and so part of the history.
 */
export const anthropic: Family = {
  shape: "anthropic",
  recognises(payload) {
    if (listAt(payload, "messages") === null) return false;
    if (["system", "thinking", "betas", "anthropic_version"].some((key) => Object.hasOwn(payload, key))) return true;
    return hasAnthropicTools(payload);
  },
  write(payload, writer) {
    writer.attempt(["tools"], () => writeToolsAt(writer, payload, "tools", "tools"));
    writer.attempt(["system"], () => writeSystem(writer, valueAt(payload, "system")));
    writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
    writer.attempt(["history"], () => {
      const list = listAt(payload, "messages") ?? [];
      writer.section("history", { base: "messages" }, lengthOf(list), (index) => {
        writeMessage(writer, objectIn(list, index), { section: "history", index, textType: "text" });
        return undefined;
      });
    });
  },
};

/** Tools that cannot be read say nothing about the protocol. */
function hasAnthropicTools(payload: Fields): boolean {
  try {
    const tools = listAt(payload, "tools");
    return tools !== null && lengthOf(tools) > 0 && Object.hasOwn(objectIn(tools, 0), "input_schema");
  } catch {
    return false;
  }
}

function writeSystem(writer: SectionWriter, system: unknown): void {
  if (system === undefined || system === null) return;
  if (!isList(system)) {
    writer.section("system", { base: "system", role: "system" }, 1, () => {
      writer.recorder.value(system);
      return { name: null, path: "system" };
    });
    return;
  }
  writer.section("system", { base: "system", role: "system" }, lengthOf(system), (index) => {
    const place: MessagePlace = { section: "system", index, textType: null };
    const block = ownElement(system, index);
    if (isObject(block)) writeMarked(writer, objectIn(system, index), place, null);
    else writer.recorder.value(block);
    return undefined;
  });
}
