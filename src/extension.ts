import { randomBytes } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { readConfig } from "./config.ts";
import { deliver } from "./deliver.ts";
import { guard } from "./guard.ts";
import type { Host } from "./host.ts";
import { Monitor } from "./monitor.ts";
import { createHost } from "./pi-host.ts";
import { createPricer } from "./pi-price.ts";
import { requestContext } from "./request-context.ts";
import { isFunction, textOrNull } from "./unknown.ts";
import { Views } from "./views.ts";

/**
 * The door to Pi: the only file that subscribes. One call is one instance with its own state. No handler returns a
 * value or throws, and nothing is done at load but subscribing.
 */
export default function cacheStats(pi: ExtensionAPI): void {
  const config = readConfig(process.env);
  // Start-up does not pay for what a request or a command needs.
  const differ = once(() => import("./prefix/observer.ts"));
  const judge = once(async () => ({
    ...(await import("./verdict/session-verdicts.ts")),
    ...(await import("./pi-lifetimes.ts")),
  }));
  const turnEvents = once(async () => {
    const { TurnNumbers } = await import("./usage/turn-numbers.ts");
    return { ...(await import("./report/turn-event.ts")), numbers: new TurnNumbers() };
  });
  const commands = once(() => import("./commands/dispatch.ts"));
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
    guarded(({ reason }, ctx) => {
      host = createHost(pi, ctx);
      models = ctx.modelRegistry;
      const entries = host.entryCount() ?? host.entries().length;
      monitor.sessionStarted(entries === 0 ? null : { entries, reason });
      views.open(ctx.ui, host);
      // In the background, while the user types: start-up does not wait for it.
      if (config.prefixDiagnostics !== "off") void observing().catch(() => monitor.countInternalError());
      void judging().catch(() => monitor.countInternalError());
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
      return monitor.requests.isObserving ? observe() : observing().then(observe);
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
      const entryId = textOrNull(event.messageEntryId);
      monitor.turnEnded(event.message, entryId, Date.now());
      views.refresh();
      // In the background: the turn does not wait for those who listen.
      if (entryId !== null && monitor.enabled) void announce(entryId).catch(() => monitor.countInternalError());
    }),
  );

  /** The observer of this session, loaded when first needed. */
  const observing = async (): Promise<void> => {
    const started = host;
    const { Observer } = await differ();
    // The session may have been replaced while it was loaded.
    if (host === started && !monitor.requests.isObserving) {
      monitor.requests.use(new Observer(randomBytes(16).toString("hex"), config.prefixDiagnostics));
    }
  };
  /** The judge of this session, loaded in the background, and awaited by a command that needs it. */
  const judging = async (): Promise<void> => {
    const { session } = monitor;
    const { SessionVerdicts, createLifetimes } = await judge();
    // The session may have been replaced while it was loaded.
    if (monitor.session !== session || session.verdicts !== null) return;
    const { price, live } = monitor;
    const lifetimes = createLifetimes(() => models);
    session.judgeWith(new SessionVerdicts({ price, live, lifetimes, opened: session.opened }));
  };
  /** Tells on `pi.events` how a turn went, once its judge is loaded. */
  const announce = async (entryId: string): Promise<void> => {
    const { session } = monitor;
    await judging();
    const { turnEvent, TURN_EVENT, numbers } = await turnEvents();
    // The session may have been replaced meanwhile, and an older Pi has no events.
    if (host === null || monitor.session !== session || !isFunction(pi.events?.emit)) return;
    const turn = turnEvent(monitor, host, numbers, entryId);
    if (turn !== null) pi.events.emit(TURN_EVENT, turn);
  };
  const moved = guarded(() => {
    monitor.requests.moved();
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
        await judging();
        return { monitor, host: view, views, piVersion: VERSION, now: Date.now, agentDir: getAgentDir };
      };
      await guarded(async () => {
        const { dispatch } = await commands();
        deliver(await dispatch(args, config, context, () => monitor.countInternalError()), ctx);
      })();
    },
  });
}

/**
 * Imports when first asked, and once: a second import that comes while the first is under way can get a module that is
 * only half there from Pi's TypeScript loader.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load();
    return loading;
  };
}
