import { type Fields, ownElement } from "../recorder.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Section } from "../snapshot.ts";
import type { Family } from "./family.ts";
import { TOP_LEVEL_PARAMS, writeParams } from "./params.ts";
import { lengthOf, listAt, objectAt, objectIn, textAt } from "./reading.ts";
import { writeTools } from "./tools.ts";

/**
 * Bedrock Converse. Its markers are elements of their own, `cachePoint`, in the lists of tools, system blocks and message
 * blocks; they are tracked apart and are not content.
 */
export const bedrock: Family = {
  shape: "bedrock",
  recognises: (payload) =>
    listAt(payload, "messages") !== null &&
    ["modelId", "toolConfig", "inferenceConfig"].some((key) => Object.hasOwn(payload, key)),
  write(payload, writer) {
    let toolConfig: Fields | null = null;
    writer.attempt(["tools", "params"], () => {
      toolConfig = objectAt(payload, "toolConfig");
      const tools = toolConfig === null ? null : listAt(toolConfig, "tools");
      if (tools === null) return;
      const list = withoutPoints(writer, tools, "tools", (at) => [at, null]);
      writeTools(writer, [{ list, path: "toolConfig.tools" }]);
    });
    writer.attempt(["system"], () => {
      const system = listAt(payload, "system");
      if (system === null) return;
      const blocks = withoutPoints(writer, system, "system", (at) => [at, null]);
      writer.section("system", { base: "system", role: "system" }, blocks.length, (index) => {
        writer.recorder.value(blocks[index]);
        return undefined;
      });
    });
    writeParams(writer, [
      { object: payload, path: "", keys: [...TOP_LEVEL_PARAMS, "additionalModelRequestFields", "performanceConfig"] },
      { object: toolConfig, path: "toolConfig.", keys: ["toolChoice"] },
    ]);
    writer.attempt(["history"], () => {
      const messages = listAt(payload, "messages") ?? [];
      writer.section("history", { base: "messages" }, lengthOf(messages), (index) => {
        writeTurn(writer, objectIn(messages, index), index);
        return undefined;
      });
    });
  },
};

function writeTurn(writer: SectionWriter, message: Fields, index: number): void {
  const { recorder } = writer;
  recorder.openObject(message);
  for (const key of Object.keys(message)) {
    const content = key === "content" ? listAt(message, key) : null;
    if (content === null) {
      recorder.field(message, key);
      continue;
    }
    const blocks = withoutPoints(writer, content, "history", (at) => [index, at]);
    recorder.key(key);
    recorder.openList(content, blocks.length);
    for (const block of blocks) recorder.value(block);
    recorder.closeList();
  }
  recorder.closeObject();
}

/** The list without its cache points, which are noted as markers at the place that `place` gives them. */
function withoutPoints(
  writer: SectionWriter,
  list: readonly unknown[],
  section: Section,
  place: (at: number) => readonly [index: number, block: number | null],
): readonly unknown[] {
  const kept: unknown[] = [];
  for (let at = 0; at < lengthOf(list); at++) {
    const element = ownElement(list, at);
    const isObject = typeof element === "object" && element !== null && !Array.isArray(element);
    const point = isObject && !isBinary(element) ? objectAt(objectIn(list, at), "cachePoint") : null;
    if (point === null) kept.push(element);
    else writer.marker(section, ...place(at), textAt(point, "ttl")?.slice(0, 16) ?? null);
  }
  return kept;
}

function isBinary(value: object): boolean {
  return ArrayBuffer.isView(value);
}
