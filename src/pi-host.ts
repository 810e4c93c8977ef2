import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ContextUse, Host, SelectedModel } from "./host.ts";
import { field, finiteOrNull, isFunction, isRecord, textOrNull } from "./unknown.ts";
import { VIRTUAL_API } from "./usage/turn.ts";

/**
 * Pi, as the package asks it. Everything is taken at the moment of the call; what an older Pi lacks answers as Pi itself
 * would without the feature.
 */
export function createHost(pi: ExtensionAPI, ctx: ExtensionContext): Host {
  const session = ctx.sessionManager;
  return {
    mode: ctx.mode,
    // As Pi's own screen takes it.
    columns: () => (ctx.mode === "tui" ? finiteOrNull(process.stdout.columns) : null),
    sessionId: () => session.getSessionId(),
    leafId: () => session.getLeafId(),
    entryCount: () => entryCount(session),
    entries: () => session.getEntries(),
    entry: (id) => session.getEntry(id),
    branch: () => session.getBranch(),
    sessionFile: () => session.getSessionFile() ?? null,
    sessionName: () => session.getSessionName() ?? null,
    cwd: () => session.getCwd(),
    home: () => process.env.HOME || process.env.USERPROFILE || null,
    model: () => selectedModel(ctx.model),
    thinkingLevel: () => textOrNull(pi.getThinkingLevel()),
    contextUse: () => contextUse(ctx.getContextUsage()),
    autoCompaction: () => autoCompaction(pi),
    subscription: () => isSubscription(ctx, ctx.model),
    paidBySubscription: (provider, model) => isSubscription(ctx, ctx.modelRegistry.find(provider, model)),
    toolOwner: (tool) => toolOwner(pi, tool),
    isCommandShared: () => isCommandShared(pi),
    experimental: () => process.env.PI_EXPERIMENTAL === "1",
  };
}

/** There at run time since Pi 1.0.3, though not in the type that extensions see. */
function entryCount(session: unknown): number | null {
  if (!isRecord(session)) return null;
  const { getEntryCount } = session;
  return isFunction(getEntryCount) ? finiteOrNull(getEntryCount.call(session)) : null;
}

function selectedModel(model: unknown): SelectedModel | null {
  if (!isRecord(model)) return null;
  return {
    provider: textOrNull(model.provider) ?? "",
    id: textOrNull(model.id) ?? "",
    api: textOrNull(model.api) ?? "",
    baseUrl: model.baseUrl,
    reasoning: model.reasoning === true,
    contextWindow: finiteOrNull(model.contextWindow) ?? 0,
    virtual: model.api === VIRTUAL_API,
  };
}

function contextUse(usage: unknown): ContextUse | null {
  if (!isRecord(usage)) return null;
  return { percent: finiteOrNull(usage.percent), contextWindow: finiteOrNull(usage.contextWindow) ?? 0 };
}

/** Pi compacts by itself unless the setting says otherwise. Before Pi 1.0.3 the setting cannot be asked. */
function autoCompaction(pi: ExtensionAPI): boolean {
  const settings: unknown = isFunction(pi.getSettings) ? pi.getSettings() : undefined;
  return field(field(settings, "compaction"), "enabled") !== false;
}

/** As Pi's footer decides `(sub)`: Kimi Coding, or a login that its provider marks as a subscription. */
function isSubscription({ modelRegistry }: ExtensionContext, model: ExtensionContext["model"]): boolean {
  if (model === undefined) return false;
  if (model.provider === "kimi-coding") return true;
  if (!modelRegistry.isUsingOAuth(model)) return false;
  const provider: unknown = isFunction(modelRegistry.getProvider)
    ? modelRegistry.getProvider(model.provider)
    : undefined;
  return field(field(field(provider, "auth"), "oauth"), "isSubscription") === true;
}

/** Pi numbers commands of one name in the order in which it loads them. */
function isCommandShared(pi: ExtensionAPI): boolean {
  const commands: unknown = isFunction(pi.getCommands) ? pi.getCommands() : undefined;
  return (
    Array.isArray(commands) && commands.some((one) => /^cache-stats:\d+$/.test(textOrNull(field(one, "name")) ?? ""))
  );
}

/** A package by its source, an extension by its file or folder; `builtin` for Pi's own. */
function toolOwner(pi: ExtensionAPI, tool: string): string | null {
  const info: unknown = pi.getAllTools().find(({ name }) => name === tool)?.sourceInfo;
  const [path, source] = [textOrNull(field(info, "path")), textOrNull(field(info, "source"))];
  if (path?.startsWith("builtin:")) return "builtin";
  // A source can be an address with a login in it: what follows the last slash names it well enough.
  if (field(info, "origin") === "package" && source !== null) return lastPart(source);
  if (path === null) return source;
  const file = lastPart(path);
  return /^index\.\w+$/.test(file) ? lastPart(path.slice(0, -file.length - 1)) : file;
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
