import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** An extension for tests that puts a block into the system prompt: the text of the environment's `TEST_INJECTED`, if any. */
export default function injector(pi: ExtensionAPI): void {
  const block = process.env.TEST_INJECTED ?? "";
  if (block === "") return;
  pi.on("before_agent_start", ({ systemPrompt }) => {
    // Older Pis have no such tag in their prompt.
    const [place = ""] = /<cwd>|Current working directory:/.exec(systemPrompt) ?? [];
    return { systemPrompt: systemPrompt.replace(place, `${block}\n\n${place}`) };
  });
}

/** The path of this extension, to be loaded beside the one under test. */
export const INJECTOR = import.meta.filename;
