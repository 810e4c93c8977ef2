import fc from "fast-check";
import { isRecord } from "../../src/unknown.ts";
import type { Fields } from "./entries.ts";

/** In every text of the generated entries, so that a test can tell where text is left. */
export const SECRET = "SECRET";

/** Text that looks like what a reader of bytes might look for. */
const text: fc.Arbitrary<string> = fc
  .constantFrom(
    '"usage":',
    '"usage":{"input":9}',
    "}}",
    '{"type":"session"}',
    "\\",
    "\n",
    "\r",
    "模型",
    "👩‍💻",
    "\u0000",
    " ",
  )
  .map((piece) => `${SECRET}${piece}`);

const id = fc.constantFrom("a1", "b2", "c3", "0a1b2c3d", "模", 'quo"te', "x".repeat(150), "");
const time = fc.constantFrom("2026-11-30T12:00:00.000Z", "2026-11-30T12:05:00Z", "never", "");
const count = fc.constantFrom(0, 1, 500, 10_000, -3, 1.5, 1e300, "7", null);
const name = fc.constantFrom("acme", "m1", "m2", "", "模型", '"usage":');

const usage: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count, cost: count }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, 5, [], "x") },
);
const block = fc.oneof(
  text.map((value) => ({ type: "text", text: value })),
  text.map((value) => ({
    type: "toolCall",
    id: "call",
    name: "agent",
    arguments: { usage: value, list: [], api: value },
  })),
);
const content = fc.oneof(text, fc.array(block, { maxLength: 3 }));
/** Of a tool that runs models of its own: raw usage, deep inside. */
const details = fc.oneof(
  fc.record({ usage, messages: fc.array(fc.record({ role: name, usage, text }), { maxLength: 2 }) }),
  text,
);
const tools = fc.array(
  text.map((value) => ({ name: value, description: value })),
  { maxLength: 3 },
);
const sections = fc.dictionary(fc.constantFrom("rules", "memory", "skills"), fc.oneof(text, fc.constantFrom(null, 5)));

/** Fields of an answer, in any order behind its role. Pi writes content, API, provider, model, usage and the rest. */
const answer: fc.Arbitrary<Fields> = fc
  .record(
    {
      ...{ content: fc.oneof({ weight: 3, arbitrary: fc.array(block, { maxLength: 3 }) }, text) },
      ...{
        api: name,
        provider: name,
        model: name,
        usage,
        stopReason: fc.constantFrom("stop", "error", ""),
        timestamp: count,
      },
      ...{ thinkingLevel: name, responseModel: name, errorMessage: fc.constantFrom("400", '],"api":'), details },
      diagnostics: fc.constantFrom([], [{ list: [], api: "x", usage: {} }], { list: [], api: "x" }),
    },
    { requiredKeys: ["content"] },
  )
  .chain((fields) =>
    fc
      .oneof(fc.constant(Object.keys(fields)), fc.shuffledSubarray(Object.keys(fields), { minLength: 1 }))
      .map((names) => ({
        role: "assistant",
        ...Object.fromEntries(Object.entries(fields).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))),
      })),
  );

const message: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ role: fc.constant("user"), content, timestamp: count }, { requiredKeys: ["role"] }),
  fc.record({ role: fc.constant("toolResult"), toolName: name, content, details, usage }, { requiredKeys: ["role"] }),
  { weight: 3, arbitrary: answer },
  fc.record({ role: fc.constant("system"), content, sections, toolsAdded: tools, toolsRemoved: tools }),
  fc.record({ role: name, content, usage }),
  fc.constantFrom(null, 5, [], "x"),
);

const base = { id, parentId: fc.oneof(id, fc.constant(null)), timestamp: time };
const entryOf = (type: string, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Fields> =>
  fc.record({ type: fc.constant(type), ...base, ...fields }, { requiredKeys: ["type"] });

/** An entry of any type that Pi writes, and of some that it does not. Most messages have all of Pi's fields. */
export const anyEntry: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant("message"), ...base, message }) },
  { weight: 1, arbitrary: entryOf("message", { message, usage }) },
  entryOf("usage", { kind: fc.constantFrom("cache_warm", "other"), provider: name, model: name, usage }),
  entryOf("compaction", { summary: text, usage, details, systemMessage: message, firstKeptEntryId: id }),
  entryOf("branch_summary", { summary: text, usage, details, fromId: id }),
  entryOf("custom", { customType: name, data: details }),
  entryOf("custom_message", { customType: name, content, details }),
  entryOf("context_edit", { targetId: id, replacement: content }),
  entryOf("model_change", { provider: name, modelId: name }),
  entryOf("label", { targetId: id, label: name }),
);

/** The same entry with its keys the other way round, and those of all that is in it. */
export function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}
