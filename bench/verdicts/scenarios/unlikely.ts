import { field } from "../../../src/unknown.ts";
import { defaultResponder } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Setup, Stage } from "../stage.ts";
import { answerId, switchModel, withSecondModels } from "./session.ts";
import { MANY_CALLS } from "./settings.ts";
import { EXPIRED, WARMED } from "./time.ts";

const TWO_HOURS = 2 * 3_600;

/** Three turns, one step back in the tree, which shares nearly all, and something that matters more. */
function steppedBack(name: string, step: (stage: Stage) => unknown, expect: Expected): Scenario {
  return {
    name: `one step back, ${name}`,
    protocol: "anthropic-messages",
    play: async (stage) => {
      for (let turn = 0; turn < 3; turn++) await stage.say();
      await stage.go(`/go-tree ${await answerId(stage, 1)}`);
      await step(stage);
      await stage.say();
    },
    expect: { ...expect, also: ["navigated"] },
  };
}

/** A head that is most of the prompt: what loses only the messages does not explain that it was not read. */
const LONG_HEAD: Setup = { rules: 2_500 };

const toolChoiceAndPause: Scenario = {
  name: "tool choice changed, two hours idle",
  protocol: "anthropic-messages",
  setup: LONG_HEAD,
  play: async (stage) => {
    await stage.say();
    await stage.say();
    await stage.go('/rewrite merge {"tool_choice":{"type":"any"}}');
    await stage.later(TWO_HOURS);
    await stage.say();
  },
  expect: {
    ...EXPIRED,
    also: ["params-changed"],
    truth: { shortfall: ["expired", "changed"], read: "nothing" },
  },
};

const slowTools: Scenario = {
  name: "25 tool calls in one answer, expired meanwhile",
  protocol: "anthropic-messages",
  setup: LONG_HEAD,
  play: async (stage) => {
    await stage.say();
    await stage.say();
    const pace = { firstDelay: 100, deltas: 4, deltaDelay: 100 };
    stage.simulator.enqueue({ text: "I read it all.", toolCalls: [...MANY_CALLS], ...pace });
    const streams = stage.pi.next((message) => message.type === "message_update");
    const asked = stage.say();
    await streams;
    await stage.later(900);
    await asked;
  },
  expect: {
    ...EXPIRED,
    also: ["lookback-exceeded"],
    truth: { shortfall: ["expired", "lookback"], read: "nothing" },
  },
};

/** A gateway with models that report their cache and models that do not. */
const silentSecondModel: Scenario = {
  name: "switched to a model without cache numbers",
  protocol: "openai-completions",
  setup: { providers: withSecondModels },
  play: async (stage) => {
    await stage.say();
    await stage.say();
    stage.simulator.reporting = "none";
    await switchModel(stage, "openai-completions");
    await stage.say();
    await stage.say();
  },
  expect: {
    outcome: "unmeasured",
    cause: "not-reported",
    certainty: "observed",
    truth: { shortfall: "none" },
  },
};

const clockBack: Scenario = {
  name: "entry gone, clock set back",
  protocol: "anthropic-messages",
  play: async (stage) => {
    await stage.say();
    stage.simulator.enqueue({ text: "Slowly, slowly, slowly.", deltas: 4, deltaDelay: 1_000 });
    await stage.say();
    await stage.go("/later -2");
    stage.simulator.forget();
    await stage.say();
  },
  expect: {
    outcome: "miss",
    cause: "provider-side",
    certainty: "likely",
    truth: { shortfall: "forgotten", read: "nothing" },
  },
};

function refusedRefresh(): Scenario {
  const refused = Promise.withResolvers<void>();
  return {
    name: "entry gone after a refresh",
    protocol: "openai-responses",
    setup: {
      ...WARMED,
      model: { provider: "warm-responses", model: "gpt-warm" },
      providers: (simulator) => ({
        "warm-responses": {
          ...{ baseUrl: simulator.openaiUrl, apiKey: "x", api: "openai-responses" },
          models: [
            {
              ...{ id: "gpt-warm", contextWindow: 200_000, maxTokens: 8_000, promptCache: { short: 12 } },
              cost: { input: 3_000, output: 15, cacheRead: 3, cacheWrite: 3_750 },
            },
          ],
        },
      }),
      provider: {
        openaiLifetime: 12,
        respond: (request) => {
          // A refresh asks for the fewest tokens there are.
          const limit = field(request.body, "max_output_tokens");
          if (typeof limit !== "number" || limit > 16) return defaultResponder(request);
          refused.resolve();
          return { text: "x" };
        },
      },
    },
    play: async (stage) => {
      await stage.say();
      await stage.say();
      await refused.promise;
      // The refresh is answered and recorded before the entry is lost.
      await new Promise((resolve) => setTimeout(resolve, 300));
      stage.simulator.forget();
      await stage.say();
    },
    expect: {
      outcome: "miss",
      cause: "provider-side",
      certainty: "likely",
      truth: { shortfall: "forgotten", read: "nothing", requests: 4 },
    },
  };
}

/** Where the obvious cause is not the one: the user moved, a parameter changed, a refresh was sent, but that explains little. */
export const UNLIKELY: readonly Scenario[] = [
  steppedBack("model switched", (stage) => switchModel(stage, "anthropic-messages"), {
    outcome: "miss",
    cause: "model-changed",
    certainty: "observed",
    truth: { shortfall: "cold", read: "nothing" },
  }),
  steppedBack("two hours idle", (stage) => stage.later(TWO_HOURS), EXPIRED),
  steppedBack("entry gone", (stage) => stage.simulator.forget(), {
    outcome: "miss",
    cause: "provider-side",
    certainty: "likely",
    truth: { shortfall: "forgotten", read: "nothing" },
  }),
  toolChoiceAndPause,
  slowTools,
  silentSecondModel,
  clockBack,
  refusedRefresh(),
];
