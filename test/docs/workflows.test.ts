import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { tagOf } from "../../scripts/release/refusals.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const DOCS = join(PACKAGE_ROOT, "docs");
const read = (path: string): string => readFileSync(join(DOCS, path), "utf8");
const NAMES = readdirSync(join(DOCS, "workflows"));
const workflow = (name: string): unknown => parse(read(`workflows/${name}`));

/** The only job of a workflow. */
function job(name: string): Readonly<Record<string, unknown>> {
  const jobs = field(workflow(name), "jobs");
  const [only, ...others] = isRecord(jobs) ? Object.values(jobs) : [];
  if (!isRecord(only) || others.length > 0) throw new Error(`${name} has not one job`);
  return only;
}

function steps(name: string): readonly unknown[] {
  const { steps } = job(name);
  return Array.isArray(steps) ? steps : [];
}

const commands = (name: string): readonly string[] =>
  steps(name).flatMap((step) => (isRecord(step) && typeof step.run === "string" ? [step.run] : []));

describe("the sample workflows", () => {
  it("are these two", () => {
    expect(NAMES.sort()).toEqual(["ci.yml", "release.yml"]);
  });

  it.each(NAMES)("%s runs the whole gate on Node 24, with actions of a named major version and no token", (name) => {
    expect(commands(name)).toContain(".ci/run");
    expect(job(name).container).toMatch(/^node:24-/);
    const used = steps(name).flatMap((step) => (isRecord(step) && "uses" in step ? [step.uses] : []));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
    expect(read(`workflows/${name}`)).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
    expect(field(workflow(name), "permissions")).toEqual({ contents: "read" });
  });

  it("the one for changes has no right to anything but reading", () => {
    expect(job("ci.yml").permissions).toBeUndefined();
    expect(Object.keys(Object(field(workflow("ci.yml"), "on"))).sort()).toEqual(["pull_request", "push"]);
  });

  it("the one for releases answers to tags as the release script makes them, and publishes last, with provenance", () => {
    const [pattern] = [field(field(field(workflow("release.yml"), "on"), "push"), "tags")].flat();
    expect(pattern).toBe(tagOf("*"));
    expect(job("release.yml").permissions).toEqual({ contents: "read", "id-token": "write" });
    const run = commands("release.yml");
    expect(run.at(-1)).toContain('npm publish --provenance --access public --tag "$channel"');
    expect(run.findIndex((line) => line.includes("GITHUB_REF_NAME"))).toBeLessThan(run.indexOf(".ci/run"));
  });
});

it("the rules for Prometheus are YAML in groups, each with rules", () => {
  const groups = field(parse(read("prometheus-rules.yaml")), "groups");
  const rules = Array.isArray(groups) ? groups.map((group) => field(group, "rules")) : [];
  expect(rules.length).toBeGreaterThan(0);
  for (const list of rules) expect(Array.isArray(list) && list.length > 0).toBe(true);
});
