import { type Api, type Message, type Model, normalizeContext, type Tool } from "@earendil-works/pi-ai";
import { isFunction, isRecord } from "../../src/unknown.ts";

/** Pi's ten chat APIs. */
export const CHAT_APIS = [
  "openai-completions",
  "mistral-conversations",
  "openai-responses",
  "azure-openai-responses",
  "openai-codex-responses",
  "anthropic-messages",
  "google-generative-ai",
  "google-vertex",
  "bedrock-converse-stream",
  "pi-messages",
] as const;
export type ChatApi = (typeof CHAT_APIS)[number];

/** A conversation as Pi holds it: what an adapter turns into a payload. */
export interface Transcript {
  readonly messages: readonly Message[];
  readonly thinking?: "low" | "medium" | "high";
  /** Whether the model accepts system messages and tools appended in mid-conversation. Default false. */
  readonly appends?: boolean;
}

class Taken extends Error {}

/**
 * The payload that Pi's own adapter for `api` builds from a transcript, taken at the hook that extensions see. Nothing is
 * sent: the hook throws before a connection is made.
 */
export async function adapterPayload(api: ChatApi, transcript: Transcript): Promise<unknown> {
  let payload: unknown;
  const adapter: unknown = await import(`@earendil-works/pi-ai/api/${api}`);
  if (!isRecord(adapter) || !isFunction(adapter.streamSimple)) throw new Error(`No adapter for ${api}`);
  const options = {
    apiKey: KEYS[api],
    sessionId: "session-1",
    ...(transcript.thinking === undefined ? {} : { reasoning: transcript.thinking }),
    cacheRetention: "short",
    transport: "sse",
    onPayload: (value: unknown) => {
      payload = value;
      throw new Taken();
    },
  };
  const context = normalizeContext({ messages: [...transcript.messages] });
  const stream: unknown = adapter.streamSimple(modelFor(api, transcript.appends ?? false), context, options);
  const result = isRecord(stream) || typeof stream === "object" ? stream : null;
  if (result === null || !(Symbol.asyncIterator in result)) throw new Error(`No stream from ${api}`);
  let failure: unknown;
  for await (const event of result as AsyncIterable<unknown>) failure = event;
  if (payload === undefined) throw new Error(`${api} built no payload: ${JSON.stringify(failure)?.slice(-400)}`);
  return payload;
}

// Codex reads the account from its token: an unsigned one with a made-up account does.
const CODEX_TOKEN = `x.${Buffer.from(JSON.stringify({ "https://api.openai.com/auth": { chatgpt_account_id: "a" } })).toString("base64")}.x`;
const KEYS: Partial<Record<ChatApi, string>> = {
  "openai-completions": "x",
  "mistral-conversations": "x",
  "openai-responses": "x",
  "azure-openai-responses": "x",
  "openai-codex-responses": CODEX_TOKEN,
  "anthropic-messages": "x",
  "google-generative-ai": "x",
  "google-vertex": "x",
  "bedrock-converse-stream": "x",
  "pi-messages": "x",
};

function modelFor(api: ChatApi, appends: boolean): Model<Api> {
  const compat = appends ? APPENDING[api] : undefined;
  return {
    id: "model-1",
    name: "Model 1",
    api,
    provider: "test",
    baseUrl: "http://127.0.0.1:9",
    reasoning: true,
    input: ["text", "image"],
    cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    contextWindow: 200_000,
    maxTokens: 8_000,
    ...(compat === undefined ? {} : { compat }),
  } as Model<Api>;
}

/** What a model must declare for Pi to append prompt and tool updates instead of rebuilding the head. */
const APPENDING: Partial<Record<ChatApi, Record<string, boolean>>> = {
  "openai-completions": { supportsMidConvoSystemMessages: true, supportsMidConvoToolAdditions: true },
  "mistral-conversations": { supportsMidConvoSystemMessages: true },
  "openai-responses": { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true },
  "azure-openai-responses": { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true },
  "openai-codex-responses": { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true },
  "anthropic-messages": {
    supportsMidConvoSystemMessages: true,
    supportsMidConvoToolChanges: true,
    supportsMidConvoEffort: true,
  },
};

export function tool(name: string, description = `The ${name} tool.`): Tool {
  const parameters = {
    type: "object",
    properties: { path: { type: "string", description: `Path for ${name}` }, limit: { type: "number" } },
    required: ["path"],
  };
  return { name, description, parameters };
}
