import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CAUSES } from "../../src/verdict/cause.ts";
import { readDiagnosis } from "../../src/verdict/diagnosis.ts";
import { trap } from "../support/fake-pi.ts";

const anthropic = (type: unknown) => ({ diagnostics: { cache_miss_reason: { type } } });
const openai = (reason: unknown, type: unknown = "cache_miss") => ({
  prompt_cache_diagnostics: { type, reason },
});

describe("Anthropic's word on a miss", () => {
  it.each([
    ["model_changed", "model-changed"],
    ["system_changed", "system-changed"],
    ["tools_changed", "tools-changed"],
    ["messages_changed", "history-rewritten"],
  ])("%s is %s, at the start of a message and in its delta", (reason, cause) => {
    expect(readDiagnosis({ type: "message_start", message: anthropic(reason) })).toBe(cause);
    expect(readDiagnosis({ type: "message_delta", ...anthropic(reason) })).toBe(cause);
  });

  it.each([
    "previous_message_not_found",
    "unavailable",
    "input_changed",
    "toString",
    "__proto__",
    "",
    7,
    null,
    undefined,
  ])("%s names no cause", (reason) => {
    expect(readDiagnosis({ type: "message_start", message: anthropic(reason) })).toBeNull();
    expect(readDiagnosis({ type: "message_delta", ...anthropic(reason) })).toBeNull();
  });

  it("is not read where it does not stand", () => {
    expect(readDiagnosis({ type: "message_start", ...anthropic("tools_changed") })).toBeNull();
    expect(readDiagnosis({ type: "message_delta", message: anthropic("tools_changed") })).toBeNull();
    expect(readDiagnosis({ type: "message_stop", ...anthropic("tools_changed") })).toBeNull();
    expect(readDiagnosis({ type: "message_start", message: { diagnostics: null } })).toBeNull();
    expect(readDiagnosis({ type: "message_start", message: { diagnostics: { cache_miss_reason: null } } })).toBeNull();
  });
});

describe("OpenAI's word on a miss", () => {
  it.each([
    ["model_changed", "model-changed"],
    ["prompt_cache_key_changed", "params-changed"],
    ["tools_changed", "tools-changed"],
    ["text_format_changed", "params-changed"],
    ["reasoning_effort_changed", "thinking-changed"],
    ["verbosity_changed", "params-changed"],
    ["context_compacted", "compacted"],
    ["input_changed", "history-rewritten"],
    ["service_tier_changed", "params-changed"],
  ])("%s is %s, in a complete response and in one cut short", (reason, cause) => {
    expect(readDiagnosis({ type: "response.completed", response: openai(reason) })).toBe(cause);
    expect(readDiagnosis({ type: "response.incomplete", response: openai(reason) })).toBe(cause);
  });

  it("is none where the provider speaks of no miss, or names no reason that is known", () => {
    expect(readDiagnosis({ type: "response.completed", response: openai("tools_changed", "cache_hit") })).toBeNull();
    expect(readDiagnosis({ type: "response.completed", response: openai("tools_changed", "unavailable") })).toBeNull();
    expect(readDiagnosis({ type: "response.completed", response: openai("messages_changed") })).toBeNull();
    expect(readDiagnosis({ type: "response.completed", response: openai("constructor") })).toBeNull();
    expect(readDiagnosis({ type: "response.created", response: openai("tools_changed") })).toBeNull();
    expect(readDiagnosis({ type: "response.completed", ...openai("tools_changed") })).toBeNull();
  });
});

describe("an event of any shape", () => {
  const TYPES = ["message_start", "message_delta", "response.completed", "response.incomplete"];
  const reason = fc.oneof(fc.constantFrom("tools_changed", "input_changed", "__proto__"), fc.anything());
  const diagnostics = fc.oneof(fc.anything(), fc.record({ cache_miss_reason: fc.record({ type: reason }) }));
  const inner = fc.record({
    diagnostics,
    prompt_cache_diagnostics: fc.oneof(fc.anything(), fc.record({ type: fc.constant("cache_miss"), reason })),
  });
  const event = fc.record({
    type: fc.oneof(fc.constantFrom(...TYPES), fc.anything()),
    message: fc.oneof(fc.anything(), inner),
    response: fc.oneof(fc.anything(), inner),
    diagnostics,
  });

  it("gives a cause of the closed set or none, and does not throw", () => {
    fc.assert(
      fc.property(fc.oneof(event, fc.anything()), (one) => {
        const cause = readDiagnosis(one);
        expect(cause === null || CAUSES.includes(cause)).toBe(true);
      }),
    );
  });

  it("is not changed by being read", () => {
    fc.assert(
      fc.property(event, (one) => {
        const before = structuredClone(one);
        readDiagnosis(one);
        expect(one).toEqual(before);
      }),
    );
  });

  it("that cannot be read is the caller's to guard, and nothing of it is answered", () => {
    expect(() => readDiagnosis(trap())).toThrow();
  });
});
