import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { PACKAGE_ROOT } from "./pi/sdk.ts";

/** What begins a test or a group of them; what is skipped does not run and guards nothing. */
const RUNNERS = new Set(["it", "test", "describe"]);
const NOT_RUN = new Set(["skip", "todo", "skipIf", "runIf", "fails"]);

/** Titles of the tests and groups in a file, as its source has them, so with `%s` where a table fills one in. */
export function testTitles(path: string): ReadonlySet<string> {
  const file = ts.createSourceFile(path, readFileSync(join(PACKAGE_ROOT, path), "utf8"), ts.ScriptTarget.Latest);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [title] = node.arguments;
      const names = namesOf(node.expression);
      const runs = RUNNERS.has(names.at(-1) ?? "") && !names.some((name) => NOT_RUN.has(name));
      if (runs && title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** The names in what is called, the first one last: `it.each(rows)` is each, it. */
function namesOf(callee: ts.Expression): readonly string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [callee.name.text, ...namesOf(callee.expression)];
  return ts.isCallExpression(callee) ? namesOf(callee.expression) : [];
}
