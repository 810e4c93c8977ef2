import { LIMITS } from "../limits.ts";
import { assertPlain, type Fields, isList, isObject, ownElement, Unreadable } from "../own-data.ts";
import type { ItemLabel, SectionWriter } from "../section-writer.ts";
import type { Section } from "../snapshot.ts";
import { writeMarked } from "./messages.ts";
import { lengthOf, objectAt, textAt, valueAt } from "./reading.ts";

/** One tool in one of the payload's lists, and its path. */
export interface ToolPlace {
  readonly list: readonly unknown[];
  readonly index: number;
  readonly path: string;
}

/** A list of tools in the payload, and its path. */
export interface ToolList {
  readonly list: readonly unknown[];
  readonly path: string;
}

/** The places of all elements of some lists. More of them than a section may have are refused before they are made. */
export function placesIn(lists: readonly ToolList[]): readonly ToolPlace[] {
  const count = lists.reduce((sum, { list }) => sum + lengthOf(list), 0);
  if (count > LIMITS.items) throw new Unreadable("too-many-items");
  return lists.flatMap(({ list, path }) =>
    Array.from({ length: list.length }, (_, index) => ({ list, index, path: `${path}[${index}]` })),
  );
}

/** Writes the tools in a field of the payload: a list, or whatever stands in its place. Absent and null are no tools. */
export function writeToolsAt(writer: SectionWriter, holder: Fields, key: string, path: string): void {
  const value = valueAt(holder, key);
  if (value === undefined || value === null) return;
  if (isList(value)) writeTools(writer, placesIn([{ list: value, path }]));
  else writeWhole(writer, "tools", value, path);
}

/** Writes as one item what is not the list that a section usually is. */
export function writeWhole(writer: SectionWriter, section: Section, value: unknown, path: string): void {
  writer.section(section, { base: path }, 1, () => {
    writer.recorder.value(value);
    return { name: null, path };
  });
}

/**
 * Writes tools in the order sent. A tool's name stands in the tool itself or one level down (`function`, `toolSpec`), as
 * the protocols have it.
 */
export function writeTools(writer: SectionWriter, places: readonly ToolPlace[]): void {
  writer.section("tools", { base: "tools" }, places.length, (item) => {
    const place = places[item];
    return place === undefined ? undefined : writeTool(writer, place);
  });
}

function writeTool(writer: SectionWriter, { list, index, path }: ToolPlace): ItemLabel {
  const value = ownElement(list, index);
  if (!isObject(value)) {
    writer.recorder.value(value);
    return { name: null, path };
  }
  assertPlain(value);
  writeMarked(writer, value, { section: "tools", index, textType: null }, null);
  const inner = objectAt(value, "function") ?? objectAt(value, "toolSpec") ?? value;
  return { name: textAt(inner, "name") ?? textAt(value, "type"), path };
}
