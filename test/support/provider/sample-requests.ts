import type { JsonRecord } from "./json-shape.ts";

/** Text of that many tokens of content; a letter keeps texts apart. */
export function words(tokens: number, letter = "a"): string {
  return letter.repeat(tokens * 4);
}

/** A cache marker, with a lifetime when one is given. */
export function marker(ttl?: "5m" | "1h"): JsonRecord {
  return { cache_control: { type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) } };
}

/** A text block, with further fields such as a marker. */
export function textBlock(text: string, more: JsonRecord = {}): JsonRecord {
  return { type: "text", text, ...more };
}

/** A Messages request of these messages; `more` adds or replaces fields. */
export function messagesRequest(messages: JsonRecord[], more: JsonRecord = {}): JsonRecord {
  return { model: "m", max_tokens: 100, stream: true, messages, ...more };
}

/** A user message of blocks. */
export function user(...content: JsonRecord[]): JsonRecord {
  return { role: "user", content };
}

/** A Messages request of one block of 2000 tokens and `extra` short ones; the last block is marked. */
export function longConversation(extra: number): JsonRecord {
  const blocks = [textBlock(words(2000)), ...Array.from({ length: extra }, (_, index) => textBlock(`block ${index}`))];
  const last = blocks.pop() ?? {};
  return messagesRequest([user(...blocks, { ...last, ...marker() })]);
}

/** A path and a request that can be cached, one for each protocol. */
export interface Sample {
  protocol: string;
  path: string;
  body: JsonRecord;
}

/** Samples in the order anthropic-messages, openai-completions, openai-responses. */
export function samples(): [Sample, Sample, Sample] {
  const prompt = words(2000);
  return [
    {
      protocol: "anthropic-messages",
      path: "/v1/messages",
      body: messagesRequest([user(textBlock(prompt, marker()), textBlock("hi"))]),
    },
    {
      protocol: "openai-completions",
      path: "/v1/chat/completions",
      body: {
        model: "m",
        stream: true,
        stream_options: { include_usage: true },
        messages: [{ role: "user", content: prompt }],
      },
    },
    { protocol: "openai-responses", path: "/v1/responses", body: { model: "m", stream: true, input: prompt } },
  ];
}
