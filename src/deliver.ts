import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Answer } from "./commands/command.ts";

/**
 * Shows a command's answer as one message. In print and JSON mode Pi keeps standard output for itself and drops
 * notifications, so the answer goes to standard error there.
 */
export function deliver(answer: Answer, ctx: Pick<ExtensionContext, "mode" | "ui">): void {
  if (answer.text === "") return;
  if (ctx.mode === "tui" || ctx.mode === "rpc") ctx.ui.notify(answer.text, answer.level);
  else process.stderr.write(`${answer.text}\n`);
}
