import type { ProtocolName } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** Three turns; the change happens before the last one. */
const beforeThird =
  (change: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.say();
    await change(stage);
    await stage.say();
  };

function thinkingSwitched(protocol: ProtocolName): Scenario {
  // Anthropic keeps tools and system prompt, which are the larger half; the others lose everything.
  const keepsHead = protocol === "anthropic-messages";
  return {
    name: "thinking level switched",
    protocol,
    setup: { args: ["--thinking", "low"] },
    play: beforeThird((stage) => stage.pi.send({ type: "set_thinking_level", level: "high" })),
    expect: {
      outcome: keepsHead ? "partial" : "miss",
      cause: "thinking-changed",
      certainty: "observed",
      place: { section: "params" },
      truth: { shortfall: "changed", read: keepsHead ? "something" : "nothing" },
    },
  };
}

function paramsChanged(what: string, protocol: ProtocolName, fields: unknown, expect: Partial<Expected>): Scenario {
  return {
    name: `${what} changed by an extension`,
    protocol,
    play: beforeThird((stage) => stage.go(`/rewrite merge ${JSON.stringify(fields)}`)),
    expect: {
      outcome: "miss",
      cause: "params-changed",
      certainty: "observed",
      truth: { shortfall: "changed", read: "nothing" },
      ...expect,
    },
  };
}

const markersStripped: Scenario = {
  name: "all cache markers stripped",
  protocol: "anthropic-messages",
  play: beforeThird((stage) => stage.go("/rewrite strip all")),
  expect: {
    outcome: "miss",
    cause: "markers-moved",
    certainty: "observed",
    truth: { shortfall: "no-marker", read: "nothing" },
  },
};

const historyMarkerStripped: Scenario = {
  name: "marker of the history stripped",
  protocol: "anthropic-messages",
  play: beforeThird((stage) => stage.go("/rewrite strip history")),
  expect: {
    outcome: "partial",
    cause: "markers-moved",
    truth: { shortfall: "no-marker", read: "something" },
  },
};

/** More blocks in one answer than a marker looks back over. */
export const MANY_CALLS: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[] = Array.from(
  { length: 25 },
  (_, at) => ({ name: "read", arguments: { path: "notes.txt", limit: at + 1 } }),
);

const lookbackExceeded: Scenario = {
  name: "25 tool calls in one answer",
  protocol: "anthropic-messages",
  play: async (stage) => {
    await stage.say();
    await stage.say();
    stage.simulator.enqueue({ text: "I read it all.", toolCalls: [...MANY_CALLS] });
    await stage.say();
  },
  expect: {
    outcome: "partial",
    cause: "lookback-exceeded",
    certainty: "likely",
    truth: { shortfall: "lookback", read: "something" },
  },
};

/** Another retention can mean another store; that nothing was kept there is the provider's doing. */
function retentionChanged(name: string, protocol: ProtocolName, command: string): Scenario {
  return {
    name,
    protocol,
    play: beforeThird(async (stage) => {
      await stage.go(command);
      stage.simulator.forget();
    }),
    expect: {
      outcome: "miss",
      cause: "retention-changed",
      certainty: "likely",
      truth: { shortfall: "forgotten", read: "nothing" },
    },
  };
}

/** Faults in the settings of the requests: thinking, parameters, markers, retention. */
export const SETTINGS: readonly Scenario[] = [
  thinkingSwitched("anthropic-messages"),
  thinkingSwitched("openai-completions"),
  thinkingSwitched("openai-responses"),
  paramsChanged(
    "tool choice",
    "anthropic-messages",
    { tool_choice: { type: "any" } },
    {
      outcome: "partial",
      truth: { shortfall: "changed", read: "something" },
    },
  ),
  paramsChanged("response format", "openai-completions", { response_format: { type: "text" } }, {}),
  paramsChanged("verbosity", "openai-responses", { text: { verbosity: "low" } }, {}),
  paramsChanged(
    "cache key",
    "openai-responses",
    { prompt_cache_key: "another" },
    {
      certainty: "likely",
      truth: { shortfall: "other-key", read: "nothing" },
    },
  ),
  markersStripped,
  historyMarkerStripped,
  lookbackExceeded,
  retentionChanged("retention switched to long", "anthropic-messages", "/set-env PI_CACHE_RETENTION long"),
  retentionChanged(
    "retention added to the payload",
    "openai-completions",
    '/rewrite merge {"prompt_cache_retention":"24h"}',
  ),
];
