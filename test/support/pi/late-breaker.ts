import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { payloadFaults } from "./faults/payload.ts";

/**
 * An extension for tests to be loaded after the one under test: `/rewrite-after` changes payloads where nothing can see
 * it any more.
 */
export default function lateBreaker(pi: ExtensionAPI): void {
  payloadFaults(pi, "rewrite-after");
}

/** The path of this extension. */
export const LATE_BREAKER = import.meta.filename;
