import type { Fields } from "../own-data.ts";
import * as ownData from "../own-data.ts";
import type { SectionWriter } from "../section-writer.ts";
import type { Section } from "../snapshot.ts";
import * as reading from "./reading.ts";

// Taken once: each look into a module costs a call in the loader that Pi runs TypeScript with.
const { isList, isObject, ownElement, ownValue } = ownData;
const assertPlain: typeof ownData.assertPlain = ownData.assertPlain;
const { lengthOf, objectAt, textAt } = reading;

/** Where a message stands, for its markers, and how a bare text is written. */
export interface MessagePlace {
  readonly section: Section;
  readonly index: number;
  /**
   * Type of the block that a bare text in `content` stands for, since Pi sends the newest message as a block and later as
   * a string; null where that switch is a change to be reported.
   */
  readonly textType: string | null;
}

/** A message with content blocks: its cache markers are tracked apart, everything else is content. */
export function writeMessage(writer: SectionWriter, message: Fields, place: MessagePlace): void {
  const { recorder } = writer;
  recorder.openObject(message);
  for (const key of Object.keys(message)) {
    if (key === "cache_control") writeMarker(writer, message, place, null);
    else if (key === "content") writeContent(writer, message, place);
    else recorder.field(message, key);
  }
  recorder.closeObject();
}

/** One content block or other marked object: a tool, a system block. */
export function writeMarked(writer: SectionWriter, block: Fields, place: MessagePlace, number: number | null): void {
  const { recorder } = writer;
  recorder.openObject(block);
  for (const key of Object.keys(block)) {
    if (key === "cache_control") writeMarker(writer, block, place, number);
    // A tool result holds blocks of its own, which may carry the marker.
    else if (key === "content" && textAt(block, "type") === "tool_result") writeContent(writer, block, place);
    else recorder.field(block, key);
  }
  recorder.closeObject();
}

function writeContent(writer: SectionWriter, holder: Fields, place: MessagePlace): void {
  const content = ownValue(holder, "content");
  if (content === undefined) return;
  writer.recorder.key("content");
  if (typeof content === "string" && place.textType !== null) writer.recorder.textBlock(place.textType, content);
  else if (isList(content)) writeBlocks(writer, content, place);
  else writer.recorder.value(content);
}

function writeBlocks(writer: SectionWriter, blocks: readonly unknown[], place: MessagePlace): void {
  const { recorder } = writer;
  const length = lengthOf(blocks);
  recorder.openList(blocks, length);
  for (let index = 0; index < length; index++) {
    const block = ownElement(blocks, index);
    if (!isObject(block)) {
      recorder.value(block);
      continue;
    }
    assertPlain(block);
    writeMarked(writer, block, place, index);
  }
  recorder.closeList();
}

function writeMarker(writer: SectionWriter, holder: Fields, place: MessagePlace, block: number | null): void {
  const control = objectAt(holder, "cache_control");
  if (control !== null) writer.marker(place.section, place.index, block, textAt(control, "ttl")?.slice(0, 16) ?? null);
}
