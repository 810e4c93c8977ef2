import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, Reply } from "./contract.ts";
import type { Frame } from "./frame.ts";
import type { ErrorAnswer } from "./refusals.ts";
import type { OutputUnits } from "./reply-pieces.ts";

/** How far an answer got. */
export interface Delivery {
  outcome: Outcome;
  /** 0 when the connection ended before the head. */
  status: number;
  sent: OutputUnits;
  usageSent: boolean;
}

/**
 * Streams an answer with the delays and the fault of its reply. `onBegin` is called when the response begins, just
 * before its head is sent. Never rejects: a client that hangs up ends in `disconnected`, an aborted `closing` signal in
 * `cut`.
 */
export async function stream(
  response: ServerResponse,
  reply: Reply,
  frames: Frame[],
  closing: AbortSignal,
  onBegin: () => void,
): Promise<Delivery> {
  const delivery: Delivery = { outcome: "completed", status: 0, sent: { reasoning: 0, visible: 0 }, usageSent: false };
  const line = openLine(response);
  try {
    await line.pause(reply.headDelay ?? 0);
    onBegin();
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    response.flushHeaders();
    delivery.status = 200;
    let deltas = 0;
    for (const frame of frames) {
      if (cutsBefore(reply, frame, deltas)) {
        response.destroy();
        return { ...delivery, outcome: "cut" };
      }
      if (frame.kind === "delta") await line.pause(deltas === 0 ? (reply.firstDelay ?? 0) : (reply.deltaDelay ?? 0));
      await line.send(frame.wire);
      delivery.sent.reasoning += frame.reasoningUnits;
      delivery.sent.visible += frame.visibleUnits;
      delivery.usageSent ||= frame.carriesUsage;
      if (frame.kind !== "delta") continue;
      deltas += 1;
      if (deltas === 1 && reply.fault?.kind === "stall") await line.pause(reply.fault.ms);
    }
    await line.end();
    return delivery;
  } catch {
    return { ...delivery, outcome: closing.aborted ? "cut" : "disconnected" };
  } finally {
    line.release();
  }
}

/** Sends an HTTP error after a delay in real milliseconds. Never rejects. */
export async function fail(
  response: ServerResponse,
  answer: ErrorAnswer,
  delay: number,
  closing: AbortSignal,
): Promise<Delivery> {
  const line = openLine(response);
  const delivery: Delivery = { outcome: "failed", status: 0, sent: { reasoning: 0, visible: 0 }, usageSent: false };
  try {
    await line.pause(delay);
    response.writeHead(answer.status, answer.headers);
    delivery.status = answer.status;
    await line.send(JSON.stringify(answer.body));
    await line.end();
    return delivery;
  } catch {
    return { ...delivery, outcome: closing.aborted ? "cut" : "disconnected" };
  } finally {
    line.release();
  }
}

function cutsBefore(reply: Reply, frame: Frame, deltas: number): boolean {
  if (reply.fault?.kind !== "cut") return false;
  return frame.kind === "end" || (frame.kind === "delta" && deltas >= reply.fault.afterDeltas);
}

interface Line {
  pause(ms: number): Promise<void>;
  send(text: string): Promise<void>;
  end(): Promise<void>;
  release(): void;
}

/** The connection to the client; everything pending rejects as soon as it is gone. */
function openLine(response: ServerResponse): Line {
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  response.once("close", hangUp);
  if (response.destroyed) gone.abort();
  const whileOpen = (start: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => {
      const lost = () => reject(new Error("The client is gone."));
      if (gone.signal.aborted) return lost();
      gone.signal.addEventListener("abort", lost, { once: true });
      start((error) => {
        gone.signal.removeEventListener("abort", lost);
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    async pause(ms) {
      gone.signal.throwIfAborted();
      if (ms > 0) await sleep(ms, undefined, { signal: gone.signal });
    },
    send: (text) => whileOpen((done) => response.write(text, done)),
    end: () => whileOpen((done) => response.end(() => done())),
    release: () => response.off("close", hangUp),
  };
}
