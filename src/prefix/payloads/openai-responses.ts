import { type Fields, isList } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import { writeMessage } from "./messages.ts";
import { writeHead } from "./openai-chat.ts";
import { topLevelParams, writeParams } from "./params.ts";
import { leading, lengthOf, listAt, objectIn, textAt, valueAt } from "./reading.ts";
import { placesIn, type ToolList, writeTools, writeWhole } from "./tools.ts";

/**
 * OpenAI Responses, on Azure and for Codex too. The head is `tools` or the `additional_tools` items at the start,
 * `instructions`, and the system or developer items at the start of `input`; later ones are appended updates.
 */
export const openaiResponses: Family = {
  shape: "openai-responses",
  recognises: (payload) =>
    listAt(payload, "input") !== null || textAt(payload, "input") !== null || textAt(payload, "instructions") !== null,
  write(payload, writer) {
    writer.attempt(["instructions"], () => writeText(writer, payload, "instructions"));
    writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
    writer.attempt(["tools", "system", "developer", "history"], () => {
      const input = listAt(payload, "input") ?? [];
      const toolItems = leading(input, (item) => textAt(item, "type") === "additional_tools");
      writer.attempt(["tools"], () => writeToolLists(writer, payload, input, toolItems));
      const head = toolItems + leading(input, isPrompt, toolItems);
      writeHead(writer, input, "input", head, toolItems);
      if (textAt(payload, "input") !== null) return writeText(writer, payload, "input");
      writer.section("history", { base: "input", first: head }, lengthOf(input) - head, (item) => {
        const index = head + item;
        const message = objectIn(input, index);
        const textType = textAt(message, "role") === "assistant" ? "output_text" : "input_text";
        writeMessage(writer, message, { section: "history", index, textType });
        return undefined;
      });
    });
  },
};

function isPrompt(item: Fields): boolean {
  const role = textAt(item, "role");
  const type = textAt(item, "type");
  return (role === "system" || role === "developer") && (type === null || type === "message");
}

function writeToolLists(writer: SectionWriter, payload: Fields, input: readonly unknown[], toolItems: number): void {
  const top = valueAt(payload, "tools");
  if (top !== undefined && top !== null && !isList(top)) {
    writeWhole(writer, "tools", top, "tools");
    return;
  }
  const lists: ToolList[] = isList(top) ? [{ list: top, path: "tools" }] : [];
  for (let index = 0; index < toolItems; index++) {
    const list = listAt(objectIn(input, index), "tools");
    if (list !== null) lists.push({ list, path: `input[${index}].tools` });
  }
  if (lists.length > 0) writeTools(writer, placesIn(lists));
}

/** A bare text where a list could stand. */
function writeText(writer: SectionWriter, payload: Fields, key: "instructions" | "input"): void {
  const text = valueAt(payload, key);
  if (text === undefined || text === null) return;
  const section = key === "input" ? "history" : "instructions";
  writer.section(section, { base: key }, 1, () => {
    writer.recorder.value(text);
    return { name: null, path: key };
  });
}
