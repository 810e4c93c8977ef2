import { field, isRecord } from "../../../src/unknown.ts";
import { simulatedProviders } from "../../../test/support/pi/workspace.ts";
import { defaultResponder, type ProtocolName, type ProviderSimulator } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Setup, Stage } from "../stage.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Nothing in the prompt has changed, and its entry is past its lifetime. */
export const EXPIRED: Expected = {
  outcome: "miss",
  cause: "expired",
  certainty: "likely",
  truth: { shortfall: "expired", read: "nothing" },
};
const PROVIDER_SIDE: Expected = {
  outcome: "miss",
  cause: "provider-side",
  certainty: "likely",
  truth: { shortfall: "forgotten", read: "nothing" },
};

interface Pause {
  readonly seconds: number;
  /** The provider throws everything away while nobody asks. */
  readonly forgets?: boolean;
  readonly setup?: Setup;
}

/** Two turns, a pause, and the turn that is judged. */
function pause(name: string, protocol: ProtocolName, { seconds, forgets, setup }: Pause, expect: Expected): Scenario {
  const play = async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.say();
    if (seconds > 0) await stage.later(seconds);
    if (forgets) stage.simulator.forget();
    await stage.say();
  };
  return { name, protocol, ...(setup === undefined ? {} : { setup }), play, expect };
}

/** The models of the OpenAI protocols with a lifetime, which nobody declares for them by default. */
function withLifetime(simulator: ProviderSimulator): Record<string, unknown> {
  const provider = simulatedProviders(simulator)["sim-responses"];
  const models = field(provider, "models");
  const declared = Array.isArray(models)
    ? models.map((model: unknown) => (isRecord(model) ? { ...model, promptCache: { short: 5 * MINUTE } } : model))
    : [];
  return { "sim-responses": { ...(isRecord(provider) ? provider : {}), models: declared } };
}

const slowAnswer: Scenario = {
  name: "expired since the start of a slow answer",
  protocol: "anthropic-messages",
  play: async (stage) => {
    await stage.say();
    stage.simulator.enqueue({ text: "It takes a long time to say this.", firstDelay: 100, deltas: 4, deltaDelay: 100 });
    const streams = stage.pi.next((message) => message.type === "message_update");
    const asked = stage.say();
    await streams;
    await stage.later(250);
    await asked;
    // 80 seconds after the end, but 330 after the start, from which the lifetime counts.
    await stage.later(80);
    await stage.say();
  },
  expect: EXPIRED,
};

/** A model whose cache Pi keeps warm: it lives for 12 seconds, and Pi refreshes it two seconds after a request. */
export function warmed(simulator: ProviderSimulator): Record<string, unknown> {
  const cost = { input: 3_000, output: 15, cacheRead: 3, cacheWrite: 3_750 };
  const model = { id: "claude-warm", contextWindow: 200_000, maxTokens: 8_000, cost, promptCache: { short: 12 } };
  return { warm: { baseUrl: simulator.anthropicUrl, apiKey: "x", api: "anthropic-messages", models: [model] } };
}

/** What a scenario with a refresh needs. */
export const WARMED: Setup = {
  providers: warmed,
  model: { provider: "warm", model: "claude-warm" },
  settings: { cacheWarming: "idle" },
};

function concurrentRefresh(): Scenario {
  const refresh = Promise.withResolvers<void>();
  return {
    name: "refresh under way when the turn starts",
    protocol: "anthropic-messages",
    setup: {
      ...WARMED,
      provider: {
        shortLifetime: 12,
        respond: (request) => {
          // A refresh asks for a single token.
          if (field(request.body, "max_tokens") !== 1) return defaultResponder(request);
          refresh.resolve();
          return { text: "x", headDelay: 5_000 };
        },
      },
    },
    play: async (stage) => {
      await stage.say();
      await stage.say();
      stage.simulator.forget();
      await refresh.promise;
      await stage.say();
    },
    expect: {
      outcome: "miss",
      cause: "concurrent",
      certainty: "likely",
      // Pi takes the refresh back when the turn starts.
      truth: { shortfall: "forgotten", read: "nothing", earlier: "disconnected", requests: 4 },
    },
  };
}

/** The refresh is sent two seconds into the answer: it comes too late to have anything to do with the miss. */
const refreshDuringAnswer: Scenario = {
  name: "entry gone, refresh during the answer",
  protocol: "anthropic-messages",
  setup: { ...WARMED, provider: { shortLifetime: 12 } },
  play: async (stage) => {
    await stage.say();
    await stage.say();
    stage.simulator.forget();
    stage.simulator.enqueue({ text: "All in good time.", deltas: 4, deltaDelay: 900 });
    await stage.say();
  },
  expect: { ...PROVIDER_SIDE, truth: { ...PROVIDER_SIDE.truth, request: -2, requests: 4 } },
};

/** Time and the provider's side: nothing in the prompt has changed. */
export const TIME: readonly Scenario[] = [
  pause("six minutes idle", "anthropic-messages", { seconds: 380, setup: { rules: 2_500 } }, EXPIRED),
  pause(
    "70 minutes idle, long retention",
    "anthropic-messages",
    { seconds: 70 * MINUTE, setup: { env: { PI_CACHE_RETENTION: "long" } } },
    EXPIRED,
  ),
  pause(
    "seven minutes idle, lifetime declared",
    "openai-responses",
    { seconds: 7 * MINUTE, setup: { providers: withLifetime, provider: { openaiLifetime: 5 * MINUTE } } },
    EXPIRED,
  ),
  slowAnswer,
  pause("an hour idle, lifetime unknown", "openai-completions", { seconds: HOUR }, { ...EXPIRED, cause: "evicted" }),
  pause(
    "two minutes idle, evicted early",
    "openai-responses",
    { seconds: 2 * MINUTE, forgets: true },
    { ...PROVIDER_SIDE, cause: "evicted" },
  ),
  pause("entry gone after 200 of 300 seconds", "anthropic-messages", { seconds: 200, forgets: true }, PROVIDER_SIDE),
  pause("entry gone within seconds", "anthropic-messages", { seconds: 0, forgets: true }, PROVIDER_SIDE),
  pause("entry gone within seconds", "openai-completions", { seconds: 0, forgets: true }, PROVIDER_SIDE),
  pause("entry gone within seconds", "openai-responses", { seconds: 0, forgets: true }, PROVIDER_SIDE),
  concurrentRefresh(),
  refreshDuringAnswer,
];
