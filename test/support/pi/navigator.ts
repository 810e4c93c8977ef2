import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * An extension for tests: Pi's session operations as commands, so that a test needs no picker.
 */
export default function navigator(pi: ExtensionAPI): void {
  pi.registerCommand("go-new", {
    description: "New session",
    handler: async (_args, ctx) => void (await ctx.newSession()),
  });
  pi.registerCommand("go-fork", {
    description: "Fork at an entry",
    handler: async (id, ctx) => void (await ctx.fork(id.trim(), { position: "at" })),
  });
  pi.registerCommand("go-tree", {
    description: "Move to an entry of the tree",
    handler: async (id, ctx) => void (await ctx.navigateTree(id.trim(), { summarize: false })),
  });
  pi.registerCommand("go-session", {
    description: "Open a session file",
    handler: async (path, ctx) => void (await ctx.switchSession(path.trim())),
  });
  pi.registerCommand("go-model", {
    description: "Select a model",
    handler: async (args, ctx) => {
      const [provider = "", id = ""] = args.trim().split(" ");
      const model = ctx.modelRegistry.find(provider, id);
      if (model !== undefined) await pi.setModel(model);
    },
  });
  pi.registerCommand("go-reload", { description: "Reload", handler: async (_args, ctx) => ctx.reload() });
}

/** The path of this extension, to be loaded beside the one under test. */
export const NAVIGATOR = import.meta.filename;
