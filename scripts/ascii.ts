/**
 * The same JavaScript in ASCII alone: other characters become escapes, which mean the same in texts, templates, patterns and names.
 * Throws where that is not so: behind a backslash, and where anything asks for a text as it is written.
 */
export function asciiOnly(code: string): string {
  const [odd] = /\\[^\0-\x7f]|\.raw\b|\braw\s*`/.exec(code) ?? [];
  if (odd !== undefined) throw new Error(`An escape would not mean the same here: ${odd}`);
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
