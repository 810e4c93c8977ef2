import type { ProtocolName } from "../../../test/support/provider/index.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

async function resumeAfterForgetting(stage: Stage): Promise<void> {
  await stage.say();
  await stage.say();
  stage.simulator.forget();
  await stage.restart("--continue");
  await stage.say();
}

/** The request goes on where the last one of the earlier process ended: its record says so. */
function resumed(protocol: ProtocolName): Scenario {
  return {
    name: "session resumed, cache gone",
    protocol,
    play: resumeAfterForgetting,
    expect: {
      outcome: "miss",
      cause: "provider-side",
      certainty: "likely",
      truth: { shortfall: "forgotten", read: "nothing" },
    },
  };
}

const resumedWithOtherRules: Scenario = {
  name: "session resumed with other rules",
  protocol: "openai-completions",
  play: async (stage) => {
    await stage.say();
    await stage.say();
    await stage.editRules();
    await stage.restart("--continue");
    await stage.say();
  },
  expect: {
    outcome: ["miss", "partial"],
    cause: "system-changed",
    certainty: "observed",
    place: { section: "system", kind: "changed", tag: "project_context" },
    truth: { shortfall: "changed" },
  },
};

function resumedWithoutRecord(protocol: ProtocolName): Scenario {
  return {
    name: "session resumed without a record",
    protocol,
    setup: { env: { PI_CACHE_STATS_RECORD: "0" } },
    play: resumeAfterForgetting,
    expect: {
      outcome: "expected-rebuild",
      cause: "resumed",
      certainty: "unknown",
      truth: { shortfall: "forgotten", read: "nothing" },
    },
  };
}

const reloaded: Scenario = {
  name: "reloaded with other rules",
  protocol: "anthropic-messages",
  play: async (stage) => {
    await stage.say();
    await stage.say();
    await stage.editRules();
    await stage.go("/go-reload");
    await stage.say();
  },
  expect: {
    outcome: "miss",
    cause: "system-changed",
    certainty: "observed",
    place: { section: "system", kind: "changed", tag: "project_context" },
    truth: { shortfall: "changed" },
  },
};

/** Sessions that are opened again, with and without a record of what was there. */
export const REOPENED: readonly Scenario[] = [
  resumed("anthropic-messages"),
  resumed("openai-responses"),
  resumedWithOtherRules,
  resumedWithoutRecord("anthropic-messages"),
  reloaded,
];
