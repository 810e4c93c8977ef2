import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../src/record/run-record.ts";
import { recordBench } from "../support/records.ts";

/** A text that is nobody's name and no digest either: longer than one. */
const secret = fc.stringMatching(/^[a-z ]{14,30}$/).map((text) => `${text} №`);
const secrets = fc.array(secret, { maxLength: 3 });

interface Private {
  readonly prompt: readonly string[];
  readonly descriptions: readonly string[];
  readonly user: readonly string[];
  readonly answer: string;
  readonly thinking: string;
  readonly argument: string;
  readonly result: string;
  readonly image: string;
  readonly cacheKey: string;
  readonly metadata: string;
}

const anyPrivate: fc.Arbitrary<Private> = fc.record({
  ...{ prompt: secrets, descriptions: secrets, user: secrets, answer: secret, thinking: secret },
  ...{ argument: secret, result: secret, image: secret, cacheKey: secret, metadata: secret },
});

const tagged = (lines: readonly string[]): string => ["<rules>", ...lines, "</rules>", ...lines].join("\n");

/** The same texts in each family of payloads, wherever one has a place for them. */
const PAYLOADS: Readonly<Record<string, (texts: Private) => object>> = {
  anthropic: ({ prompt, descriptions, user, answer, thinking, argument, result, image, metadata }) => ({
    ...{ model: "m1", metadata: { user_id: metadata } },
    system: [{ type: "text", text: tagged(prompt), cache_control: { type: "ephemeral" } }],
    tools: descriptions.map((description, at) => ({
      ...{ name: `tool${at}`, description },
      input_schema: { type: "object", properties: { q: { type: "string", description, enum: [argument] } } },
    })),
    messages: [
      { role: "user", content: user.map((text) => ({ type: "text", text })) },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking, signature: thinking },
          { type: "text", text: answer },
          { type: "tool_use", id: argument, name: "tool0", input: { q: argument } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: argument, content: [{ type: "text", text: result }] },
          { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
        ],
      },
    ],
  }),
  "openai-chat": ({ prompt, descriptions, user, answer, argument, result, cacheKey }) => ({
    ...{ model: "m1", prompt_cache_key: cacheKey },
    tools: descriptions.map((description, at) => ({
      type: "function",
      function: { name: `tool${at}`, description, parameters: { type: "object", properties: { q: { description } } } },
    })),
    messages: [
      { role: "developer", content: tagged(prompt) },
      ...user.map((content) => ({ role: "user", content })),
      {
        ...{ role: "assistant", content: answer },
        tool_calls: [{ id: argument, type: "function", function: { name: "tool0", arguments: argument } }],
      },
      { role: "tool", tool_call_id: argument, content: result },
    ],
  }),
  "openai-responses": ({ prompt, descriptions, user, answer, thinking, argument, result, cacheKey }) => ({
    ...{ model: "m1", instructions: tagged(prompt), prompt_cache_key: cacheKey },
    tools: descriptions.map((description, at) => ({
      type: "function",
      name: `tool${at}`,
      description,
      parameters: {},
    })),
    input: [
      ...user.map((text) => ({ role: "user", content: [{ type: "input_text", text }] })),
      { type: "reasoning", summary: [{ type: "summary_text", text: thinking }], encrypted_content: thinking },
      { role: "assistant", content: [{ type: "output_text", text: answer }] },
      { type: "function_call", call_id: argument, name: "tool0", arguments: argument },
      { type: "function_call_output", call_id: argument, output: result },
    ],
  }),
  google: ({ prompt, descriptions, user, answer, argument, result }) => ({
    model: "m1",
    config: {
      systemInstruction: tagged(prompt),
      tools: [{ functionDeclarations: descriptions.map((description, at) => ({ name: `tool${at}`, description })) }],
    },
    contents: [
      ...user.map((text) => ({ role: "user", parts: [{ text }] })),
      { role: "model", parts: [{ text: answer }, { functionCall: { name: "tool0", args: { q: argument } } }] },
      { role: "user", parts: [{ functionResponse: { name: "tool0", response: { output: result } } }] },
    ],
  }),
};

/** Everything that stands in a record, keys included. */
function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [key, ...strings(one)]);
}

describe.each(Object.entries(PAYLOADS))("records of %s requests", (shape, payload) => {
  it("hold no text of a prompt, a tool, a message, a result or a key, whatever changes between two of them", () => {
    fc.assert(
      fc.property(fc.array(anyPrivate, { minLength: 1, maxLength: 3 }), (requests) => {
        const { turn, records } = recordBench();
        const kept = requests.map((texts): RunRecord | null => {
          turn(payload(texts));
          return records.next();
        });
        expect(kept[0]?.p?.s).toBe(shape);
        const text = strings(kept).join("\n");
        expect(text).not.toContain("№");
        for (const one of requests.flatMap((texts) => strings(texts)))
          for (const word of one.split(" ").filter((part) => part.length > 11)) expect(text).not.toContain(word);
      }),
    );
  });

  it("hold nothing longer than names, but for digests", () => {
    fc.assert(
      fc.property(anyPrivate, (texts) => {
        const { turn, records } = recordBench();
        turn(payload(texts));
        const long = strings(records.next()).filter((one) => one.length > 40);
        expect(long.filter((one) => !/^([\w-]{11})+$/.test(one))).toEqual([]);
      }),
    );
  });
});
