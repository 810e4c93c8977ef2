import type { Fields } from "../recorder.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import { writeParams } from "./params.ts";
import { lengthOf, listAt, objectAt, objectIn, valueAt } from "./reading.ts";
import { type ToolList, writeTools } from "./tools.ts";

const CONFIG_PARAMS = [
  "thinkingConfig",
  "toolConfig",
  "responseMimeType",
  "responseSchema",
  "responseJsonSchema",
  "cachedContent",
] as const;

/** Gemini, over its own API and on Vertex. `config` also holds an abort signal and output limits, which are not content. */
export const google: Family = {
  shape: "google",
  recognises: (payload) => listAt(payload, "contents") !== null,
  write(payload, writer) {
    let config: Fields | null = null;
    writer.attempt(["tools", "system", "params"], () => {
      config = objectAt(payload, "config");
    });
    writer.attempt(["tools"], () => config !== null && writeToolGroups(writer, config));
    writer.attempt(["system"], () => config !== null && writeInstruction(writer, config));
    writeParams(writer, [
      { object: payload, path: "", keys: ["model"] },
      { object: config, path: "config.", keys: CONFIG_PARAMS },
    ]);
    writer.attempt(["history"], () => {
      const contents = listAt(payload, "contents") ?? [];
      writer.section("history", { base: "contents" }, lengthOf(contents), (index) => {
        writer.recorder.value(objectIn(contents, index));
        return undefined;
      });
    });
  },
};

/** Tools come in groups; declarations of functions are the tools, any other group is one. */
function writeToolGroups(writer: SectionWriter, config: Fields): void {
  const groups = listAt(config, "tools");
  if (groups === null) return;
  const lists = Array.from({ length: lengthOf(groups) }, (_, index): ToolList => {
    const declarations = listAt(objectIn(groups, index), "functionDeclarations");
    if (declarations === null) return { list: [objectIn(groups, index)], path: "config.tools" };
    return { list: declarations, path: `config.tools[${index}].functionDeclarations` };
  });
  writeTools(writer, lists);
}

function writeInstruction(writer: SectionWriter, config: Fields): void {
  const systemInstruction = valueAt(config, "systemInstruction");
  if (systemInstruction === undefined || systemInstruction === null) return;
  writer.section("system", { base: "config.systemInstruction", role: "system" }, 1, () => {
    writer.recorder.value(systemInstruction);
    return { name: null, path: "config.systemInstruction" };
  });
}
