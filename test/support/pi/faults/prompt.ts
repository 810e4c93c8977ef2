import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/**
 * Commands that change the system prompt: `/break-clock start` and `/break-clock end` put a running number before or
 * after it, `/break-memory` rewrites a section for every run, `/break-section TAG WORD` sets a section to a text with
 * that word in it, and leaves it so.
 */
export function promptFaults(pi: ExtensionAPI): void {
  let clock: "start" | "end" | null = null;
  let remembers = false;
  let runs = 0;
  const sections = new Map<string, string>();

  pi.registerCommand("break-clock", {
    description: "A clock in the system prompt",
    handler: async (place) => {
      clock = place.trim() === "start" ? "start" : "end";
    },
  });
  pi.registerCommand("break-memory", {
    description: "A memory that is rewritten for every run",
    handler: async () => {
      remembers = true;
    },
  });
  pi.registerCommand("break-section", {
    description: "Set a section of the system prompt",
    handler: async (args) => {
      const [tag = "", word = ""] = args.trim().split(" ");
      sections.set(tag, `The team works on ${word} this week.\nEverything else can wait.`);
    },
  });
  pi.on("before_agent_start", (event) => {
    runs += 1;
    const options = event.systemPromptOptions;
    if (remembers) sections.set("memory", `Facts about the user\nlearned so far: ${runs * 7}\nand nothing else.`);
    if (sections.size > 0) options.sections = { ...options.sections, ...Object.fromEntries(sections) };
    if (clock === null) return undefined;
    const time = `<clock>\nIt is now minute ${1_000 + runs}.\n</clock>`;
    const parts = clock === "start" ? [time, event.systemPrompt] : [event.systemPrompt, time];
    return { systemPrompt: parts.join("\n\n") };
  });
}
