import { describe, expect, it } from "vitest";
import { conversationEnd } from "./conversation.ts";
import { defaultResponder, type ProtocolName, type Reply } from "./index.ts";
import type { JsonRecord } from "./json-shape.ts";

const tools = [{ name: "read" }];

function reply(lastUserText: string, hasToolResultLast = false, body: unknown = { tools }): Reply {
  return defaultResponder({
    number: 1,
    protocol: "anthropic-messages",
    model: "m",
    lastUserText,
    hasToolResultLast,
    body,
  });
}

describe("the default responder", () => {
  it("answers in a sentence", () => {
    expect(reply("say hello")).toEqual({ text: expect.stringMatching(/\w+/) });
  });

  it("calls as many tools as the user says", () => {
    const read = { name: "read", arguments: { path: "notes.txt" } };
    expect(reply("please call 3 tools").toolCalls).toEqual([read, read, read]);
    expect(reply("call 1 tool").toolCalls).toEqual([read]);
    expect(reply("call 12 tools").toolCalls).toBeUndefined();
  });

  it("calls the named tool", () => {
    expect(reply("use tool my_tool-2 now").toolCalls?.map((call) => call.name)).toEqual(["my_tool-2"]);
  });

  it("answers with a sentence after tool results and when no tools are on offer", () => {
    expect(reply("call 3 tools", true).toolCalls).toBeUndefined();
    expect(reply("call 3 tools", false, {}).toolCalls).toBeUndefined();
  });

  it("thinks when asked to", () => {
    expect(reply("think about it").thinking).toMatch(/\w+/);
    expect(reply("hello").thinking).toBeUndefined();
  });
});

describe("the end of a conversation", () => {
  const result = { type: "tool_result", tool_use_id: "t", content: "done" };

  it.each<[ProtocolName, JsonRecord]>([
    [
      "anthropic-messages",
      {
        messages: [
          { role: "user", content: "hi" },
          { role: "user", content: [result] },
          { role: "system", content: [] },
        ],
      },
    ],
    [
      "openai-completions",
      {
        messages: [
          { role: "user", content: [{ type: "text", text: "hi" }] },
          { role: "tool", content: "done" },
        ],
      },
    ],
    [
      "openai-responses",
      {
        input: [
          { role: "user", content: [{ type: "input_text", text: "hi" }] },
          { type: "function_call_output", output: "done" },
        ],
      },
    ],
  ])("is found in %s", (protocol, body) => {
    expect(conversationEnd(protocol, body)).toEqual({ lastUserText: "hi", hasToolResultLast: true });
  });

  it("is a user's text when no tool result follows", () => {
    expect(conversationEnd("openai-responses", { input: "hi" })).toEqual({
      lastUserText: "hi",
      hasToolResultLast: false,
    });
    expect(conversationEnd("openai-completions", {})).toEqual({ lastUserText: "", hasToolResultLast: false });
  });
});
