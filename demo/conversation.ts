import type { Reply } from "../test/support/provider/index.ts";

/** The demo's model: prompts and what is answered, ten responses in all. Delays make the speed measurable. */
export interface Exchange {
  readonly prompt: string;
  /** One reply per model response: with tool calls Pi asks again. */
  readonly replies: readonly Reply[];
}

const pace = { firstDelay: 120, deltaDelay: 25, deltas: 12 };

/** A short working session: questions, tool calls, some thinking. */
export const CONVERSATION: readonly Exchange[] = [
  {
    prompt: "What is in this folder?",
    replies: [
      {
        ...pace,
        text: "Let me look at the notes first.",
        toolCalls: [{ name: "read", arguments: { path: "notes.txt" } }],
      },
      { ...pace, text: "There is a notes file. It says that the plants want water, and nothing else so far." },
    ],
  },
  {
    prompt: "Add the balcony to the notes.",
    replies: [
      {
        ...pace,
        text: "I add a second line to the file and then read it again.",
        toolCalls: [
          { name: "write", arguments: { path: "notes.txt", content: "Water the plants.\nSweep the balcony.\n" } },
          { name: "read", arguments: { path: "notes.txt" } },
        ],
      },
      { ...pace, text: "Done: the notes now have two lines, the plants and the balcony." },
    ],
  },
  {
    prompt: "Is that a good order for a Saturday?",
    replies: [
      {
        ...pace,
        thinking: "The plants are quick and the balcony gets wet when they are watered, so the order matters.",
        text: "Water first, sweep afterwards: watering makes a mess that the broom can take along.",
      },
    ],
  },
  {
    prompt: "Count the words of the file.",
    replies: [
      {
        ...pace,
        text: "The shell can count them.",
        toolCalls: [{ name: "bash", arguments: { command: "wc -w < notes.txt" } }],
      },
      { ...pace, text: "Six words in two lines, which is short enough to remember without a file." },
    ],
  },
  {
    prompt: "Translate it into German.",
    replies: [{ ...pace, text: "Gieß die Pflanzen. Feg den Balkon. Both sentences keep the order of the original." }],
  },
  {
    prompt: "And into Chinese.",
    replies: [{ ...pace, text: "给植物浇水。打扫阳台。 The order is the same here too." }],
  },
  {
    prompt: "Thanks, that is all.",
    replies: [{ ...pace, text: "You are welcome. Have a quiet Saturday with green plants and a clean balcony." }],
  },
];

/** Ten model responses, one request each. */
export const RESPONSES = CONVERSATION.reduce((sum, { replies }) => sum + replies.length, 0);
