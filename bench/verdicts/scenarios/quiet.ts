import { simulatedProviders } from "../../../test/support/pi/workspace.ts";
import type { ProtocolName, ProviderSimulator, Reply } from "../../../test/support/provider/index.ts";
import type { Expected, Scenario } from "../scenario.ts";
import type { Setup, Stage } from "../stage.ts";
import { switchModel } from "./session.ts";
import { WARMED } from "./time.ts";

const READ = { shortfall: "none", read: "something" } as const;
const HIT: Expected = { outcome: "hit", cause: null, truth: READ };
/** A hit, although this was in the request. */
const sent = (contains: string): Partial<Expected> => ({ truth: { ...READ, contains } });
/** A hit, after so many requests in all. */
const after = (requests: number): Partial<Expected> => ({ truth: { ...READ, requests } });

/** Everything is read that can be: no alarm, whatever else happens. */
function quiet(
  name: string,
  protocol: ProtocolName,
  play: (stage: Stage) => Promise<unknown>,
  { setup, expect }: { setup?: Setup; expect?: Partial<Expected> } = {},
): Scenario {
  const whole = async (stage: Stage): Promise<void> => void (await play(stage));
  return { name, protocol, ...(setup === undefined ? {} : { setup }), play: whole, expect: { ...HIT, ...expect } };
}

/** Two turns, something, and the turn that is judged, with a short question: what is new is below the noise. */
const aroundIt =
  (something: (stage: Stage) => Promise<unknown>) =>
  async (stage: Stage): Promise<void> => {
    await stage.say();
    await stage.say();
    await something(stage);
    await stage.say("Go on.");
  };

/** The usual model, said to take new tools in the middle of a conversation. */
function takingTools(provider: string, compat: Readonly<Record<string, boolean>>): Setup {
  const providers = (simulator: ProviderSimulator): Record<string, unknown> => {
    const usual = simulatedProviders(simulator)[provider];
    return { [provider]: { ...(typeof usual === "object" ? usual : {}), compat } };
  };
  return { providers };
}

const failing = (...replies: Reply[]) =>
  aroundIt(async (stage) => {
    stage.simulator.enqueue(...replies);
    await stage.say("Try this.");
  });

async function abort(stage: Stage): Promise<void> {
  stage.simulator.enqueue({ text: "a long story that goes on and on", deltas: 8, deltaDelay: 300 });
  const streams = stage.pi.next((message) => message.type === "message_update");
  const asked = stage.say("Tell me a story.");
  await streams;
  await stage.pi.send({ type: "abort" });
  await asked;
}

/** The cache lives for 12 seconds; each refresh comes two real seconds after the request or refresh before. */
async function keptWarm(stage: Stage): Promise<void> {
  await stage.say();
  for (let refresh = 0; refresh < 2; refresh++) {
    const count = stage.truths.length;
    await stage.later(4);
    await stage.simulator.waitForRequest(count + 1);
  }
  await stage.later(8);
  await stage.say("Go on.");
}

const NEW_TOOLS = aroundIt((stage) => stage.go("/break-tool-add"));

/** Healthy stories, and changes that cost next to nothing. */
export const QUIET: readonly Scenario[] = [
  quiet("tool appended where the model takes it", "anthropic-messages", NEW_TOOLS, {
    expect: sent("planted_tool"),
    setup: takingTools("sim-anthropic", { supportsMidConvoSystemMessages: true, supportsMidConvoToolChanges: true }),
  }),
  quiet("tool appended where the model takes it", "openai-completions", NEW_TOOLS, {
    expect: sent("planted_tool"),
    setup: takingTools("sim-completions", {
      supportsMidConvoSystemMessages: true,
      supportsMidConvoToolAdditions: true,
    }),
  }),
  quiet("tool appended where the model takes it", "openai-responses", NEW_TOOLS, {
    expect: sent("planted_tool"),
    setup: takingTools("sim-responses", { supportsMidConvoSystemMessages: true, supportsAdditionalTools: true }),
  }),
  quiet("answer aborted before", "anthropic-messages", aroundIt(abort), {
    expect: { truth: { ...READ, earlier: "disconnected", requests: 4 } },
  }),
  quiet("overloaded, then a retry", "openai-completions", failing({ fault: { kind: "status", status: 529 } }), {
    expect: { truth: { ...READ, earlier: "failed", requests: 5 } },
  }),
  quiet("request refused before", "openai-responses", failing({ fault: { kind: "status", status: 400 } }), {
    expect: { truth: { ...READ, earlier: "failed", requests: 4 } },
  }),
  quiet(
    "a new session, tools and prompt still cached",
    "anthropic-messages",
    aroundIt((stage) => stage.go("/go-new")),
    { expect: { truth: { shortfall: "changed", read: "something" } } },
  ),
  quiet(
    "a new session, which has a cache key of its own",
    "openai-responses",
    aroundIt((stage) => stage.go("/go-new")),
    {
      expect: {
        outcome: "expected-rebuild",
        cause: "cold-start",
        certainty: "observed",
        truth: { shortfall: "other-key", read: "nothing" },
      },
    },
  ),
  quiet(
    "back to a model that is warm",
    "anthropic-messages",
    aroundIt(async (stage) => {
      await switchModel(stage, "anthropic-messages");
      await stage.say("And you?");
      await stage.pi.send({ type: "set_model", provider: "sim-anthropic", modelId: "claude-sim" });
    }),
    { expect: { others: "any" } },
  ),
  quiet(
    "a tool that asks a model by itself",
    "anthropic-messages",
    async (stage) => {
      await stage.go(`/side ${stage.simulator.anthropicUrl}`);
      await aroundIt((one) => one.say("Please use tool ask_side."))(stage);
    },
    { expect: after(6) },
  ),
  quiet("refreshes keep the cache over a long pause", "anthropic-messages", keptWarm, {
    setup: { ...WARMED, provider: { shortLifetime: 12 } },
    expect: after(4),
  }),
  quiet(
    "late change of a few characters",
    "openai-completions",
    aroundIt(async (stage) => {
      await stage.say("A short one.");
      await stage.go("/break-history -2");
    }),
    {
      expect: {
        outcome: ["hit", "partial"],
        cause: "history-rewritten",
        place: { section: "history", kind: "changed", index: 5, role: "user" },
        truth: { ...READ, contains: "Edited:" },
      },
    },
  ),
  quiet(
    "two pauses, each within the lifetime",
    "anthropic-messages",
    aroundIt(async (stage) => {
      await stage.later(200);
      await stage.say("Still there?");
      await stage.later(200);
    }),
  ),
  quiet(
    "50 minutes idle, long retention",
    "anthropic-messages",
    aroundIt((stage) => stage.later(3_000)),
    { setup: { env: { PI_CACHE_RETENTION: "long" } } },
  ),
  quiet(
    "session resumed while it is warm",
    "openai-responses",
    aroundIt((stage) => stage.restart("--continue")),
  ),
  quiet(
    "nine tool calls in one answer",
    "anthropic-messages",
    aroundIt((stage) => stage.say("Please call 9 tools.")),
    { expect: after(5) },
  ),
  quiet(
    "retention switched, entry still there",
    "anthropic-messages",
    aroundIt((stage) => stage.go("/set-env PI_CACHE_RETENTION long")),
  ),
  quiet(
    "provider says that all was read",
    "openai-responses",
    aroundIt(async (stage) => stage.simulator.enqueue({ text: "Yes.", diagnosis: { type: "cache_hit" } })),
  ),
];
