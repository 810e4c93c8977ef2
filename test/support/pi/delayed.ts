import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * An extension for tests, which does something a moment later, while something else has the keyboard: `/in MS theme NAME`
 * changes the theme, `/in MS ask TEXT` asks a question, `/in MS new` opens a new session.
 */
export default function delayed(pi: ExtensionAPI): void {
  pi.registerCommand("in", {
    description: "Do something a moment later",
    handler: async (args, ctx) => {
      const [ms = "0", what = "", name = ""] = args.trim().split(" ");
      setTimeout(() => {
        if (what === "theme") ctx.ui.setTheme(name);
        else if (what === "ask") void ctx.ui.confirm("May I?", name).then((yes) => ctx.ui.notify(`answered ${yes}`));
        else void ctx.newSession();
      }, Number(ms));
    },
  });
}

/** The path of this extension, to be loaded beside the one under test. */
export const DELAYED = import.meta.filename;
