import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { clockFaults } from "./faults/clock.ts";
import { historyFaults } from "./faults/history.ts";
import { hostFaults } from "./faults/host.ts";
import { payloadFaults } from "./faults/payload.ts";
import { promptFaults } from "./faults/prompt.ts";
import { toolFaults } from "./faults/tools.ts";

/**
 * An extension for tests that breaks prompt caching in every way that an extension can, each on a command. Loaded before
 * the extension under test, so that its changes are seen: `/rewrite` for payloads, and the commands of `faults/`.
 */
export default function breaker(pi: ExtensionAPI): void {
  toolFaults(pi);
  promptFaults(pi);
  historyFaults(pi);
  payloadFaults(pi, "rewrite");
  hostFaults(pi);
  clockFaults(pi);
}

/** The path of this extension. */
export const BREAKER = import.meta.filename;
