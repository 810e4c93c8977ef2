import sliceAnsi from "slice-ansi";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

// What the texts need of Pi's terminal library, for the built command line: it runs where Pi is not installed. The build puts
// this module in that library's place; a test holds the two together.

/** Terminal columns of a text. */
export function visibleWidth(text: string): number {
  return stringWidth(text);
}

/** A text as lines of at most so many columns, broken between words where that can be, without blanks around them. */
export function wrapTextWithAnsi(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}

/** The columns from `start` on, as many as `length`. */
export function sliceByColumn(text: string, start: number, length: number): string {
  return sliceAnsi(text, start, start + length);
}
