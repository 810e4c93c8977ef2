import { field, isRecord, textOrNull } from "../unknown.ts";

/** Changes of prompt and tools that Pi itself recorded in the session: numbers of tools, names of prompt sections. */
export interface PromptChange {
  readonly toolsAdded: number;
  readonly toolsRemoved: number;
  /** Names of the sections that were set or taken away, without repeats. */
  readonly sections: readonly string[];
}

/** Nothing was recorded. */
export const NO_CHANGE: PromptChange = Object.freeze({ toolsAdded: 0, toolsRemoved: 0, sections: [] });

/** Records kept: only those since a model's last request are asked for. */
const RECORDS = 64;
const SECTIONS_NAMED = 8;
const LONGEST_NAME = 60;

/**
 * The system messages of a session after its first: Pi patches prompt and tools with them. A model that takes them in the
 * middle of a conversation loses nothing by them; for others the head is built anew.
 */
export class PromptRecords {
  #records: readonly { readonly position: number; readonly change: PromptChange }[] = [];

  /** Notes what an entry at `position` records, if it is such a message. */
  note(entry: unknown, position: number): void {
    const change = readChange(field(entry, "message"));
    if (change !== null) this.#records = [...this.#records, { position, change }].slice(-RECORDS);
  }

  /** What was recorded after `position`, together. */
  since(position: number): PromptChange {
    const newest = this.#records.at(-1);
    if (newest === undefined || newest.position <= position) return NO_CHANGE;
    const changes = this.#records.filter((record) => record.position > position).map(({ change }) => change);
    return changes.reduce(
      (sum, { toolsAdded, toolsRemoved, sections }) => ({
        toolsAdded: sum.toolsAdded + toolsAdded,
        toolsRemoved: sum.toolsRemoved + toolsRemoved,
        sections: [...new Set([...sum.sections, ...sections])].slice(0, SECTIONS_NAMED),
      }),
      NO_CHANGE,
    );
  }
}

/** Counts and names only: the texts of sections and tools are not kept. */
function readChange(message: unknown): PromptChange | null {
  if (field(message, "role") !== "system") return null;
  const [added, removed, sections] = ["toolsAdded", "toolsRemoved", "sections"].map((key) => field(message, key));
  const change = {
    toolsAdded: Array.isArray(added) ? added.length : 0,
    toolsRemoved: Array.isArray(removed) ? removed.length : 0,
    sections: isRecord(sections) ? sectionNames(sections) : [],
  };
  return change.toolsAdded + change.toolsRemoved + change.sections.length > 0 ? change : null;
}

function sectionNames(sections: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(sections)
    .filter((name) => sections[name] === null || textOrNull(sections[name]) !== null)
    .slice(0, SECTIONS_NAMED)
    .map((name) => name.slice(0, LONGEST_NAME));
}
