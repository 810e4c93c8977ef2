import { type Fields, isList, isObject, ownElement } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Section } from "../snapshot.ts";
import type { Family } from "./family.ts";
import { topLevelParams, writeParams } from "./params.ts";
import { lengthOf, listAt, objectAt, objectIn, textAt, valueAt } from "./reading.ts";
import { writeTools, writeWhole } from "./tools.ts";

/**
 * Bedrock Converse. Its markers are elements of their own, `cachePoint`, in the lists of tools, system blocks and message
 * blocks; they are tracked apart and are not content.
 */
export const bedrock: Family = {
  shape: "bedrock",
  markersAreElements: true,
  recognises: (payload) =>
    listAt(payload, "messages") !== null &&
    ["modelId", "toolConfig", "inferenceConfig"].some((key) => Object.hasOwn(payload, key)),
  write(payload, writer) {
    let toolConfig: Fields | null = null;
    writer.attempt(["tools", "params"], () => {
      toolConfig = objectAt(payload, "toolConfig");
    });
    writer.attempt(["tools"], () => toolConfig !== null && writeToolsWithPoints(writer, toolConfig));
    writer.attempt(["system"], () => writeSystem(writer, valueAt(payload, "system")));
    writer.attempt(["params"], () =>
      writeParams(writer, [
        ...topLevelParams(payload, ["additionalModelRequestFields", "performanceConfig"]),
        { object: toolConfig, path: "toolConfig.", keys: ["toolChoice"] },
      ]),
    );
    writer.attempt(["history"], () => {
      const messages = listAt(payload, "messages") ?? [];
      writer.section("history", { base: "messages" }, lengthOf(messages), (index) => {
        writeTurn(writer, objectIn(messages, index), index);
        return undefined;
      });
    });
  },
};

function writeToolsWithPoints(writer: SectionWriter, toolConfig: Fields): void {
  const tools = valueAt(toolConfig, "tools");
  if (tools === undefined || tools === null) return;
  const path = "toolConfig.tools";
  if (!isList(tools)) {
    writeWhole(writer, "tools", tools, path);
    return;
  }
  const kept = withoutPoints(writer, tools, "tools", (at) => [at, null]);
  writeTools(
    writer,
    kept.map((index) => ({ list: tools, index, path: `${path}[${index}]` })),
  );
}

function writeSystem(writer: SectionWriter, system: unknown): void {
  if (system === undefined || system === null) return;
  if (!isList(system)) {
    writeWhole(writer, "system", system, "system");
    return;
  }
  const kept = withoutPoints(writer, system, "system", (at) => [at, null]);
  writer.section("system", { base: "system", role: "system" }, kept.length, (item) => {
    const index = kept[item] ?? 0;
    writer.recorder.value(ownElement(system, index));
    return { name: null, path: `system[${index}]` };
  });
}

function writeTurn(writer: SectionWriter, message: Fields, index: number): void {
  const { recorder } = writer;
  recorder.openObject(message);
  for (const key of Object.keys(message)) {
    const content = key === "content" ? listAt(message, key) : null;
    if (content === null) {
      recorder.field(message, key);
      continue;
    }
    const kept = withoutPoints(writer, content, "history", (at) => [index, at]);
    recorder.key(key);
    recorder.openList(content, kept.length);
    for (const at of kept) recorder.value(ownElement(content, at));
    recorder.closeList();
  }
  recorder.closeObject();
}

/** The indexes of what is no cache point; those are noted as markers at the place that `place` gives them. */
function withoutPoints(
  writer: SectionWriter,
  list: readonly unknown[],
  section: Section,
  place: (at: number) => readonly [index: number, block: number | null],
): readonly number[] {
  const kept: number[] = [];
  for (let at = 0; at < lengthOf(list); at++) {
    const element = ownElement(list, at);
    const point = isObject(element) && !ArrayBuffer.isView(element) ? objectAt(objectIn(list, at), "cachePoint") : null;
    if (point === null) kept.push(at);
    else writer.marker(section, ...place(at), textAt(point, "ttl")?.slice(0, 16) ?? null);
  }
  return kept;
}
