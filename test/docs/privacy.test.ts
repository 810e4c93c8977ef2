import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RECORD_TYPE } from "../../src/record/record-entry.ts";
import { RunSchema } from "../../src/record/record-schema.ts";
import { DETAILS_KEPT } from "../../src/usage/details.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const PAGE = readFileSync(join(PACKAGE_ROOT, "docs/privacy.md"), "utf8");

/** What stands in code in the first column of a table with this heading. */
function firstColumn(heading: string): readonly string[] {
  const table = PAGE.split(`| ${heading} | Holds |\n|---|---|\n`)[1]?.split("\n\n")[0] ?? "";
  return table.split("\n").flatMap((line) => /^\| `(\w+)` \|/.exec(line)?.[1] ?? []);
}

describe("what is written about the record", () => {
  const { u, t, p, ...rest } = RunSchema.properties;

  it.each([
    ["Field", Object.keys({ u, t, p, ...rest })],
    ["Field of a turn", Object.keys(t.items.properties)],
    ["Field of the last request", Object.keys(p.properties)],
  ])("names every field of its schema and no other: %s", (heading, fields) => {
    expect(fields.length).toBeGreaterThan(4);
    expect([...firstColumn(heading)].sort()).toEqual([...fields].sort());
  });

  it("names what is usual, the type of the entry and the turns that are kept", () => {
    const usual = PAGE.split("\n").find((line) => line.startsWith("| `u` | what is usual")) ?? "";
    for (const field of Object.keys(u.properties)) expect(usual).toContain(`\`${field}\``);
    expect(PAGE).toContain(`"customType":"${RECORD_TYPE}"`);
    expect(PAGE).toContain(`the details of ${DETAILS_KEPT.toLocaleString("en-US")} turns`);
  });
});

describe("the sources", () => {
  /** Ways of Node's and of browsers to reach a network. */
  const NETWORK = [
    /from "(?:node:)?(?:http|https|http2|net|tls|dgram|dns|undici)(?:\/promises)?"/,
    /import\("(?:node:)?(?:http|https|http2|net|tls|dgram|dns|undici)"\)/,
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\s*\(/,
    /(?:from |import\()"@opentelemetry\//,
    /node:child_process/,
  ];
  const reaches = (text: string): boolean => NETWORK.some((pattern) => pattern.test(text));

  it("can open a connection in the exporter of metrics and nowhere else", () => {
    const files = readdirSync(join(PACKAGE_ROOT, "src"), { recursive: true, encoding: "utf8" });
    const sources = files.filter((name) => /\.[jt]s$/.test(name));
    expect(sources.length).toBeGreaterThan(100);
    const able = sources.filter((name) => reaches(readFileSync(join(PACKAGE_ROOT, "src", name), "utf8")));
    expect(able).toEqual(["otel/exporter-thread.js"]);
  });
});
