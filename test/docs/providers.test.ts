import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import { LONGEST_SECONDS } from "../../src/verdict/lifetime.ts";
import { NOISE_TOKENS } from "../../src/verdict/missed.ts";
import {
  isRouter,
  LOOKBACK_BLOCKS,
  minimumPrompt,
  needsMarkers,
  paramEffect,
} from "../../src/verdict/provider-rules.ts";
import { adapterPayload, CHAT_APIS } from "../support/adapters.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), "utf8");
const PAGE = read("docs/providers.md");
const grouped = (count: number): string => count.toLocaleString("en-US");

/** Cells of the one row whose first cell begins so. */
function row(beginning: string): readonly string[] {
  const found = PAGE.split("\n").filter((line) => line.startsWith(`| ${beginning}`));
  expect(found, beginning).toHaveLength(1);
  return (found[0] ?? "")
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe("the page on providers", () => {
  it.each<[beginning: string, models: readonly string[], api: string]>([
    [
      "shortest prompt that is cached: Claude Opus 4.5 and 4.6, Haiku 4.5",
      ["claude-opus-4-5", "claude-opus-4-6", "claude-haiku-4-5"],
      "anthropic-messages",
    ],
    ["… Claude Haiku 3 and 3.5", ["claude-3-haiku", "claude-3-5-haiku"], "anthropic-messages"],
    ["… any model over Google's or Bedrock's protocol", ["gemini-x"], "google-vertex"],
    ["… any model over Google's or Bedrock's protocol", ["nova-x"], "bedrock-converse-stream"],
    ["… every other model", ["claude-sonnet-4-5", "gpt-x"], "openai-responses"],
  ])("has the shortest prompt that verdicts go by: %s", (beginning, models, api) => {
    const [, figure = ""] = row(beginning);
    for (const model of models) {
      const { tokens, assumed } = minimumPrompt({ model, api });
      expect([model, figure]).toEqual([model, `${grouped(tokens)} tokens${assumed ? ", assumed" : ""}`]);
    }
  });

  it("names no other figure for a shortest prompt than the table has", () => {
    const told = [...PAGE.matchAll(/^\| (?:shortest prompt|…).*?\| ([\d,]+) tokens/gm)].map(([, figure]) => figure);
    const inTable = [...read("src/verdict/provider-rules.ts").matchAll(/\b\d_\d{3}\b/g)].map(([figure]) => figure);
    expect(new Set(told)).toEqual(new Set(inTable.map((figure) => figure.replace("_", ","))));
  });

  it("has the other figures: blocks, markers, routers, the noise floor, the longest lifetime", () => {
    expect(row("a marker looks back over")[1]).toBe(`${LOOKBACK_BLOCKS} blocks`);
    expect(row("a miss is counted above")[1]).toBe(`${grouped(NOISE_TOKENS)} tokens`);
    expect(PAGE).toContain(`At most ${LONGEST_SECONDS / 86_400} days count as a lifetime`);
    const apart = /SECONDS_APART = (\d+);/.exec(read("src/verdict/judge.ts"))?.[1];
    expect(PAGE).toContain(`a pause of ${apart} seconds and more is *evicted*`);
    const routers = [...(row("providers that pass requests on")[1] ?? "").matchAll(/`([^`]+)`/g)];
    expect(routers).toHaveLength(3);
    for (const [, name = ""] of routers) expect(isRouter(name)).toBe(true);
    const marked = [...(row("protocols that cache only what is marked")[1] ?? "").matchAll(/`([^`]+)`/g)];
    expect(marked.map(([, shape]) => shape)).toEqual(shapes().filter((shape) => needsMarkers(shape)));
  });

  it.each([
    ["model", "model", ["another cache", "another cache", "another cache"]],
    ["thinking, reasoning, effort", "reasoning.effort", null],
    ["`tool_choice`", "tool_choice", ["loses the messages", "harmless", "unclear"]],
    ["response format, `text`, `verbosity`", "verbosity", ["unclear", "part of the prefix", "unclear"]],
    ["retention", "prompt_cache_retention", ["likely a cause", "likely a cause", "likely a cause"]],
    ["any other that is compared", "prompt_cache_key", ["unclear", "unclear", "unclear"]],
  ] as const)("says of a parameter what verdicts make of it: %s", (name, path, told) => {
    const meaning = {
      ...{ model: "another cache", retention: "likely a cause", harmless: "harmless", unclear: "unclear" },
      ...{ breaks: null, thinking: null },
    };
    const cells = row(`${name} |`).slice(1);
    expect(cells).toHaveLength(3);
    if (told !== null) expect(cells).toEqual(told);
    for (const [at, shape] of ["anthropic", "openai-responses", "google"].entries()) {
      const said = meaning[paramEffect(path, shape)];
      // What breaks or is thinking is told in the protocol's own words, which are none of those above.
      if (said !== null) expect(cells[at]).toBe(said);
      else expect(["harmless", "unclear", "likely a cause"]).not.toContain(cells[at]);
    }
  });

  it("has every API of Pi in the row of the shape that its payload is read as", async () => {
    expect(new Set(shapes()).size).toBe(6);
    for (const api of CHAT_APIS) {
      const payload = await adapterPayload(api, { messages: [{ role: "user", content: "hello", timestamp: 1 }] });
      const reading = readPayload(payload, { salt: "s", shapes: new ShapeTable(), headOnly: false });
      const shape = reading.outcome === "read" ? reading.snapshot.shape : reading.reason;
      expect(row(`\`${shape}\``)[1]?.split(", "), api).toContain(api);
    }
  });

  it("names causes that there are", () => {
    const named = [...PAGE.matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, name]) => name);
    expect(named.filter((name) => CAUSES.some((cause) => cause === name)).length).toBeGreaterThan(3);
  });
});

/** The shapes that the page has a row for, in its order. */
function shapes(): readonly string[] {
  const table = PAGE.split("| Shape |")[1]?.split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, shape = ""]) => shape);
}
