import type { Diagnosis } from "./diagnosis.ts";

/** The wire protocols that the simulator speaks, named as Pi names them. */
export type ProtocolName = "anthropic-messages" | "openai-completions" | "openai-responses";

/**
 * How the token counts of a request are reported to the client; the cache itself is not affected.
 * - `standard`: as the protocol's inventor documents it.
 * - `none`: no cache fields; the input count is the whole prompt.
 * - `deepseek`: openai-completions only, `prompt_cache_hit_tokens` and `prompt_cache_miss_tokens`.
 * - `kimi`: openai-completions only, `cached_tokens` at the top level of the usage.
 * - `inclusive`: anthropic-messages only, `input_tokens` contains the cached tokens too.
 * A variant that does not exist for a protocol is reported as `standard` there.
 */
export type Reporting = "standard" | "none" | "deepseek" | "kimi" | "inclusive";

/**
 * What goes wrong with one answer.
 * - `status`: an HTTP error instead of an answer; nothing is cached.
 * - `cut`: the socket is destroyed after so many content deltas, at the latest before the closing events.
 * - `stall`: after the first delta nothing is sent for `ms` real milliseconds, then the answer goes on.
 */
export type Fault =
  | { kind: "status"; status: 400 | 429 | 529 | 500; message?: string }
  | { kind: "cut"; afterDeltas: number }
  | { kind: "stall"; ms: number };

/** One answer of the model. Everything is optional; an empty reply is an answer without content. */
export interface Reply {
  text?: string;
  thinking?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
  /** Real milliseconds before the response head; default 0. */
  headDelay?: number;
  /** Real milliseconds between the response head and the first content delta; default 0. */
  firstDelay?: number;
  /** Real milliseconds between content deltas; default 0. */
  deltaDelay?: number;
  /** Number of deltas the text is split into, at most one per character; default by words, at most 20. */
  deltas?: number;
  /** What the provider itself says about its cache, beside the usage; default nothing. */
  diagnosis?: Diagnosis;
  fault?: Fault;
}

/** A well-formed request, as a responder sees it. */
export interface IncomingRequest {
  number: number;
  protocol: ProtocolName;
  model: string;
  /** Text of the newest user message that has text; empty when there is none. Tool results do not count. */
  lastUserText: string;
  /** Whether the conversation ends in a tool result (system messages after it are ignored). */
  hasToolResultLast: boolean;
  /** The parsed request body. */
  body: unknown;
}

/** Answers a request that has no queued reply. A responder that throws makes the provider answer with status 500. */
export type Responder = (request: IncomingRequest) => Reply;

/**
 * Why not more of a prompt was read from the cache. Decided when the request arrives, against every earlier request of
 * the same model whose response had begun. The first matching line wins:
 * - `no-marker`: Anthropic, the request has no marker.
 * - `below-minimum`: the part that could be cached is shorter than the minimum.
 * - `cold`: no earlier request of this model was answered.
 * Otherwise two losses are compared and the larger one names the cause:
 * 1. What entries, dead or alive, on this very prefix would have allowed, minus what was read. Named after the longest
 *    such entry: `forgotten` or `expired` when it is dead; when alive `other-key` (OpenAI, stored under another cache
 *    key), `no-marker` (Anthropic, it lies behind the last marker) or `lookback` (Anthropic, more than 20 blocks before
 *    every marker).
 * 2. `changed`: what the closest earlier request had cached beyond the common prefix. The closest is the one with the
 *    longest common prefix, the newest of several. It is zero when one of both prompts continues the other.
 * Without a loss it is `none`, unless the closest earlier request cached nothing although it was sent; then it is that
 * request's reason, `below-minimum` or `no-marker`. OpenAI prompts are compared in whole steps of 128 tokens, so a
 * change within the last step is not seen. Failed requests have `none`.
 */
export type Shortfall =
  | "none"
  | "cold"
  | "below-minimum"
  | "changed"
  | "expired"
  | "forgotten"
  | "lookback"
  | "no-marker"
  | "other-key";

/**
 * How a request ended: `completed`; `failed` with an HTTP error; `cut` by the provider, by a fault or by closing it;
 * `disconnected` when the client hung up first.
 */
export type Outcome = "completed" | "failed" | "cut" | "disconnected";

/** What the provider knows about one finished request. Counts are tokens; read + written + fresh = prompt. */
export interface Truth {
  /** From 1, in order of arrival. Every attempt counts, also retries and malformed requests. */
  number: number;
  /** Follows from the path; `openai-completions` when the path is unknown. */
  protocol: ProtocolName;
  /** Empty when the request was malformed. */
  model: string;
  /** The request path without its query. */
  path: string;
  /** Milliseconds on the provider's clock. */
  startedAt: number;
  /** The HTTP status sent; 0 when the connection ended before the response head. */
  status: number;
  outcome: Outcome;
  /** 0, like all counts, when nothing was processed: the request failed or ended before the response head. */
  promptTokens: number;
  readTokens: number;
  writtenTokens: number;
  freshTokens: number;
  /** Tokens sent, thinking and tool calls included; of a broken stream only what was sent. */
  outputTokens: number;
  reasoningTokens: number;
  /** read / prompt; null when the prompt is empty or the stream broke before the usage was sent. */
  hitRate: number | null;
  shortfall: Shortfall;
  /** The exact bytes of the request body. */
  rawBody: Buffer;
  /** Names in lower case. */
  headers: Record<string, string>;
}

/** Settings of a simulator; see each default. */
export interface ProviderOptions {
  /** Milliseconds; default Date.now. Lifetimes are measured with it, delays are not. */
  now?: () => number;
  /** Tokens a prefix needs to be cached; default 1024, for all protocols. */
  minimumTokens?: number;
  /** Seconds; Anthropic's five-minute tier, default 300. */
  shortLifetime?: number;
  /** Seconds; Anthropic's one-hour tier, default 3600. */
  longLifetime?: number;
  /** Seconds of idleness; OpenAI, default 600. */
  openaiLifetime?: number;
  /**
   * Part of every response, item and tool-call id; default random, so that several simulators can serve one session. Set
   * it where two simulators must answer with the same bytes.
   */
  idPrefix?: string;
  /** Default `standard`; can be changed later. */
  reporting?: Reporting;
  /** Answers requests without a queued reply; default `defaultResponder`. */
  respond?: Responder;
}

/** A running provider. */
export interface ProviderSimulator {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Base URL for anthropic-messages; the client appends `/v1/messages`. */
  readonly anthropicUrl: string;
  /** Base URL for openai-completions and openai-responses; ends in `/v1`. */
  readonly openaiUrl: string;
  /** Finished requests, ordered by number. */
  readonly requests: readonly Truth[];
  /** How usage is reported from the next response on. */
  reporting: Reporting;
  /** Answers for the next well-formed requests, in order; one attempt takes one. */
  enqueue(...replies: Reply[]): void;
  /** Evicts every cache entry. */
  forget(): void;
  /** Moves the provider's clock forward by milliseconds. */
  advance(ms: number): void;
  /** Resolves when that request is finished; rejects after the timeout (default 10000 ms) or on close. */
  waitForRequest(number: number, timeoutMs?: number): Promise<Truth>;
  /** Destroys all sockets and frees the port; may be called again. */
  close(): Promise<void>;
}
