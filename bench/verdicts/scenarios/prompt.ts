import { PLANTED_TOOL } from "../../../test/support/pi/faults/tools.ts";
import type { ProtocolName } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

const CHANGED = { shortfall: "changed" } as const;
const ALL_LOST = { shortfall: "changed", read: "nothing" } as const;

/** Three turns; the command runs before the last one. */
const afterTwoTurns =
  (...commands: string[]) =>
  async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.say();
    for (const command of commands) await stage.go(command);
    await stage.say();
  };

function scenario(
  name: string,
  protocol: ProtocolName,
  play: Scenario["play"],
  expect: Omit<Expected, "certainty">,
): Scenario {
  return { name, protocol, play, expect: { certainty: "observed", ...expect } };
}

const PLANTED = { section: "tools", name: PLANTED_TOOL, index: 4 } as const;

function toolAdded(protocol: ProtocolName): Scenario {
  return scenario("tool added", protocol, afterTwoTurns("/break-tool-add"), {
    outcome: "miss",
    cause: "tools-changed",
    place: { ...PLANTED, kind: "added", owner: "breaker.ts" },
    truth: { ...CHANGED, contains: PLANTED_TOOL },
  });
}

/** What follows the break is as it was before: nobody is told a second time. */
const toolAddedThenCalm = scenario(
  "tool added, one turn later",
  "openai-completions",
  async (stage) => {
    await afterTwoTurns("/break-tool-add")(stage);
    await stage.say();
  },
  {
    outcome: "miss",
    cause: "tools-changed",
    place: { ...PLANTED, kind: "added" },
    turn: -2,
    truth: { ...CHANGED, request: -2, contains: PLANTED_TOOL },
  },
);

function toolEdited(protocol: ProtocolName): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.go("/break-tool-add");
    await afterTwoTurns("/break-tool-edit")(stage);
  };
  return scenario("tool description edited", protocol, play, {
    outcome: "miss",
    cause: "tools-changed",
    place: { ...PLANTED, kind: "changed", owner: "breaker.ts", line: 1, char: "Answers with ".length + 1 },
    truth: CHANGED,
  });
}

function toolsReordered(protocol: ProtocolName): Scenario {
  return scenario("tools reordered", protocol, afterTwoTurns("/rewrite reverse-tools"), {
    outcome: "miss",
    cause: "tools-changed",
    place: { section: "tools", kind: "reordered", index: 0, name: "write" },
    truth: ALL_LOST,
  });
}

function toolRemoved(protocol: ProtocolName): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.go("/break-tool-add");
    await afterTwoTurns(`/break-tool-remove ${PLANTED_TOOL}`)(stage);
  };
  return scenario("tool removed", protocol, play, {
    outcome: "miss",
    cause: "tools-changed",
    place: { section: "tools", kind: "removed", name: PLANTED_TOOL },
    truth: CHANGED,
  });
}

const promptSection = (protocol: ProtocolName) => (protocol === "openai-responses" ? "developer" : "system");

/** At the end of the prompt the automatic caches keep what precedes it; Anthropic's unit is the whole prompt. */
function clock(protocol: ProtocolName, where: "start" | "end"): Scenario {
  const keepsHead = where === "end" && protocol !== "anthropic-messages";
  const play = async (stage: Stage): Promise<void> => {
    // A provider that has never read anything from a cache could as well have none.
    await stage.say();
    await afterTwoTurns(`/break-clock ${where}`)(stage);
    await stage.say();
  };
  return scenario(`clock at the ${where} of the prompt`, protocol, play, {
    outcome: keepsHead ? "partial" : "miss",
    cause: "system-changed",
    place: { section: promptSection(protocol), kind: "changed", tag: "clock" },
    others: "any",
    truth: { ...CHANGED, contains: "It is now minute" },
  });
}

function sectionEdited(protocol: ProtocolName): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.go("/break-section team hinges");
    await afterTwoTurns("/break-section team handles")(stage);
  };
  return scenario("tagged section edited", protocol, play, {
    outcome: protocol === "anthropic-messages" ? "miss" : "partial",
    cause: "system-changed",
    place: { section: promptSection(protocol), kind: "changed", tag: "team" },
    truth: { ...CHANGED, contains: "handles" },
  });
}

function memoryRewritten(protocol: ProtocolName): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.go("/break-memory");
    await afterTwoTurns()(stage);
  };
  return scenario("memory rewritten each turn", protocol, play, {
    outcome: protocol === "anthropic-messages" ? "miss" : "partial",
    cause: "system-changed",
    place: { section: promptSection(protocol), kind: "changed", tag: "memory" },
    others: "any",
    truth: { ...CHANGED, contains: "learned so far" },
  });
}

/** Index of the first user message in the payload's own list. */
const firstUser = (protocol: ProtocolName): number => (protocol === "anthropic-messages" ? 0 : 1);

function oldMessageEdited(protocol: ProtocolName): Scenario {
  return scenario("old message edited", protocol, afterTwoTurns("/break-history 0"), {
    outcome: "partial",
    cause: "history-rewritten",
    place: { section: "history", kind: "changed", index: firstUser(protocol), role: "user", line: 1, char: 1 },
    truth: { shortfall: "changed", read: "something", contains: "Edited:" },
  });
}

function ephemeralDropped(protocol: ProtocolName): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.go("/break-ephemeral");
    await stage.say();
    await stage.say();
  };
  return scenario("ephemeral block dropped", protocol, play, {
    outcome: "partial",
    cause: "history-rewritten",
    // The second question, after one answer.
    place: { section: "history", index: firstUser(protocol) + 2, role: "user" },
    truth: { shortfall: "changed", read: "something" },
  });
}

/** Faults in what the user's side sends: tools, system prompt, history. */
export const PROMPT: readonly Scenario[] = [
  toolAdded("anthropic-messages"),
  toolAddedThenCalm,
  toolAdded("openai-responses"),
  toolEdited("anthropic-messages"),
  toolsReordered("anthropic-messages"),
  toolsReordered("openai-completions"),
  toolRemoved("openai-responses"),
  clock("anthropic-messages", "end"),
  clock("openai-completions", "start"),
  clock("openai-responses", "end"),
  sectionEdited("openai-completions"),
  memoryRewritten("anthropic-messages"),
  oldMessageEdited("anthropic-messages"),
  oldMessageEdited("openai-completions"),
  ephemeralDropped("anthropic-messages"),
  ephemeralDropped("openai-responses"),
];
