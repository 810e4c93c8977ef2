import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/**
 * An extension for tests that breaks prompt caching on command: `/change-tool` registers one more tool, `/change-clock`
 * puts a running number into the system prompt of each run. The tool's texts hold a word that must turn up nowhere.
 */
export default function changer(pi: ExtensionAPI): void {
  let clock = 0;
  pi.registerCommand("change-tool", {
    description: "Register one more tool",
    handler: async () => {
      pi.registerTool({
        name: "planted_tool",
        label: "Planted",
        description: "Answers with PLANTED-TOOL-TEXT.",
        parameters: Type.Object({ word: Type.String({ description: "PLANTED-SCHEMA-TEXT" }) }),
        execute: async () => ({ content: [{ type: "text", text: "PLANTED-RESULT-TEXT" }], details: {} }),
      });
    },
  });
  pi.registerCommand("change-clock", {
    description: "A clock in the system prompt",
    handler: async () => {
      clock = 1;
    },
  });
  pi.on("before_agent_start", (event) => {
    if (clock === 0) return undefined;
    clock += 1;
    return { systemPrompt: `${event.systemPrompt}\n\n<clock>\nPLANTED-SYSTEM-TEXT at ${clock}\n</clock>` };
  });
}

/** The path of this extension, to be loaded beside the one under test. */
export const CHANGER = import.meta.filename;
