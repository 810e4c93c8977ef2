import type {
  AssistantMessage,
  Message,
  SystemMessage,
  Tool,
  ToolResultMessage,
  UserMessage,
} from "@earendil-works/pi-ai";
import fc from "fast-check";
import type { ChatApi } from "./adapters.ts";

/** The head of a generated conversation, as plain values that an edit can change before it becomes a message. */
export interface Head {
  readonly content: string;
  /** In order; names are unique. */
  readonly sections: readonly (readonly [name: string, text: string])[];
  /** Names are unique. */
  readonly tools: readonly Tool[];
}

/** One call of a tool and its result. */
export interface Call {
  readonly argument: string;
  readonly result: string;
  readonly image: boolean;
}

/** What the model says, and what answers it: results of its calls, or else the user. */
export interface Step {
  readonly thinking: string | null;
  readonly text: string;
  readonly calls: readonly Call[];
  readonly user: string;
  readonly image: boolean;
}

export interface Conversation {
  readonly head: Head;
  readonly first: string;
  readonly steps: readonly Step[];
}

const PIECES = [
  "read",
  "the file",
  " ",
  "\n",
  "\n\n",
  "文件缓存",
  "かな",
  "👩‍💻",
  "😀",
  '"quoted"',
  "a < b",
  "\\n",
  "é",
  "e\u0301",
  "0",
  "{}",
];

/** Text of a letter and more: no adapter drops it as blank. */
export const text: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom("A", "b", "中", "😀"), fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }))
  .map(([letter, pieces]) => `${letter}${pieces.join("")}.`);

const NAMES = ["read", "bash", "edit", "grep", "find", "web_fetch", "web_search", "todo"];
const TAGS = ["tools", "rules", "docs", "project_context", "skills", "cwd", "team-notes", "reviewer"];

export const toolNamed = (name: string): fc.Arbitrary<Tool> =>
  fc
    .record({ description: text, about: text, limit: fc.boolean(), nested: fc.boolean() })
    .map(({ description, about, limit, nested }) => ({
      name,
      description,
      parameters: {
        type: "object",
        properties: {
          q: { type: "string", description: about },
          ...(limit ? { limit: { type: "number", minimum: 1 } } : {}),
          ...(nested ? { filter: { type: "object", properties: { kind: { type: "string", enum: ["a", "b"] } } } } : {}),
        },
        required: ["q"],
      },
    }));

const tools: fc.Arbitrary<readonly Tool[]> = fc
  .shuffledSubarray(NAMES, { minLength: 2, maxLength: 6 })
  .chain((names) => fc.tuple(...names.map(toolNamed)));

/** A tagged part of the prompt, as Pi and its extensions write them. */
export function tagged(name: string, body: string): string {
  return `<${name}>\n${body}\n</${name}>`;
}

const sections = fc
  .shuffledSubarray(TAGS, { minLength: 2, maxLength: 6 })
  .chain((names) => fc.tuple(...names.map((name) => text.map((body) => [name, tagged(name, body)] as const))));

export const head: fc.Arbitrary<Head> = fc.record({ content: text, sections, tools });

const call: fc.Arbitrary<Call> = fc.record({ argument: text, result: text, image: fc.boolean() });

export const step: fc.Arbitrary<Step> = fc.record({
  thinking: fc.option(text),
  text,
  calls: fc.array(call, { maxLength: 3 }),
  user: text,
  image: fc.boolean(),
});

export const conversation: fc.Arbitrary<Conversation> = fc.record({
  head,
  first: text,
  steps: fc.array(step, { minLength: 2, maxLength: 5 }),
});

/** Messages that a step adds: 2 for an answer and the user's reply, else 1 and one for each result. */
export function messagesIn({ calls }: Step): number {
  return 1 + Math.max(1, calls.length);
}

export function headMessage({ content, sections, tools }: Head): SystemMessage {
  return { role: "system", content, sections: Object.fromEntries(sections), toolsAdded: [...tools], timestamp: 1 };
}

/** A conversation as Pi holds it, for a model of `api`. */
export function messagesOf(api: ChatApi, { head, first, steps }: Conversation): Message[] {
  return [headMessage(head), userMessage(first, false, 2), ...steps.flatMap((step, at) => stepMessages(api, step, at))];
}

/** A one-pixel picture would do as well: adapters pass the bytes on. */
const IMAGE = { type: "image", data: "QUJDREVG", mimeType: "image/png" } as const;

function userMessage(content: string, image: boolean, timestamp: number): UserMessage {
  return { role: "user", content: image ? [{ type: "text", text: content }, IMAGE] : content, timestamp };
}

const NO_USAGE = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

function stepMessages(api: ChatApi, { thinking, text, calls, user, image }: Step, at: number): Message[] {
  const timestamp = 10 + at * 10;
  const idOf = (call: number): string => `call_${at}_${call}|fc_${at}_${call}`;
  const answer: AssistantMessage = {
    role: "assistant",
    content: [
      ...(thinking === null
        ? []
        : [{ type: "thinking" as const, thinking, thinkingSignature: signature(api, `${at}`) }]),
      { type: "text", text },
      ...calls.map(({ argument }, call) => ({
        type: "toolCall" as const,
        id: idOf(call),
        name: "read",
        arguments: { q: argument },
      })),
    ],
    api,
    provider: "test",
    model: "model-1",
    usage: NO_USAGE,
    stopReason: calls.length > 0 ? "toolUse" : "stop",
    // A model that takes effort messages gets the level of each answer with it.
    providerThinkingLevel: "high",
    timestamp,
  };
  if (calls.length === 0) return [answer, userMessage(user, image, timestamp + 1)];
  const results = calls.map(
    (call, index): ToolResultMessage => ({
      role: "toolResult",
      toolCallId: idOf(index),
      toolName: "read",
      content: [{ type: "text", text: call.result }, ...(call.image ? [IMAGE] : [])],
      isError: false,
      timestamp: timestamp + 1 + index,
    }),
  );
  return [answer, ...results];
}

function signature(api: ChatApi, id: string): string {
  if (!api.includes("responses")) return Buffer.from(`signature ${id}`).toString("base64");
  return JSON.stringify({ type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: "abc" });
}
