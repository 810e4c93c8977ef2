import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { field, textOrNull } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { testTitles } from "../support/test-titles.ts";

const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), "utf8");
const AUDIT = read("docs/audit-remediation.md");
const METHOD = read("docs/testing-methodology.md");

/** A test that a page names: its file in code, then its title in quotes. */
const named = (text: string): readonly (readonly [file: string, title: string])[] =>
  [...text.matchAll(/`(test\/[^`]+\.test\.ts)` "([^"]+)"/g)].map(([, file = "", title = ""]) => [file, title]);
const rows = (text: string): readonly string[] => text.split("\n").filter((line) => /^\| (?!Fault )[^-]/.test(line));

describe("the tests that a page names", () => {
  it.each([
    ["audit-remediation.md", AUDIT, 60],
    ["testing-methodology.md", METHOD, 5],
  ])("are all there, by file and title, and run: %s", (_, text, least) => {
    const tests = named(text);
    expect(tests.length).toBeGreaterThan(least);
    const missing = tests.filter(([file, title]) => {
      return !existsSync(join(PACKAGE_ROOT, file)) || !testTitles(file).has(title);
    });
    expect(missing).toEqual([]);
  });

  it("are in every row of the audit", () => {
    expect(rows(AUDIT).length).toBeGreaterThan(50);
    for (const row of rows(AUDIT)) expect(named(row).length, row).toBeGreaterThan(0);
  });
});

describe("the cases", () => {
  const cases: unknown = JSON.parse(read("test/cases/cases.json"));
  const list = field(cases, "cases");
  const ids = Array.isArray(list) ? list.map((one) => textOrNull(field(one, "id"))) : [];

  it("are each in a row of the audit, and no others are", () => {
    const told = new Set(rows(AUDIT).flatMap((row) => row.match(/(?<=[( ])C\d\d\b/g) ?? []));
    expect(ids.length).toBeGreaterThan(40);
    expect([...told].sort()).toEqual([...ids].sort());
  });
});

describe("titles read from a test's source", () => {
  it("are those of tests and groups that run, and of nothing else", () => {
    const titles = testTitles("test/support/fixtures/titles.ts");
    expect([...titles]).toEqual(["a group", "a test", "of a table: %s", "in a group of a table"]);
  });
});
