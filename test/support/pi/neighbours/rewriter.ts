import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { isRecord } from "../../../../src/unknown.ts";

/** A new payload is returned, or the one that Pi hands over is changed where it is. */
export type Manner = "returned" | "in-place";

/**
 * A neighbour that puts a running number in front of the system prompt of every payload, as clocks and memories do:
 * `/neighbour-clock MANNER` begins. Before the extension under test it is seen, after it it is not.
 */
export default function rewriter(pi: ExtensionAPI): void {
  let manner = "";
  let count = 0;
  pi.registerCommand("neighbour-clock", {
    description: "A clock in every payload from now on",
    handler: async (args) => {
      manner = args.trim();
    },
  });
  pi.on("before_provider_request", ({ payload }) => {
    if (manner === "" || !isRecord(payload)) return undefined;
    count += 1;
    const field = ["system", "messages", "input"].find((name) => Array.isArray(payload[name])) ?? "";
    const blocks: unknown = payload[field];
    const [first, ...rest]: unknown[] = Array.isArray(blocks) ? blocks : [];
    if (!isRecord(first)) return undefined;
    const text = "text" in first ? "text" : "content";
    const clock = { [text]: `<clock>\n${count}\n</clock>\n${String(first[text])}` };
    if (manner === "returned") return { ...payload, [field]: [{ ...first, ...clock }, ...rest] };
    Object.assign(first, clock);
    return undefined;
  });
}

/** The path of this extension. */
export const REWRITER = import.meta.filename;
