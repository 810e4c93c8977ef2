import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/**
 * An extension for the demo that breaks the cache on request, as real ones do by accident: `/add-tool` registers one more
 * tool, `/add-clock` puts the time of day into the system prompt.
 */
export default function myTools(pi: ExtensionAPI): void {
  let hasClock = false;
  pi.on("session_start", (_event, ctx) => {
    ctx.ui.notify("Try: hello · call 3 tools · /add-tool or /add-clock, then anything · /cache-stats panel · Ctrl+D");
  });
  pi.registerCommand("add-tool", {
    description: "Break the cache: register one more tool",
    handler: async (_args, ctx) => {
      pi.registerTool({
        name: "web_search",
        label: "Search",
        description: "Searches the web.",
        parameters: Type.Object({ query: Type.String({ description: "What to look for" }) }),
        execute: async () => ({ content: [{ type: "text", text: "nothing found" }], details: {} }),
      });
      ctx.ui.notify("The next request has one more tool: web_search.");
    },
  });
  pi.registerCommand("add-clock", {
    description: "Break the cache: the time of day in the system prompt",
    handler: async (_args, ctx) => {
      hasClock = true;
      ctx.ui.notify("From now on the system prompt holds the time of day.");
    },
  });
  pi.on("before_agent_start", ({ systemPrompt }) =>
    hasClock ? { systemPrompt: `${systemPrompt}\n\n<clock>\nIt is ${new Date().toISOString()}.\n</clock>` } : undefined,
  );
}

/** The path of this extension. */
export const MY_TOOLS = import.meta.filename;
