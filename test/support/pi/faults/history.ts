import type { ContextEvent, ExtensionAPI } from "@earendil-works/pi-coding-agent";

type UserContent = Extract<ContextEvent["messages"][number], { role: "user" }>["content"];
type Parts = Exclude<UserContent, string>;

/**
 * Commands that change messages on their way to the model, through the `context` event:
 * `/break-history INDEX` edits the first word of that user message (from 0, negative from the end) from now on;
 * `/break-ephemeral` gives the newest user message of each request a long block, which the next one no longer has.
 */
export function historyFaults(pi: ExtensionAPI): void {
  // By its time, which stays the same when messages are added.
  let edited: number | null = null;
  let wanted: number | null = null;
  let ephemeral = false;

  pi.registerCommand("break-history", {
    description: "Edit an old user message",
    handler: async (index) => {
      wanted = Number(index.trim());
    },
  });
  pi.registerCommand("break-ephemeral", {
    description: "A block that only the newest user message has",
    handler: async () => {
      ephemeral = true;
    },
  });
  pi.on("context", (event) => {
    if (wanted === null && edited === null && !ephemeral) return undefined;
    const users = event.messages.filter((message) => message.role === "user");
    if (wanted !== null) {
      edited = users.at(wanted)?.timestamp ?? null;
      wanted = null;
    }
    const newest = users.at(-1);
    const messages = event.messages.map((message) => {
      if (message.role !== "user") return message;
      const content = partsOf(message.content);
      const [first, ...rest] = content;
      if (message.timestamp === edited && first?.type === "text") {
        content.splice(0, content.length, { ...first, text: first.text.replace(/^\S+/, "Edited:") }, ...rest);
      }
      if (ephemeral && message === newest) content.push({ type: "text", text: reminder() });
      return { ...message, content };
    });
    return { messages };
  });
}

function partsOf(content: UserContent): Parts {
  return typeof content === "string" ? [{ type: "text", text: content }] : [...content];
}

/** About 1,500 tokens, so that its loss is seen in the numbers. */
function reminder(): string {
  return `Reminder: ${"the open files are still open and nothing was saved. ".repeat(110)}`;
}
