import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { type Observation, unread } from "../../../src/prefix/observation.ts";
import { Observer } from "../../../src/prefix/observer.ts";
import { prefixText } from "../../../src/ui/text/prefix.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { found } from "../../support/entries.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };
const LONG = "very-long-tool-name-".repeat(10);

function observation(mode: "all" | "head", ...payloads: readonly unknown[]): Observation {
  const observer = new Observer("salt", mode);
  for (const payload of payloads) {
    observer.request(payload, { scope: SCOPE, ownerOf: () => `${LONG}.ts` });
    observer.answered();
  }
  return found(observer.last);
}

function request(description: string, system: string): object {
  return {
    model: "m",
    tools: [{ name: LONG, description, input_schema: { [LONG]: { [LONG]: 1 } } }],
    system: [{ type: "text", text: system, cache_control: { type: "ephemeral", ttl: "1h" } }],
    messages: Array.from({ length: 30 }, (_, index) => ({
      role: "user",
      content: [
        {
          type: "text",
          text: `SECRET ${index} ${index === 0 ? "" : description}`,
          cache_control: { type: "ephemeral" },
        },
      ],
    })),
  };
}

const PROMPT = '<project_instructions path="a">SECRET</project_instructions><available_skills>SE</available_skills>';
const CHANGED = observation("all", request("SECRET a", PROMPT), request("SECRET b", `${PROMPT}!`));

describe("the prefix view", () => {
  it("says when there was no request yet", () => {
    expect(prefixText(null, en)).toBe("no request seen yet");
  });

  it("shows each section with its state, items and characters, and leaves absent ones out", () => {
    const text = prefixText(CHANGED, en);
    expect(text).toMatch(/^prefix: changed$/m);
    expect(text).toMatch(/^section +state +items +characters$/m);
    expect(text).toMatch(/^tools +changed +1 +[\d,]+$/m);
    expect(text).toMatch(/^system prompt +changed +1 +[\d,]+$/m);
    expect(text).toMatch(/^parameters +stable +1 +1$/m);
    expect(text).toMatch(/^history +changed +30 +[\d,]+$/m);
    expect(text).not.toMatch(/^(instructions|developer)/m);
  });

  it("shows the first difference, the count of further ones, markers and the lengths of the blocks", () => {
    const text = prefixText(CHANGED, en);
    expect(text).toContain("first difference");
    expect(text).toMatch(/further differences +system prompt 1, history 29/);
    expect(text).toMatch(/anthropic +31 cache markers: system\[0\] 1h/);
    expect(text.replace(/\s+/g, " ")).toContain("<project_instructions> 6 characters, <available_skills> 2 characters");
  });

  it("says what it cannot know", () => {
    const text = prefixText(CHANGED, en).replace(/\s+/g, " ");
    expect(text).toContain("a later extension can still change the request");
    expect(text).toContain("no proof of a hit or a miss");
    expect(text).toContain("characters, not tokens");
  });

  it("shows no text of the request", () => {
    expect(prefixText(CHANGED, en)).not.toContain("SECRET");
  });

  it.each([
    ["English", en],
    ["Chinese", zh],
  ])("takes at most 78 columns a line in %s", (_name, words) => {
    for (const line of prefixText({ ...CHANGED, flap: true }, words).split("\n")) {
      expect(visibleWidth(line), line).toBeLessThanOrEqual(78);
    }
  });

  it.each(Object.keys(en.reasons))("takes at most 78 columns for the reason %s", (reason) => {
    for (const words of [en, zh]) {
      for (const line of prefixText({ ...unread("unknown", reason), shape: "anthropic" }, words).split("\n")) {
        expect(visibleWidth(line), line).toBeLessThanOrEqual(78);
      }
    }
  });

  it("says why a section could not be read", () => {
    const text = prefixText(observation("all", { ...request("a", "S"), tools: [{ name: new Date() }] }), en);
    expect(text).toMatch(/^tools +not read \(cannot be read without running code\)/m);
  });

  it("says that the history is off in the mode head", () => {
    expect(prefixText(observation("head", request("a", "S")), en)).toMatch(/^history +off +30 +0$/m);
  });

  it("strips control characters of whatever the payload names", () => {
    const evil = "\u001b[31m\u202e";
    const payload = (text: string) => ({
      system: [{ type: "text", text, cache_control: { type: "ephemeral", ttl: evil } }],
      tools: [{ name: evil, [evil]: text }],
      messages: [{ role: evil, content: "1" }],
    });
    expect(prefixText(observation("all", payload("a"), payload("b")), en)).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  it("says one line for a request that was not read", () => {
    expect(prefixText(unread("skipped", "no-scope"), en)).toBe(
      "prefix: not read (session, provider, API, model or endpoint unknown)",
    );
  });
});
