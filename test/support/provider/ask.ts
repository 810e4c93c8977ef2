import type { ProviderSimulator, Reply, Responder, Truth } from "./contract.ts";
import { isRecord, type JsonRecord, recordsIn } from "./json-shape.ts";

/** An answer of the simulator as a plain HTTP client sees it. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed data of all events, or the parsed error body alone. */
  events: JsonRecord[];
  /** Whether the body ended properly; a socket that was destroyed leaves it broken. */
  whole: boolean;
}

/** Sends a body (an object as JSON, a string as it is) and reads the answer to its end. */
export async function ask(url: string, body: JsonRecord | string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-test": "yes" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  let text = "";
  let whole = true;
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch {
    whole = false;
  }
  return { status: response.status, headers: response.headers, text, events: eventsIn(text), whole };
}

function eventsIn(text: string): JsonRecord[] {
  const lines = text.startsWith("{")
    ? [text]
    : text.split("\n").flatMap((line) => /^data: (.*)$/.exec(line)?.[1] ?? []);
  return lines
    .filter((line) => line !== "[DONE]")
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord);
}

/** Sends a body, reads the answer and returns what the provider knows about it. Not for concurrent requests. */
export async function truthOf(provider: ProviderSimulator, path: string, body: JsonRecord | string): Promise<Truth> {
  const number = provider.requests.length + 1;
  await ask(`${provider.url}${path}`, body);
  return provider.waitForRequest(number);
}

/** The text deltas among the events of any protocol, in order. */
export function textDeltas(events: JsonRecord[]): string[] {
  return events.flatMap((event) => {
    const { type, delta } = event;
    if (type === "response.output_text.delta") return typeof delta === "string" ? [delta] : [];
    if (isRecord(delta)) return typeof delta["text"] === "string" ? [delta["text"]] : [];
    return recordsIn(event["choices"]).flatMap((choice) => {
      const content = isRecord(choice["delta"]) ? choice["delta"]["content"] : null;
      return typeof content === "string" && content !== "" ? [content] : [];
    });
  });
}

/** A responder that gives every request this reply, and a promise of the moment it is first asked. */
export function announcing(reply: Reply): { respond: Responder; asked: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    asked: promise,
    respond: () => {
      resolve();
      return reply;
    },
  };
}
