import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * A neighbour that reloads all extensions: `/neighbour-reload now`, or, once, when EVENT comes: `/neighbour-reload EVENT`.
 * Whether Pi does it is told in a notification.
 */
export default function reloader(pi: ExtensionAPI): void {
  let wanted = "";
  let reload: (() => Promise<void>) | null = null;
  pi.registerCommand("neighbour-reload", {
    description: "Reload now, or when an event comes",
    handler: async (args, ctx) => {
      const { ui } = ctx;
      reload = () =>
        ctx.reload().then(
          () => ui.notify("reloaded"),
          (error: unknown) => ui.notify(`not reloaded: ${error instanceof Error ? error.message : ""}`),
        );
      wanted = args.trim();
      if (wanted === "now") await reload();
    },
  });
  const on = (event: string) => async (): Promise<void> => {
    if (event !== wanted) return;
    wanted = "";
    await reload?.();
  };
  pi.on("message_update", on("message_update"));
  pi.on("turn_end", on("turn_end"));
  pi.on("agent_end", on("agent_end"));
  pi.on("agent_settled", on("agent_settled"));
}

/** The path of this extension. */
export const RELOADER = import.meta.filename;
