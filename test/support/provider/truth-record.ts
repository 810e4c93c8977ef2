import type { IncomingMessage } from "node:http";
import type { Account } from "./account.ts";
import type { ProtocolName, Truth } from "./contract.ts";
import type { Delivery } from "./exchange.ts";
import { outputTokens } from "./reply-pieces.ts";
import { headersOf } from "./request-reading.ts";

/** The record of a request that has just arrived; it is filled in until the request is finished. */
export function arrivalRecord(
  number: number,
  protocol: ProtocolName | null,
  path: string,
  request: IncomingMessage,
  startedAt: number,
): Truth {
  return {
    number,
    protocol: protocol ?? "openai-completions",
    model: "",
    path,
    startedAt,
    status: 0,
    outcome: "failed",
    promptTokens: 0,
    readTokens: 0,
    writtenTokens: 0,
    freshTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    hitRate: null,
    shortfall: "none",
    rawBody: Buffer.alloc(0),
    headers: headersOf(request),
  };
}

/** Notes what the cache did; only for a response that begins. */
export function noteAccount(truth: Truth, account: Account): void {
  truth.promptTokens = account.promptTokens;
  truth.readTokens = account.readTokens;
  truth.writtenTokens = account.writtenTokens;
  truth.freshTokens = account.freshTokens;
  truth.shortfall = account.shortfall;
}

/** Notes how the answer ended. */
export function noteDelivery(truth: Truth, delivery: Delivery): void {
  const output = outputTokens(delivery.sent);
  truth.status = delivery.status;
  truth.outcome = delivery.outcome;
  truth.outputTokens = output.total;
  truth.reasoningTokens = output.reasoning;
  const countsKnown = delivery.outcome === "completed" || delivery.usageSent;
  truth.hitRate = countsKnown && truth.promptTokens > 0 ? truth.readTokens / truth.promptTokens : null;
}
