/** A tagged part of a prompt: `<cwd>…</cwd>`. Offsets are UTF-16 code units from the start of the text. */
export interface PromptSection {
  readonly tag: string;
  readonly start: number;
  /** After the closing tag. */
  readonly end: number;
}

const OPENING = /<([A-Za-z][\w.-]*)(?=[\s>])/g;

/** Bounds on one scan, more than any prompt has: tags looked at, and names without a closing tag, each a search to the end. */
const MOST_TAGS = 10_000;
const MOST_UNCLOSED = 100;

/**
 * The outermost tagged parts of a text, in order: Pi's own (`<tools>`, `<rules>`, `<project_context>`, `<skills>`, `<cwd>`)
 * and those of extensions. An opening tag without its closing tag is text.
 */
export function promptSections(text: string): readonly PromptSection[] {
  const sections: PromptSection[] = [];
  const unclosed = new Set<string>();
  OPENING.lastIndex = 0;
  for (let looked = 0; looked < MOST_TAGS && unclosed.size < MOST_UNCLOSED; looked++) {
    const match = OPENING.exec(text);
    if (match === null) break;
    const [, tag = ""] = match;
    // Once a closing tag was not found after some place, it is not found after a later one either.
    if (unclosed.has(tag)) continue;
    const closing = text.indexOf(`</${tag}>`, OPENING.lastIndex);
    if (closing < 0) {
      unclosed.add(tag);
      continue;
    }
    const end = closing + tag.length + 3;
    sections.push({ tag, start: match.index, end });
    OPENING.lastIndex = end;
  }
  return sections;
}

/** How a tagged part explains a difference that begins at `offset` in both texts. */
export interface TagChange {
  readonly tag: string;
  /** Whether the whole part came or went; `changed` when its inside differs. */
  readonly kind: "added" | "removed" | "changed";
}

/** The tagged part in which two prompts differ first, or null when the difference lies outside of all. */
export function tagAt(before: string, after: string, offset: number): TagChange | null {
  const [old, now] = [promptSections(before), promptSections(after)];
  const oldTags = new Set(old.map(({ tag }) => tag));
  const newTags = new Set(now.map(({ tag }) => tag));
  const oldHere = sectionFrom(old, before, offset);
  const newHere = sectionFrom(now, after, offset);
  if (newHere !== null && !oldTags.has(newHere.tag)) return { tag: newHere.tag, kind: "added" };
  if (oldHere !== null && !newTags.has(oldHere.tag)) return { tag: oldHere.tag, kind: "removed" };
  const inside = newHere ?? oldHere;
  return inside === null ? null : { tag: inside.tag, kind: "changed" };
}

/** The part that contains the offset, or begins right after it but for blank space. */
function sectionFrom(sections: readonly PromptSection[], text: string, offset: number): PromptSection | null {
  let at = offset;
  while (at < text.length && /\s/.test(text[at] ?? "")) at += 1;
  return sections.find(({ start, end }) => start <= at && at < end) ?? null;
}

const INSTRUCTIONS = '<project_instructions path="';
const LONGEST_PATH = 1_000;

/**
 * The name of the context file, such as `AGENTS.md`, in whose part of Pi's prompt the offset lies: Pi writes each as
 * `<project_instructions path="…">`. Null outside of all, and in the path itself.
 */
export function contextFileAt(text: string, offset: number): string | null {
  const start = text.lastIndexOf(INSTRUCTIONS, offset);
  if (start < 0) return null;
  const from = start + INSTRUCTIONS.length;
  const end = text.indexOf('">', from);
  const close = text.indexOf("</project_instructions>", from);
  if (end < 0 || end >= offset || end - from > LONGEST_PATH || (close >= 0 && close < offset)) return null;
  return text.slice(from, end).split(/[\\/]/).at(-1) || null;
}

/**
 * Length of the inside of the one well-formed `<tag>…</tag>` of a text, in UTF-16 code units; null when there is none, or
 * more than one opening or closing tag, or one in the wrong order or with another suffix. Attributes after ASCII white
 * space are allowed where `attributes` says so. One scan, no backtracking.
 */
export function soleBlockChars(text: string, tag: string, attributes: boolean): number | null {
  const opening = soleIndex(text, `<${tag}`);
  const closing = soleIndex(text, `</${tag}`);
  if (opening === null || closing === null || closing < opening) return null;
  if (text[closing + tag.length + 2] !== ">") return null;
  const after = opening + tag.length + 1;
  const next = text[after] ?? "";
  if (next === ">") return closing - after - 1;
  if (!attributes || !" \t\n\r\f".includes(next) || next === "") return null;
  const inside = endOfTag(text, after);
  return inside === null || inside > closing ? null : closing - inside;
}

/** The index of the only occurrence, or null when there is none or a second one. */
function soleIndex(text: string, wanted: string): number | null {
  const first = text.indexOf(wanted);
  if (first < 0) return null;
  return text.indexOf(wanted, first + wanted.length) < 0 ? first : null;
}

/** The index after the `>` that ends a tag; a `>` in a quoted attribute does not. */
function endOfTag(text: string, from: number): number | null {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted;
    else if (text[at] === ">" && !quoted) return at + 1;
  }
  return null;
}
