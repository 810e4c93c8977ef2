import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { isRecord } from "../../../../src/unknown.ts";

type Payload = Readonly<Record<string, unknown>>;
type Rewrite = (payload: Payload) => unknown;

/**
 * A command `/NAME REWRITE` that changes every payload from then on, as proxies and policy extensions do; `/NAME off`
 * ends it. Before the extension under test or after it: that depends on the order in which the extensions are loaded.
 */
export function payloadFaults(pi: ExtensionAPI, name: string): void {
  let rewrite: Rewrite | null = null;
  pi.registerCommand(name, {
    description: "Change every payload from now on",
    handler: async (args) => {
      const [kind = "", ...rest] = args.trim().split(" ");
      rewrite = REWRITES[kind]?.(rest.join(" ")) ?? null;
      if (rewrite === null && kind !== "off") throw new Error(`No such rewrite: ${kind}`);
    },
  });
  pi.on("before_provider_request", (event) =>
    rewrite !== null && isRecord(event.payload) ? rewrite(event.payload) : undefined,
  );
}

const REWRITES: Readonly<Record<string, (argument: string) => Rewrite>> = {
  /** Adds or replaces top-level fields, given as JSON. */
  merge: (json) => {
    const fields: unknown = JSON.parse(json);
    return (payload) => ({ ...payload, ...(isRecord(fields) ? fields : {}) });
  },
  /** Takes the cache markers away, all of them or those of the history. */
  strip: (where) => (payload) =>
    where === "history" ? { ...payload, messages: markedWith(payload.messages, null) } : markedWith(payload, null),
  /** Gives every cache marker another lifetime. */
  ttl: (ttl) => (payload) => markedWith(payload, { type: "ephemeral", ttl }),
  /** Turns the tools round; markers keep their places. */
  "reverse-tools": () => (payload) => {
    const tools = Array.isArray(payload.tools) ? payload.tools.filter(isRecord) : [];
    const marks = tools.map((tool) => ("cache_control" in tool ? { cache_control: tool.cache_control } : {}));
    const bare = tools.map(({ cache_control: _mark, ...tool }) => tool);
    return { ...payload, tools: bare.toReversed().map((tool, index) => ({ ...tool, ...marks[index] })) };
  },
  /** Writes one more sentence into the description of the first tool, wherever the protocol keeps it. */
  "edit-tool": () => (payload) => ({ ...payload, tools: withLongerDescription(payload.tools) }),
  /** The same bytes in an object that cannot be read without running its code. */
  opaque: () => (payload) =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, { get: () => value, enumerable: true }])),
    ),
};

/** A copy whose markers are replaced, or left out when there is nothing to replace them by. */
function markedWith(value: unknown, marker: Payload | null): unknown {
  if (Array.isArray(value)) return value.map((item) => markedWith(item, marker));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key !== "cache_control") return [[key, markedWith(inner, marker)]];
      return marker === null ? [] : [[key, marker]];
    }),
  );
}

function withLongerDescription(tools: unknown): unknown {
  if (!Array.isArray(tools)) return tools;
  const [first, ...rest]: unknown[] = tools;
  if (!isRecord(first)) return tools;
  const lengthen = (tool: Payload): Payload => ({ ...tool, description: `${String(tool.description)} Use it well.` });
  return [isRecord(first.function) ? { ...first, function: lengthen(first.function) } : lengthen(first), ...rest];
}
