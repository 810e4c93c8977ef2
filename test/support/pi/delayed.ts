import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * An extension for tests: `/in MS theme NAME` changes the theme and `/in MS new` opens a new session a moment later, while
 * something else has the keyboard.
 */
export default function delayed(pi: ExtensionAPI): void {
  pi.registerCommand("in", {
    description: "Do something a moment later",
    handler: async (args, ctx) => {
      const [ms = "0", what = "", name = ""] = args.trim().split(" ");
      setTimeout(() => {
        if (what === "theme") ctx.ui.setTheme(name);
        else void ctx.newSession();
      }, Number(ms));
    },
  });
}

/** The path of this extension, to be loaded beside the one under test. */
export const DELAYED = import.meta.filename;
