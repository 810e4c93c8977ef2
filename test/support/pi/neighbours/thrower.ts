import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { piFolder } from "../sdk.ts";

/** What a neighbour's handlers do: throw, reject a moment later, or come to an end only after a while. */
export type Fault = "throws" | "rejects" | "is slow";

/** Trust is asked before there is a session: a fault there is none of a neighbour in a session. */
const NOT_OF_A_SESSION = new Set(["project_trust"]);
/** Comes for each delta: a wait for each of them would be no slow handler but a stopped Pi. */
const FOR_EACH_DELTA = new Set(["message_update", "provider_stream_event"]);
const WHILE_MS = 20;

/** A neighbour that does, in a handler for every event that Pi has, what `TEST_NEIGHBOUR_FAULT` says. */
export default function thrower(pi: ExtensionAPI): void {
  const fault = process.env.TEST_NEIGHBOUR_FAULT;
  for (const event of sessionEvents()) {
    const wait = FOR_EACH_DELTA.has(event) ? 1 : WHILE_MS;
    const handler = (): Promise<void> => {
      if (fault === "throws") throw new Error(`neighbour: ${event}`);
      const later = new Promise<void>((resolve) => setTimeout(resolve, fault === "rejects" ? 1 : wait));
      return fault === "rejects" ? later.then(() => Promise.reject(new Error(`neighbour: ${event}`))) : later;
    };
    // The types know one event for each signature; this takes them all.
    Reflect.apply(pi.on, pi, [event, handler]);
  }
}

/** Every event of a session that the Pi under test knows, by its own types. */
export function sessionEvents(): readonly string[] {
  const types = readFileSync(join(piFolder(), "dist/core/extensions/types.d.ts"), "utf8");
  const names = [...types.matchAll(/\bon\(event: "(\w+)"/g)].map(([, name]) => name ?? "");
  return [...new Set(names)].filter((name) => !NOT_OF_A_SESSION.has(name));
}

/** The path of this extension. */
export const THROWER = import.meta.filename;
