import type { Fields } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import { writeMessage } from "./messages.ts";
import { topLevelParams, writeParams } from "./params.ts";
import { leading, lengthOf, listAt, objectIn, textAt } from "./reading.ts";
import { writeToolsAt } from "./tools.ts";

/**
 * OpenAI Chat Completions and the protocols made after it, Mistral's conversations among them. The system and developer
 * messages at the start are the head; later ones are appended updates and part of the history.
 */
export const openaiChat: Family = {
  shape: "openai-chat",
  recognises: (payload) => listAt(payload, "messages") !== null,
  write(payload, writer) {
    writer.attempt(["tools"], () => writeToolsAt(writer, payload, "tools", "tools"));
    writer.attempt(["params"], () => writeParams(writer, topLevelParams(payload)));
    writer.attempt(["system", "developer", "history"], () => {
      const messages = listAt(payload, "messages") ?? [];
      const head = leading(messages, isPrompt);
      writeHead(writer, messages, "messages", head);
      writer.section("history", { base: "messages", first: head }, lengthOf(messages) - head, (item) => {
        const index = head + item;
        writeMessage(writer, objectIn(messages, index), { section: "history", index, textType: "text" });
        return undefined;
      });
    });
  },
};

function isPrompt(message: Fields): boolean {
  const role = textAt(message, "role");
  return role === "system" || role === "developer";
}

/** The prompt messages at the start of a list, by the role that carries them. */
export function writeHead(writer: SectionWriter, list: readonly unknown[], base: string, end: number, start = 0): void {
  for (const role of ["system", "developer"] as const) {
    const indexes = Array.from({ length: end - start }, (_, offset) => start + offset).filter(
      (index) => textAt(objectIn(list, index), "role") === role,
    );
    if (indexes.length === 0) continue;
    writer.section(role, { base, first: indexes[0] ?? 0, role }, indexes.length, (item) => {
      const index = indexes[item] ?? 0;
      writeMessage(writer, objectIn(list, index), { section: role, index, textType: null });
      return { name: null, path: `${base}[${index}]` };
    });
  }
}
