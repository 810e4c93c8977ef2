import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { INSTRUMENTS, type Instrument, OWN_ATTRIBUTES } from "../../src/otel/instruments.ts";
import { requestMeasurements, verdictMeasurements } from "../../src/otel/turn-measurements.ts";
import { isRecord } from "../../src/unknown.ts";
import { readRow } from "../../src/usage/row.ts";
import { CAUSES, ORIGINS } from "../../src/verdict/cause.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const read = (name: string): string => readFileSync(join(PACKAGE_ROOT, "docs", name), "utf8");
const page = read("metrics.md");
const rules = read("prometheus-rules.yaml");
const dashboard = read("grafana-dashboard.json");

const NAMES = { provider: "p", model: "m" };
const MISS = { outcome: "miss", cause: "unknown", also: [], certainty: "likely", evidence: [] } as const;
/** Every attribute that leaves the package. */
const attributes = new Set(
  [
    ...requestMeasurements(NAMES, readRow({ input: 1, output: 1, cacheRead: 1, cacheWrite: 1 }), "turn"),
    ...verdictMeasurements(NAMES, { ...MISS, missedTokens: 1, missedCost: 1 }),
  ].flatMap(({ attributes }) => Object.keys(attributes)),
);

/** Names as Prometheus translates them: dots become underscores, units in braces vanish, counters end in `_total`. */
const underscored = (name: string): string => name.replaceAll(".", "_");
const series = new Set(
  Object.entries<Instrument>(INSTRUMENTS).flatMap(([name, { kind }]) =>
    kind === "counter"
      ? [`${underscored(name)}_total`]
      : ["sum", "count", "bucket"].map((part) => `${underscored(name)}_${part}`),
  ),
);
const labels = new Set([...attributes].map(underscored));
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:gen_ai|pi_cache_stats)_\w+/g)].map(([name]) => name);

describe("what is written about metrics", () => {
  it.each([
    ["the page", page],
    ["the rules", rules],
    ["the dashboard", dashboard],
  ])("uses no series and no label that the code does not emit: %s", (_, text) => {
    const names = namesIn(text);
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(series.has(name) || labels.has(name), name).toBe(true);
    expect(names.some((name) => series.has(name))).toBe(true);
  });

  it("names every metric with its unit and kind, and every attribute", () => {
    for (const [name, { kind, unit }] of Object.entries<Instrument>(INSTRUMENTS)) {
      expect(page).toContain(`| \`${name}\` | ${kind}, \`${unit}\` |`);
    }
    for (const attribute of attributes) expect(page).toContain(`| \`${attribute}\` |`);
    for (const attribute of Object.values(OWN_ATTRIBUTES)) expect(attributes).toContain(attribute);
  });

  it("names no metric and no attribute that is not there", () => {
    const known = [...Object.keys(INSTRUMENTS), ...attributes];
    for (const [, name = ""] of page.matchAll(/`((?:gen_ai|pi_cache_stats)\.[\w.*]*)`/g)) {
      const start = name.endsWith("*") ? name.slice(0, -1) : null;
      expect(
        known.some((one) => (start === null ? one === name : one.startsWith(start))),
        name,
      ).toBe(true);
    }
  });

  it("selects by words that exist", () => {
    const words = new Set([
      "hit",
      "partial",
      "miss",
      "expected-rebuild",
      "unmeasured",
      ...CAUSES,
      ...Object.values(ORIGINS),
    ]);
    const selected = [...`${rules}${dashboard.replaceAll("\\", "")}`.matchAll(/pi_cache_stats_\w+=~?"([^"$]+)"/g)];
    expect(selected.length).toBeGreaterThan(2);
    for (const [, value = ""] of selected) for (const word of value.split("|")) expect(words).toContain(word);
  });

  it("uses in its alerts only sums that its rules record", () => {
    const recorded = new Set([...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name));
    const used = [...rules.matchAll(/pi_cache_stats:\w+:1h/g)].map(([name]) => name);
    for (const name of used) expect(recorded).toContain(name);
    expect(used.length).toBeGreaterThan(recorded.size);
  });

  it("has a dashboard that parses, with a query in every panel and no two panels in one place", () => {
    const parsed: unknown = JSON.parse(dashboard);
    const panels = isRecord(parsed) && Array.isArray(parsed.panels) ? parsed.panels.filter(isRecord) : [];
    expect(panels.length).toBeGreaterThan(8);
    for (const { targets, title } of panels) {
      expect(
        Array.isArray(targets) &&
          targets.every((target) => isRecord(target) && namesIn(String(target.expr)).length > 0),
        String(title),
      ).toBe(true);
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos }) => JSON.stringify(gridPos))).size).toBe(panels.length);
  });
});
