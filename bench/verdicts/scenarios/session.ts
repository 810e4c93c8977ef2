import { field } from "../../../src/unknown.ts";
import { simulatedProviders } from "../../../test/support/pi/workspace.ts";
import type { ProtocolName, ProviderSimulator } from "../../../test/support/provider/index.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

function coldStart(protocol: ProtocolName): Scenario {
  return {
    name: "first request",
    protocol,
    play: (stage) => stage.say(),
    expect: {
      outcome: "expected-rebuild",
      cause: "cold-start",
      certainty: "observed",
      truth: { shortfall: "cold", read: "nothing" },
    },
  };
}

const PROVIDERS = {
  "anthropic-messages": { provider: "sim-anthropic", other: "claude-other" },
  "openai-completions": { provider: "sim-completions", other: "chat-other" },
  "openai-responses": { provider: "sim-responses", other: "gpt-other" },
} as const;

/** The usual providers, each with a second model. */
export function withSecondModels(simulator: ProviderSimulator): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(simulatedProviders(simulator)).map(([name, provider]) => {
      const models = field(provider, "models");
      const first: unknown = Array.isArray(models) ? models[0] : undefined;
      const id = Object.values(PROVIDERS).find((one) => one.provider === name)?.other;
      if (typeof provider !== "object" || typeof first !== "object") throw new Error(`No model in ${name}.`);
      return [name, { ...provider, models: [first, { ...first, id }] }];
    }),
  );
}

/** Selects the second model of the protocol's provider. */
export function switchModel(stage: Stage, protocol: ProtocolName): Promise<unknown> {
  const { provider, other } = PROVIDERS[protocol];
  return stage.pi.send({ type: "set_model", provider, modelId: other });
}

function modelSwitched(protocol: ProtocolName): Scenario {
  return {
    name: "model switched",
    protocol,
    setup: { providers: withSecondModels },
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await switchModel(stage, protocol);
      await stage.say();
      // Where a provider reports reads only, a model's zero is a miss once it has shown that it reports at all.
      await stage.say();
    },
    expect: {
      outcome: "miss",
      cause: "model-changed",
      certainty: "observed",
      turn: -2,
      truth: { shortfall: "cold", read: "nothing", request: -2 },
    },
  };
}

/** Points the protocol's provider at another server. */
export async function moveEndpoint(stage: Stage, protocol: ProtocolName): Promise<void> {
  const elsewhere = await stage.elsewhere();
  const url = protocol === "anthropic-messages" ? elsewhere.anthropicUrl : elsewhere.openaiUrl;
  await stage.go(`/break-endpoint ${PROVIDERS[protocol].provider} ${url}`);
}

function endpointMoved(protocol: ProtocolName): Scenario {
  return {
    name: "endpoint moved",
    protocol,
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await moveEndpoint(stage, protocol);
      await stage.say();
    },
    expect: {
      outcome: "miss",
      cause: "endpoint-changed",
      certainty: "observed",
      truth: { shortfall: "cold", read: "nothing" },
    },
  };
}

function compacted(protocol: ProtocolName): Scenario {
  return {
    name: "compacted",
    protocol,
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await stage.pi.send({ type: "compact" });
      await stage.say();
    },
    expect: {
      outcome: "expected-rebuild",
      cause: "compacted",
      certainty: "observed",
      // The compaction itself is a request too, with another prompt.
      truth: { shortfall: ["changed", "none"] },
    },
  };
}

/** The id of one of the session's answers, to which a user can go back; counted from 0. */
export async function answerId(stage: Stage, number: number): Promise<string> {
  const entries = field(await stage.pi.send({ type: "get_entries" }), "entries");
  const list: readonly unknown[] = Array.isArray(entries) ? entries : [];
  const answers = list.filter((entry) => field(field(entry, "message"), "role") === "assistant");
  return String(field(answers[number], "id"));
}

function navigated(protocol: ProtocolName): Scenario {
  return {
    name: "back in the tree, another question",
    protocol,
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await stage.say();
      await stage.go(`/go-tree ${await answerId(stage, 0)}`);
      await stage.say();
    },
    expect: {
      outcome: "expected-rebuild",
      cause: "navigated",
      certainty: "observed",
      truth: { shortfall: "changed", read: "something" },
    },
  };
}

/** What happens between sessions, models and endpoints. */
export const SESSION: readonly Scenario[] = [
  coldStart("anthropic-messages"),
  coldStart("openai-responses"),
  modelSwitched("anthropic-messages"),
  modelSwitched("openai-completions"),
  modelSwitched("openai-responses"),
  endpointMoved("anthropic-messages"),
  endpointMoved("openai-completions"),
  compacted("anthropic-messages"),
  compacted("openai-responses"),
  navigated("anthropic-messages"),
  navigated("openai-completions"),
];
