import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * A neighbour with our names: it has a command `/cache-stats` too and takes the status key `cache-stats` when a session
 * begins. `/neighbour-status KEY TEXT` takes any other key.
 */
export default function namesake(pi: ExtensionAPI): void {
  pi.registerCommand("cache-stats", {
    description: "Of the neighbour",
    handler: async (args, ctx) => ctx.ui.notify(`the neighbour answers: ${args}`),
  });
  pi.registerCommand("neighbour-status", {
    description: "Set a status",
    handler: async (args, ctx) => {
      const [key = "", ...words] = args.trim().split(" ");
      ctx.ui.setStatus(key, words.join(" "));
    },
  });
  pi.on("session_start", (_event, ctx) => ctx.ui.setStatus("cache-stats", "status of the neighbour"));
}

/** The path of this extension. */
export const NAMESAKE = import.meta.filename;
