import { type Fields, ownValue } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import { writeParams } from "./params.ts";
import { leading, lengthOf, listAt, objectAt, objectIn, textAt, valueAt } from "./reading.ts";
import { writeToolsAt } from "./tools.ts";

/** Of a section's name, so much goes into a path. */
const LONGEST_KEY = 100;

/** Pi's own records beside a message's content: they differ from turn to turn and are not sent to a model. */
const BOOKKEEPING = new Set([
  "timestamp",
  "usage",
  "api",
  "provider",
  "model",
  "responseModel",
  "responseId",
  "providerThinkingLevel",
  "thinkingLevel",
  "diagnostics",
  "stopReason",
  "rawStopReason",
  "errorMessage",
  "endTurn",
  "durationMs",
  "details",
  "nestedCalls",
]);

/** Pi's own protocol: the whole transcript in `context.messages`, the prompt as sections of its first message. */
export const piMessages: Family = {
  shape: "pi-messages",
  recognises(payload) {
    const context = objectAt(payload, "context");
    return context !== null && listAt(context, "messages") !== null;
  },
  write(payload, writer) {
    let options: Fields | null = null;
    writer.attempt(["params"], () => {
      options = objectAt(payload, "options");
    });
    writeParams(writer, [
      { object: payload, path: "", keys: ["model"] },
      { object: options, path: "options.", keys: ["reasoning", "toolChoice", "cacheRetention", "sessionId"] },
    ]);
    writer.attempt(["tools", "system", "history"], () => {
      const context = objectAt(payload, "context");
      const messages = (context === null ? null : listAt(context, "messages")) ?? [];
      // Only the first message is the head; a later system message is an appended update.
      const head = Math.min(
        1,
        leading(messages, (message) => textAt(message, "role") === "system"),
      );
      if (head === 1) writer.attempt(["tools", "system"], () => writeHead(writer, objectIn(messages, 0)));
      const base = "context.messages";
      writer.section("history", { base, first: head }, lengthOf(messages) - head, (item) => {
        writeWithoutBookkeeping(writer, objectIn(messages, head + item));
        return undefined;
      });
    });
  },
};

function writeHead(writer: SectionWriter, message: Fields): void {
  const path = "context.messages[0]";
  writeToolsAt(writer, message, "toolsAdded", `${path}.toolsAdded`);
  const sections = objectAt(message, "sections") ?? {};
  const names = Object.keys(sections);
  const content = valueAt(message, "content");
  const before = content === undefined || content === "" ? 0 : 1;
  writer.section("system", { base: path, role: "system" }, names.length + before, (item) => {
    const name = names[item - before];
    if (name === undefined) {
      writer.recorder.value(content);
      return { name: null, path: `${path}.content` };
    }
    writer.recorder.value(ownValue(sections, name));
    return { name, path: `${path}.sections.${name.slice(0, LONGEST_KEY)}` };
  });
}

function writeWithoutBookkeeping(writer: SectionWriter, message: Fields): void {
  const { recorder } = writer;
  recorder.openObject(message);
  for (const key of Object.keys(message)) {
    if (BOOKKEEPING.has(key)) continue;
    const text = key === "content" ? textAt(message, key) : null;
    if (text === null) recorder.field(message, key);
    else {
      recorder.key(key);
      recorder.textBlock("text", text);
    }
  }
  recorder.closeObject();
}
