import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** An extension for tests that hears what is told of turns; `/heard` answers with all of it as JSON. */
export default function listener(pi: ExtensionAPI): void {
  const heard: unknown[] = [];
  pi.events.on("cache-stats:turn", (turn) => void heard.push(turn));
  pi.registerCommand("heard", {
    description: "What was told of turns",
    handler: async (_args, ctx) => ctx.ui.notify(JSON.stringify(heard)),
  });
}

/** The path of this extension. */
export const LISTENER = import.meta.filename;
