import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/** The tool that the commands below add and edit. */
export const PLANTED_TOOL = "planted_tool";

/**
 * Commands that change the tools as extensions do: `/break-tool-add`, `/break-tool-edit` (same name, other description)
 * and `/break-tool-remove NAME`.
 */
export function toolFaults(pi: ExtensionAPI): void {
  const plant = (description: string): void =>
    pi.registerTool({
      name: PLANTED_TOOL,
      label: "Planted",
      description,
      parameters: Type.Object({ word: Type.String({ description: "Any word" }) }),
      execute: async () => ({ content: [{ type: "text", text: "planted" }], details: {} }),
    });
  pi.registerCommand("break-tool-add", {
    description: "Register one more tool",
    handler: async () => plant("Answers with a word."),
  });
  pi.registerCommand("break-tool-edit", {
    description: "Register it again with another description",
    handler: async () => plant("Answers with one short word."),
  });
  pi.registerCommand("break-tool-remove", {
    description: "Take a tool out of the active ones",
    handler: async (name) => pi.setActiveTools(pi.getActiveTools().filter((tool) => tool !== name.trim())),
  });
}
