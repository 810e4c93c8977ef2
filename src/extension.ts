import { type ExtensionAPI, type ExtensionContext, getAgentDir, VERSION } from "@earendil-works/pi-coding-agent";
import { complete, dispatch } from "./commands/dispatch.ts";
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
    guarded((event, ctx) => {
      monitor.responseStatus(event.status, ctx.model?.provider ?? "", ctx.model?.id ?? "", Date.now());
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
    getArgumentCompletions: (prefix) => complete(prefix, config.language),
    handler: async (args, ctx) => {
      try {
        const context = { monitor, host: host ?? createHost(pi, ctx), views, piVersion: VERSION };
        deliver(await dispatch(args, { ...context, now: Date.now, agentDir: getAgentDir }), ctx);
      } catch {
        monitor.countInternalError();
      }
    },
  });
}
