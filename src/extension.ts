import { type ExtensionAPI, type ExtensionContext, getAgentDir, VERSION } from "@earendil-works/pi-coding-agent";
import { readConfig } from "./config.ts";
import { deliver } from "./deliver.ts";
import { guard } from "./guard.ts";
import type { Host } from "./host.ts";
import { Monitor } from "./monitor.ts";
import { createHost } from "./pi-host.ts";
import { createPricer } from "./pi-price.ts";
import { textOrNull } from "./unknown.ts";
import { Views } from "./views.ts";

/**
 * The door to Pi: the only file that subscribes. One call is one instance with its own state. No handler returns a
 * value or throws, and nothing is done at load but subscribing.
 */
export default function cacheStats(pi: ExtensionAPI): void {
  const config = readConfig(process.env);
  let models: ExtensionContext["modelRegistry"] | null = null;
  let host: Host | null = null;
  const monitor = new Monitor(
    config,
    createPricer(() => models),
  );
  const views = new Views(monitor);
  const clock = (): number => performance.now();
  const guarded = <A extends readonly unknown[]>(handler: (...args: A) => void) =>
    guard(handler, () => monitor.countInternalError());

  pi.on(
    "session_start",
    guarded((_event, ctx) => {
      host = createHost(pi, ctx);
      models = ctx.modelRegistry;
      monitor.sessionStarted();
      views.open(ctx.ui, host);
    }),
  );
  pi.on(
    "session_shutdown",
    guarded(() => {
      views.close();
      host = null;
      models = null;
    }),
  );

  pi.on(
    "before_provider_request",
    guarded(() => monitor.requestStarted(clock())),
  );
  pi.on(
    "after_provider_response",
    guarded((event) => {
      if (event.status !== 400 || host === null) return;
      const model = host.model();
      monitor.refused(model?.provider ?? "", model?.id ?? "", Date.now());
    }),
  );
  pi.on(
    "message_start",
    guarded(({ message }) => {
      if (message.role === "assistant") monitor.responseStarted();
    }),
  );
  pi.on(
    "message_update",
    guarded((event) => monitor.streamed(event.assistantMessageEvent, clock())),
  );
  pi.on(
    "message_end",
    guarded(({ message }) => monitor.responseEnded(message, clock())),
  );
  pi.on(
    "turn_end",
    guarded((event) => {
      monitor.turnEnded(event.message, textOrNull(event.messageEntryId), Date.now());
      views.refresh();
    }),
  );

  const refresh = guarded(() => views.refresh());
  pi.on("tool_execution_start", refresh);
  pi.on("tool_execution_end", refresh);
  pi.on("agent_end", refresh);
  pi.on("model_select", refresh);
  pi.on("thinking_level_select", refresh);
  pi.on("session_tree", refresh);
  pi.on("session_compact", refresh);
  pi.on("session_info_changed", refresh);

  pi.registerCommand("cache-stats", {
    description: config.language === "zh" ? "提示缓存命中率" : "Prompt cache hit rates",
    getArgumentCompletions: async (prefix) => (await commands()).complete(prefix, config.language),
    handler: async (args, ctx) => {
      const context = () => {
        const view = host ?? createHost(pi, ctx);
        return { monitor, host: view, views, piVersion: VERSION, now: Date.now, agentDir: getAgentDir };
      };
      const { dispatch } = await commands();
      const answer = await dispatch(args, config, context, () => monitor.countInternalError());
      guarded(() => deliver(answer, ctx))();
    },
  });
}

/** Loaded at the first command or completion: start-up does not pay for it. */
function commands() {
  return import("./commands/dispatch.ts");
}
