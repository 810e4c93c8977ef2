import { ownElement } from "../recorder.ts";
import type { ItemLabel, SectionWriter } from "../section-writer.ts";
import { writeMarked } from "./messages.ts";
import { lengthOf, objectAt, objectIn, textAt } from "./reading.ts";

/** A list of tools in the payload and its path. */
export interface ToolList {
  readonly list: readonly unknown[];
  readonly path: string;
}

/**
 * Writes the tools of one or more lists, in the order sent. A tool's name stands in the tool itself or one level down
 * (`function`, `toolSpec`), as the protocols have it.
 */
export function writeTools(writer: SectionWriter, lists: readonly ToolList[]): void {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) {
    writer.section("tools", { base: only.path }, lengthOf(only.list), (item) => writeTool(writer, only, item, false));
    return;
  }
  const places = lists.flatMap((list) => Array.from({ length: lengthOf(list.list) }, (_, index) => ({ list, index })));
  writer.section("tools", { base: "tools" }, places.length, (item) => {
    const place = places[item];
    return place === undefined ? undefined : writeTool(writer, place.list, place.index, true);
  });
}

function writeTool(writer: SectionWriter, { list, path }: ToolList, index: number, withPath: boolean): ItemLabel {
  const value = ownElement(list, index);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    writer.recorder.value(value);
    return { name: null };
  }
  const tool = objectIn(list, index);
  writeMarked(writer, tool, { section: "tools", index, textType: null }, null);
  const inner = objectAt(tool, "function") ?? objectAt(tool, "toolSpec") ?? tool;
  const name = textAt(inner, "name") ?? textAt(tool, "type");
  return withPath ? { name, path: `${path}[${index}]` } : { name };
}
