import type { ProtocolName } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Setup, Stage } from "../stage.ts";
import { switchModel, withSecondModels } from "./session.ts";

const NINE_HOURS = 9 * 3_600;

/** Several faults between the second turn and the third. `before` prepares them ahead of the first. */
function faults(
  name: string,
  protocol: ProtocolName,
  steps: readonly ((stage: Stage) => Promise<unknown>)[],
  expect: Expected,
  { before, setup, after }: { before?: string; setup?: Setup; after?: (stage: Stage) => Promise<void> } = {},
): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    if (before !== undefined) await stage.go(before);
    await stage.say();
    await stage.say();
    for (const step of steps) await step(stage);
    await stage.say();
    await after?.(stage);
  };
  return { name, protocol, ...(setup === undefined ? {} : { setup }), play, expect };
}

const command = (text: string) => (stage: Stage) => stage.go(text);
const idle = (seconds: number) => (stage: Stage) => stage.later(seconds);

const ADDED = { section: "tools", kind: "added", name: "planted_tool" } as const;
const TEAM = "/break-section team";

/** Several faults at once: the first cause is the one that alone explains the miss. */
export const MIXED: readonly Scenario[] = [
  faults(
    "clock in the prompt and nine hours idle",
    "anthropic-messages",
    [idle(NINE_HOURS)],
    {
      outcome: "miss",
      cause: "system-changed",
      certainty: "observed",
      also: ["expired"],
      place: { section: "system", tag: "clock" },
      others: "any",
      truth: { shortfall: "changed", read: "nothing" },
    },
    { before: "/break-clock end" },
  ),
  faults(
    "tool added and system prompt edited",
    "openai-completions",
    [command("/break-tool-add"), command(`${TEAM} handles`)],
    {
      outcome: "miss",
      cause: "tools-changed",
      certainty: "observed",
      also: ["system-changed"],
      place: ADDED,
      truth: { shortfall: "changed" },
    },
    { before: `${TEAM} hinges` },
  ),
  faults(
    "model switched and tool added",
    "anthropic-messages",
    [(stage) => switchModel(stage, "anthropic-messages"), command("/break-tool-add")],
    {
      outcome: "miss",
      cause: "model-changed",
      certainty: "observed",
      truth: { shortfall: "cold", read: "nothing" },
    },
  ),
  faults(
    "compacted and model switched",
    "openai-responses",
    [(stage) => stage.pi.send({ type: "compact" }), (stage) => switchModel(stage, "openai-responses")],
    {
      outcome: "expected-rebuild",
      cause: "compacted",
      certainty: "observed",
      also: ["model-changed"],
      truth: { shortfall: "cold", read: "nothing", request: -2 },
      turn: -2,
    },
    { setup: { providers: withSecondModels }, after: (stage) => stage.say() },
  ),
  faults(
    "thinking switched and history rewritten",
    "openai-responses",
    [(stage) => stage.pi.send({ type: "set_thinking_level", level: "high" }), command("/break-history 0")],
    {
      outcome: "miss",
      cause: "thinking-changed",
      certainty: "observed",
      also: ["history-rewritten"],
      truth: { shortfall: "changed", read: "nothing" },
    },
    { setup: { args: ["--thinking", "low"] } },
  ),
  faults(
    "tools reordered and nine hours idle",
    "anthropic-messages",
    [command("/rewrite reverse-tools"), idle(NINE_HOURS)],
    {
      outcome: "miss",
      cause: "tools-changed",
      certainty: "observed",
      also: ["expired"],
      place: { section: "tools", kind: "reordered" },
      truth: { shortfall: "changed", read: "nothing" },
    },
  ),
  faults("late small change and entry expired", "anthropic-messages", [command("/break-history -2"), idle(380)], {
    outcome: "miss",
    cause: "expired",
    certainty: "likely",
    also: ["history-rewritten"],
    place: { section: "history", index: 2, kind: "changed" },
    truth: { shortfall: "expired", read: "nothing" },
  }),
  faults("late small change and entry evicted", "openai-completions", [command("/break-history -2"), idle(1_800)], {
    outcome: "miss",
    cause: "evicted",
    certainty: "likely",
    also: ["history-rewritten"],
    place: { section: "history", index: 3, kind: "changed" },
    truth: { shortfall: "expired", read: "nothing" },
  }),
  faults(
    "tool added, prompt edited, nine hours idle",
    "anthropic-messages",
    [command("/break-tool-add"), command(`${TEAM} handles`), idle(NINE_HOURS)],
    {
      outcome: "miss",
      cause: "tools-changed",
      certainty: "observed",
      also: ["system-changed", "expired"],
      place: ADDED,
      truth: { shortfall: "changed", read: "nothing" },
    },
    { before: `${TEAM} hinges` },
  ),
  faults(
    "tool added and cache key changed",
    "openai-responses",
    [command("/break-tool-add"), command('/rewrite merge {"prompt_cache_key":"another"}')],
    {
      outcome: "miss",
      cause: "tools-changed",
      certainty: "observed",
      also: ["params-changed"],
      place: ADDED,
      truth: { shortfall: ["changed", "other-key"], read: "nothing" },
    },
  ),
];
