import { afterEach, beforeEach, expect, it } from "vitest";
import { ask } from "./ask.ts";
import { type ProviderSimulator, startProvider } from "./index.ts";
import { isRecord, type JsonRecord } from "./json-shape.ts";
import { samples } from "./sample-requests.ts";

const [anthropic, completions, responses] = samples();
let provider: ProviderSimulator;

beforeEach(async () => {
  provider = await startProvider();
});
afterEach(() => provider.close());

/** The event of that type, of which there must be exactly one. */
function only(events: JsonRecord[], type: string): JsonRecord {
  const [found, ...more] = events.filter((event) => event["type"] === type);
  expect(more).toEqual([]);
  return found ?? {};
}

it("says in Anthropic's first event why a prompt was not read", async () => {
  const diagnosis = { cache_miss_reason: { type: "tools_changed", cache_missed_input_tokens: 1234 } } as const;
  provider.enqueue({ text: "hi", diagnosis });
  const { events } = await ask(`${provider.url}${anthropic.path}`, anthropic.body);
  expect(only(events, "message_start")["message"]).toMatchObject({ diagnostics: diagnosis });
});

it("tells Anthropic's null, nothing was missed, from no diagnosis at all", async () => {
  provider.enqueue({ text: "hi", diagnosis: { cache_miss_reason: null } }, { text: "hi" });
  const asked = await ask(`${provider.url}${anthropic.path}`, anthropic.body);
  expect(only(asked.events, "message_start")["message"]).toMatchObject({ diagnostics: { cache_miss_reason: null } });
  const silent = await ask(`${provider.url}${anthropic.path}`, anthropic.body);
  expect(only(silent.events, "message_start")["message"]).not.toHaveProperty("diagnostics");
});

it("says in the last Responses event what became of the prompt", async () => {
  const diagnosis = { type: "cache_miss", reason: "verbosity_changed", cache_missed_tokens: 99 } as const;
  provider.enqueue({ text: "hi", diagnosis }, { text: "hi" });
  const { events } = await ask(`${provider.url}${responses.path}`, responses.body);
  expect(only(events, "response.completed")["response"]).toMatchObject({ prompt_cache_diagnostics: diagnosis });
  const silent = await ask(`${provider.url}${responses.path}`, responses.body);
  const { response } = only(silent.events, "response.completed");
  expect(isRecord(response) && "prompt_cache_diagnostics" in response).toBe(false);
});

it("has no place for a diagnosis in Chat Completions", async () => {
  provider.enqueue({ text: "hi", diagnosis: { type: "cache_hit" } });
  const answer = await ask(`${provider.url}${completions.path}`, completions.body);
  expect(answer.text).toContain("[DONE]");
  expect(answer.text).not.toContain("cache_hit");
});
