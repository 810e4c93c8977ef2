import { type Fields, isList } from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Family } from "./family.ts";
import { writeParams } from "./params.ts";
import { lengthOf, listAt, objectAt, objectIn, valueAt } from "./reading.ts";
import { placesIn, type ToolList, writeTools, writeWhole } from "./tools.ts";

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

/** Tools come in groups of function declarations; where another kind of group is among them, the groups are the items. */
function writeToolGroups(writer: SectionWriter, config: Fields): void {
  const groups = valueAt(config, "tools");
  if (groups === undefined || groups === null) return;
  if (!isList(groups)) {
    writeWhole(writer, "tools", groups, "config.tools");
    return;
  }
  const lists: ToolList[] = [];
  for (let index = 0; index < lengthOf(groups); index++) {
    const declarations = listAt(objectIn(groups, index), "functionDeclarations");
    if (declarations === null) {
      writeTools(writer, placesIn([{ list: groups, path: "config.tools" }]));
      return;
    }
    lists.push({ list: declarations, path: `config.tools[${index}].functionDeclarations` });
  }
  writeTools(writer, placesIn(lists));
}

function writeInstruction(writer: SectionWriter, config: Fields): void {
  const systemInstruction = valueAt(config, "systemInstruction");
  if (systemInstruction === undefined || systemInstruction === null) return;
  writer.section("system", { base: "config.systemInstruction", role: "system" }, 1, () => {
    writer.recorder.value(systemInstruction);
    return { name: null, path: "config.systemInstruction" };
  });
}
