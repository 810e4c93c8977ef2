import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { readConfig } from "./config.ts";
import { guard } from "./guard.ts";
import type { Host } from "./host.ts";
import type { Metering } from "./metering.ts";
import { Monitor } from "./monitor.ts";
import { once } from "./once.ts";
import { createHost } from "./pi-host.ts";
import { createPricer } from "./pi-price.ts";
import { requestContext } from "./request-context.ts";
import { savedEntry } from "./saved-entry.ts";
import { SessionParts } from "./session-parts.ts";
import { textOrNull } from "./unknown.ts";
import { Views } from "./views.ts";

/**
 * The door to Pi: the only file that subscribes. One call is one instance with its own state. No handler returns a
 * value or throws, and nothing is done at load but subscribing.
 */
export default function cacheStats(pi: ExtensionAPI): void {
  const config = readConfig(process.env);
  const commands = once(async () => ({
    ...(await import("./commands/dispatch.ts")),
    ...(await import("./deliver.ts")),
  }));
  let models: ExtensionContext["modelRegistry"] | null = null;
  let host: Host | null = null;
  let ui: ExtensionContext["ui"] | null = null;
  const monitor = new Monitor(
    config,
    createPricer(() => models),
  );
  const views = new Views(monitor);
  // Start-up does not pay for what a request or a command needs.
  const parts = new SessionParts({ pi, monitor, host: () => host, models: () => models });
  const metering = once(async () => {
    const { Metering } = await import("./metering.ts");
    return new Metering({
      ...{ monitor, host: () => host, judge: () => parts.judge(), env: process.env },
      notify: (text) => ui?.notify(text, "warning"),
    });
  });
  let meters: Metering | null = null;
  /** At once where it is loaded: which entries are measured must not depend on what happens meanwhile. */
  const meter = async (does: "open" | "measure" | "flush" | "close"): Promise<void> => {
    if (!config.otel) return;
    meters ??= await metering();
    await meters[does]();
  };
  const clock = (): number => performance.now();
  /** While the user types, or the turn goes on: nobody waits for it. */
  const inBackground = (work: Promise<void>): void => void work.catch(() => monitor.countInternalError());
  const guarded = <A extends readonly unknown[]>(handler: (...args: A) => void | Promise<void>) =>
    guard(handler, () => monitor.countInternalError());

  pi.on(
    "session_start",
    guarded(({ reason }, ctx) => {
      host = createHost(pi, ctx);
      models = ctx.modelRegistry;
      ui = ctx.ui;
      const entries = host.entryCount() ?? host.entries().length;
      monitor.sessionStarted(entries === 0 ? null : { entries, reason });
      const opened = host;
      const loadRest = (): void => {
        if (host !== opened) return;
        if (config.prefixDiagnostics !== "off") inBackground(parts.observe());
        inBackground(parts.judge());
        inBackground(meter("open"));
      };
      // Pi waits for what it shows first, and for nothing else.
      const shown = views.open(ctx.ui, opened);
      if (shown !== undefined) return shown.then(loadRest);
      loadRest();
      return undefined;
    }),
  );
  pi.on(
    "session_shutdown",
    guarded(() => {
      views.close();
      parts.record();
      const closed = meter("close");
      host = null;
      models = null;
      ui = null;
      return closed;
    }),
  );

  pi.on(
    "turn_start",
    guarded(() => monitor.turnStarted()),
  );
  pi.on(
    "before_provider_request",
    guarded((event) => {
      const awaited = monitor.requestStarted(clock());
      const view = host;
      if (view === null) return undefined;
      const context = requestContext(view);
      if (!awaited) monitor.refreshSent(Date.now(), context);
      const observe = () => monitor.observe(event.payload, awaited, context);
      return monitor.requests.isObserving ? observe() : parts.observe().then(observe);
    }),
  );
  pi.on(
    "after_provider_response",
    guarded((event) => {
      monitor.responseHead();
      if (event.status !== 400 || host === null) return;
      const model = host.model();
      monitor.refused(model?.provider ?? "", model?.id ?? "", Date.now());
    }),
  );
  pi.on(
    "provider_stream_event",
    guarded((event) => monitor.providerSaid(event.data)),
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
      const entryId = textOrNull(event.messageEntryId) ?? (host === null ? null : savedEntry(event.message, host));
      monitor.turnEnded(event.message, entryId, Date.now());
      views.refresh();
      if (entryId !== null && monitor.enabled) inBackground(parts.announce(entryId));
      inBackground(meter("measure"));
    }),
  );
  pi.on(
    "agent_settled",
    guarded(() => {
      parts.record();
      inBackground(meter("flush"));
    }),
  );

  const moved = guarded(() => {
    parts.moved();
    views.refresh();
  });
  pi.on("session_tree", moved);
  pi.on("session_compact", moved);

  const refresh = guarded(() => views.refresh());
  pi.on("tool_execution_start", refresh);
  pi.on("tool_execution_end", refresh);
  pi.on("agent_end", refresh);
  pi.on("model_select", refresh);
  pi.on("thinking_level_select", refresh);
  pi.on("session_info_changed", refresh);

  pi.registerCommand("cache-stats", {
    description: config.language === "zh" ? "提示缓存命中率" : "Prompt cache hit rates",
    getArgumentCompletions: (prefix) =>
      commands().then(
        ({ complete }) => complete(prefix, config.language),
        () => null,
      ),
    handler: async (args, ctx) => {
      const context = async () => {
        const { getAgentDir, VERSION } = await import("@earendil-works/pi-coding-agent");
        const view = host ?? createHost(pi, ctx);
        await parts.judge();
        return { monitor, host: view, views, piVersion: VERSION, now: Date.now, agentDir: getAgentDir };
      };
      await guarded(async () => {
        // What came before the command belongs to the switches as they were.
        inBackground(meter("measure"));
        const { dispatch, deliver } = await commands();
        deliver(await dispatch(args, config, context, () => monitor.countInternalError()), ctx);
      })();
    },
  });
}
