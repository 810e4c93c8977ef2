import type { Diagnosis, ProtocolName } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

function belowMinimum(protocol: ProtocolName): Scenario {
  return {
    name: "first prompt too short to cache",
    protocol,
    setup: { args: ["--no-tools", "--no-context-files", "--no-skills", "--system-prompt", "Be brief."] },
    play: (stage) => stage.say("Hello!"),
    expect: {
      outcome: "expected-rebuild",
      cause: "below-minimum",
      certainty: "likely",
      truth: { shortfall: "below-minimum", read: "nothing" },
    },
  };
}

const threeTurns = async (stage: Stage): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await stage.say();
};

function notReported(protocol: ProtocolName): Scenario {
  return {
    name: "provider reports no cache",
    protocol,
    setup: { provider: { reporting: "none" } },
    play: threeTurns,
    expect: {
      outcome: "unmeasured",
      cause: "not-reported",
      certainty: "observed",
      truth: { shortfall: "none", read: "something" },
    },
  };
}

function malformed(protocol: ProtocolName, field: string): Scenario {
  return {
    name: `usage with a broken ${field}`,
    protocol,
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await stage.go(`/break-usage ${field}`);
      await stage.say();
    },
    expect: {
      outcome: "unmeasured",
      cause: "malformed-usage",
      certainty: "observed",
      truth: { shortfall: "none", read: "something" },
    },
  };
}

const UNKNOWN: Pick<Expected, "outcome" | "cause" | "certainty"> = {
  outcome: "miss",
  cause: "unknown",
  certainty: "unknown",
};

const unobserved: Scenario = {
  name: "tool added while nothing is observed",
  protocol: "anthropic-messages",
  setup: { env: { PI_CACHE_STATS_PREFIX_DIAGNOSTICS: "off" } },
  play: async (stage) => {
    await stage.say();
    await stage.say();
    await stage.go("/break-tool-add");
    await stage.say();
  },
  expect: { ...UNKNOWN, truth: { shortfall: "changed" } },
};

const afterOpaque: Scenario = {
  name: "entry gone after a payload that cannot be read",
  protocol: "openai-completions",
  play: async (stage) => {
    await stage.say();
    await stage.say();
    await stage.go("/rewrite opaque");
    await stage.say();
    await stage.go("/rewrite off");
    stage.simulator.forget();
    await stage.say();
  },
  expect: { ...UNKNOWN, truth: { shortfall: "forgotten", read: "nothing" } },
};

/** Two turns, then one that the provider itself explains. */
function explained(
  name: string,
  protocol: ProtocolName,
  { diagnosis, command, forgets }: { diagnosis: Diagnosis; command?: string; forgets?: boolean },
  expect: Expected,
): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.say();
    if (command !== undefined) await stage.go(command);
    if (forgets) stage.simulator.forget();
    stage.simulator.enqueue({ text: "All right.", diagnosis });
    await stage.say();
  };
  return { name: `provider explains: ${name}`, protocol, play, expect };
}

/** The diagnosis of Anthropic with a reason. */
const because = (type: "tools_changed" | "messages_changed" | "unavailable"): Diagnosis => ({
  cache_miss_reason: { type, ...(type === "unavailable" ? {} : { cache_missed_input_tokens: 9_000 }) },
});

const TOOLS: Expected = {
  outcome: "miss",
  cause: "tools-changed",
  certainty: "provider-reported",
  truth: { shortfall: "changed" },
};
const SEEN_TOOL = { section: "tools", kind: "added", name: "planted_tool" } as const;

/** What the provider reports, or does not. */
export const PROVIDER: readonly Scenario[] = [
  belowMinimum("anthropic-messages"),
  belowMinimum("openai-completions"),
  notReported("anthropic-messages"),
  notReported("openai-completions"),
  malformed("anthropic-messages", "cacheRead"),
  malformed("openai-responses", "input"),
  unobserved,
  afterOpaque,
  explained(
    "what was seen too",
    "anthropic-messages",
    { diagnosis: because("tools_changed"), command: "/break-tool-add" },
    { ...TOOLS, place: SEEN_TOOL },
  ),
  explained(
    "a change behind our back",
    "anthropic-messages",
    { diagnosis: because("tools_changed"), command: "/rewrite-after edit-tool" },
    TOOLS,
  ),
  explained(
    "a change behind our back",
    "openai-responses",
    {
      diagnosis: { type: "cache_miss", reason: "verbosity_changed", cache_missed_tokens: 9_000 },
      command: '/rewrite-after merge {"text":{"verbosity":"low"}}',
    },
    { ...TOOLS, cause: "params-changed" },
  ),
  explained(
    "something else than was seen",
    "anthropic-messages",
    { diagnosis: because("messages_changed"), command: "/break-tool-add" },
    { ...TOOLS, cause: "history-rewritten", also: ["tools-changed"], place: SEEN_TOOL },
  ),
  explained(
    "unavailable, change seen",
    "openai-responses",
    { diagnosis: { type: "unavailable" }, command: "/break-tool-add" },
    { ...TOOLS, certainty: "observed", place: SEEN_TOOL },
  ),
  explained(
    "unavailable, nothing seen",
    "anthropic-messages",
    { diagnosis: because("unavailable"), forgets: true },
    {
      outcome: "miss",
      cause: "provider-side",
      certainty: "likely",
      truth: { shortfall: "forgotten", read: "nothing" },
    },
  ),
];
