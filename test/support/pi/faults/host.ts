import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

/**
 * Commands that change what surrounds the requests: `/break-endpoint PROVIDER URL` points a provider elsewhere,
 * `/break-usage FIELD` makes that number of every usage unreadable, `/set-env NAME VALUE` sets a variable of the Pi
 * process, `/side URL` registers a tool `ask_side` that asks a model by itself, as sub-agents do.
 */
export function hostFaults(pi: ExtensionAPI): void {
  let broken: string | null = null;
  pi.registerCommand("break-endpoint", {
    description: "Point a provider elsewhere",
    handler: async (args) => {
      const [provider = "", baseUrl = ""] = args.trim().split(" ");
      pi.registerProvider(provider, { baseUrl });
    },
  });
  pi.registerCommand("break-usage", {
    description: "Make a number of every usage unreadable",
    handler: async (field) => {
      broken = field.trim();
    },
  });
  pi.on("message_end", ({ message }) => {
    if (broken === null || message.role !== "assistant") return undefined;
    return { message: { ...message, usage: { ...message.usage, [broken]: Number.NaN } } };
  });
  pi.registerCommand("set-env", {
    description: "Set a variable of this process",
    handler: async (args) => {
      const [name = "", value = ""] = args.trim().split(" ");
      process.env[name] = value;
    },
  });
  pi.registerCommand("side", {
    description: "A tool that asks a model by itself",
    handler: async (url) =>
      pi.registerTool({
        name: "ask_side",
        label: "Side",
        description: "Asks a helper.",
        parameters: Type.Object({}),
        execute: async () => {
          const content = `A question of its own. ${"It has nothing to do with the rest. ".repeat(300)}`;
          const body = { model: "claude-sim", max_tokens: 100, stream: true, messages: [{ role: "user", content }] };
          const response = await fetch(`${url.trim()}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
          return { content: [{ type: "text", text: `${(await response.text()).length} characters` }], details: {} };
        },
      }),
  });
}
