import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Account, Refusal } from "./account.ts";
import { AnthropicCache } from "./anthropic-cache.ts";
import { anthropicFrames } from "./anthropic-frames.ts";
import { completionsFrames } from "./completions-frames.ts";
import type { ProtocolName, ProviderOptions, Reply, Reporting, Responder, Truth } from "./contract.ts";
import { conversationEnd } from "./conversation.ts";
import { type Delivery, fail, stream } from "./exchange.ts";
import { isRecord } from "./json-shape.ts";
import { OpenAICache } from "./openai-cache.ts";
import { defaultMessage, errorAnswer } from "./refusals.ts";
import { parseRequest, protocolAt, readBody, type WellFormed } from "./request-reading.ts";
import { defaultResponder } from "./responder.ts";
import { responsesFrames } from "./responses-frames.ts";
import { noteAccount } from "./truth-record.ts";

const FRAMES = {
  "anthropic-messages": anthropicFrames,
  "openai-completions": completionsFrames,
  "openai-responses": responsesFrames,
};

/** Answers single requests: checks them, asks the cache, chooses the reply and delivers it. */
export class Service {
  reporting: Reporting;
  readonly #queue: Reply[] = [];
  readonly #respond: Responder;
  readonly #anthropic: AnthropicCache;
  readonly #openai: OpenAICache;
  readonly #closing: AbortSignal;
  // Several simulators may serve one session; their response and tool call ids must not collide.
  readonly #nonce: string;

  /** `closing` is aborted when the provider is closed; answers that still run then end as `cut`. */
  constructor(options: ProviderOptions, closing: AbortSignal) {
    const minimumTokens = options.minimumTokens ?? 1024;
    const shortLifetime = options.shortLifetime ?? 300;
    const longLifetime = options.longLifetime ?? 3600;
    this.#anthropic = new AnthropicCache({ minimumTokens, shortLifetime, longLifetime });
    this.#openai = new OpenAICache({ minimumTokens, lifetime: options.openaiLifetime ?? 600 });
    this.#respond = options.respond ?? defaultResponder;
    this.#closing = closing;
    this.#nonce = options.idPrefix ?? randomBytes(3).toString("hex");
    this.reporting = options.reporting ?? "standard";
  }

  /** Appends replies for the next well-formed requests. */
  enqueue(replies: Reply[]): void {
    this.#queue.push(...replies);
  }

  /** Evicts every cache entry of all protocols. */
  forget(): void {
    this.#anthropic.forget();
    this.#openai.forget();
  }

  /** Answers one request and notes in its record what the cache did; the end of the delivery is the caller's to note. */
  async serve(truth: Truth, request: IncomingMessage, response: ServerResponse): Promise<Delivery> {
    const refuse = (status: number, problem: string, delay = 0) =>
      fail(response, errorAnswer(truth.protocol, status, problem), delay, this.#closing);
    try {
      truth.rawBody = await readBody(request);
    } catch {
      return refuse(400, "The request body ended early.");
    }
    const method = request.method ?? "";
    if (protocolAt(method, truth.path) === null) return refuse(404, `Nothing is served at ${method} ${truth.path}.`);
    const parsed = parseRequest(truth.protocol, truth.rawBody);
    if ("problem" in parsed) return refuse(400, parsed.problem);
    truth.model = parsed.model;
    const account = this.#lookUp(truth.protocol, parsed, truth.startedAt);
    if ("refused" in account) return refuse(400, account.refused);
    const reply = this.#reply(truth, parsed);
    if (reply.fault?.kind === "status") {
      const { status, message } = reply.fault;
      return refuse(status, message ?? defaultMessage(status), reply.headDelay);
    }
    return this.#answer(truth, parsed, account, reply, response);
  }

  #lookUp(protocol: ProtocolName, { model, body }: WellFormed, startedAt: number): Account | Refusal {
    if (protocol === "anthropic-messages") return this.#anthropic.lookUp(model, body, startedAt);
    return this.#openai.lookUp(protocol, model, body, startedAt);
  }

  #reply({ number, protocol }: Truth, { model, body }: WellFormed): Reply {
    const queued = this.#queue.shift();
    if (queued !== undefined) return queued;
    try {
      return this.#respond({ number, protocol, model, ...conversationEnd(protocol, body), body });
    } catch (error) {
      return { fault: { kind: "status", status: 500, message: `The responder failed: ${String(error)}` } };
    }
  }

  #answer(
    truth: Truth,
    { model, body }: WellFormed,
    account: Account,
    reply: Reply,
    response: ServerResponse,
  ): Promise<Delivery> {
    const streamOptions = body["stream_options"];
    const frames = FRAMES[truth.protocol]({
      id: `${this.#nonce}_${truth.number}`,
      model,
      createdAt: Math.floor(truth.startedAt / 1000),
      reply,
      account,
      reporting: this.reporting,
      includeUsage: isRecord(streamOptions) && streamOptions["include_usage"] === true,
    });
    return stream(response, reply, frames, this.#closing, () => {
      account.commit();
      noteAccount(truth, account);
    });
  }
}
