import { displayName } from "../../ui/safe-text.ts";

/** Text that is HTML already. Everything else is escaped when it becomes part of one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** HTML from a template: strings and numbers in it are escaped, also for quoted attributes. */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(template.map((text, index) => text + textOf(parts[index])).join(""));
}

/** Nothing, where a part is left out. */
export const NOTHING = new Markup("");

/** A name of outside origin: one line, bounded, and kept from turning the text around it. */
export function named(name: string): Markup {
  return html`<bdi>${displayName(name)}</bdi>`;
}

/**
 * A value inside a script element as JSON. No `<` is left in it, so that nothing ends the element; what JavaScript once took
 * for line ends is escaped too.
 */
export function scriptJson(value: unknown): Markup {
  const json = JSON.stringify(value) ?? "null";
  return new Markup(
    json.replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function textOf(part: Part | undefined): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string") return part.toWellFormed().replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
  return typeof part === "number" ? String(part) : part.map(({ text }) => text).join("");
}
