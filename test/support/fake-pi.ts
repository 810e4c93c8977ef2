import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import type { FooterFacts } from "../../src/ui/footer/facts.ts";
import { STATUS_KEY } from "../../src/ui/status.ts";
import { isRecord } from "../../src/unknown.ts";
import { loadDrawing } from "../../src/views.ts";

// As in a Pi that runs for a while: what is loaded when it is first shown is there.
await loadDrawing();

/** Tokens of one response as the cases write them: input, output, cache read, cache write. */
export type Tokens = readonly [input: number, output: number, cacheRead: number, cacheWrite: number];

type Handler = (event: unknown, ctx: unknown) => unknown;

/** What a fake lends to Pi's types: only the parts that the package uses exist, so the type has to be asserted, here only. */
function standIn<T>(part: object): T {
  return part as T;
}

export interface FakeModel {
  provider: string;
  id: string;
  api: string;
  reasoning: boolean;
  contextWindow: number;
  cost?: object;
}

export const SONNET: FakeModel = {
  provider: "anthropic",
  id: "claude-sonnet",
  api: "anthropic-messages",
  reasoning: true,
  contextWindow: 200_000,
};

/** An assistant message as Pi records it. `rest` replaces fields. */
export function assistant([input, output, cacheRead, cacheWrite]: Tokens, rest: object = {}): object {
  return {
    role: "assistant",
    provider: SONNET.provider,
    api: SONNET.api,
    model: SONNET.id,
    timestamp: 1_700_000_000_000,
    stopReason: "stop",
    content: [{ type: "text", text: "SECRET ANSWER" }],
    usage: {
      ...{ input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite },
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.001 },
    },
    ...rest,
  };
}

/** A session in memory, with Pi's tree: every append moves the leaf. */
export class FakeSession {
  readonly id: string;
  file: string | undefined = "/sessions/one.jsonl";
  name: string | undefined;
  cwd = "/home/someone/project";
  /** Every read of it throws. */
  failing = false;
  /** The reads Pi answered, by method. */
  readonly calls: string[] = [];
  readonly #entries: { readonly id: string; readonly parentId: string | null }[] = [];
  #leaf: string | null = null;

  constructor(id = "11111111-2222-3333-4444-555555555555") {
    this.id = id;
  }

  append(entry: object): string {
    const id = `e${this.#entries.length + 1}`;
    this.#entries.push({ ...entry, id, parentId: this.#leaf });
    this.#leaf = id;
    return id;
  }

  appendTurn(tokens: Tokens, rest: object = {}): string {
    return this.append({ type: "message", message: assistant(tokens, rest) });
  }

  moveTo(id: string | null): void {
    this.#leaf = id;
  }

  get leaf(): string | null {
    return this.#leaf;
  }

  readonly manager = {
    getSessionId: () => this.#answer("getSessionId", () => this.id),
    getLeafId: () => this.#answer("getLeafId", () => this.#leaf),
    getEntryCount: () => this.#answer("getEntryCount", () => this.#entries.length),
    getEntries: () => this.#answer("getEntries", () => [...this.#entries]),
    getEntry: (id: string) => this.#answer("getEntry", () => this.#entries.find((entry) => entry.id === id)),
    getBranch: () => this.#answer("getBranch", () => this.#branch()),
    getSessionFile: () => this.#answer("getSessionFile", () => this.file),
    getSessionName: () => this.#answer("getSessionName", () => this.name),
    getCwd: () => this.#answer("getCwd", () => this.cwd),
  };

  #answer<T>(method: string, answer: () => T): T {
    this.calls.push(method);
    if (this.failing) throw new Error("SECRET FAULT");
    return answer();
  }

  #branch(): object[] {
    const path: object[] = [];
    let id = this.#leaf;
    while (id !== null) {
      const entry = this.#entries.find((candidate) => candidate.id === id);
      if (entry === undefined) break;
      path.unshift(entry);
      id = entry.parentId;
    }
    return path;
  }
}

export interface FakeComponent {
  render(width: number): string[];
  invalidate(): void;
  dispose?(): void;
}

type CustomFactory = (
  screen: object,
  theme: object,
  keys: object,
  done: (result: unknown) => void,
) => FakeComponent & { handleInput?(data: string): void };

type FooterFactory = (screen: object, theme: object, data: object) => FakeComponent;

const ANSI = { dim: 2, success: 32, warning: 33, error: 31, accent: 36 } as const;
const KEYS = new KeybindingsManager(TUI_KEYBINDINGS);

/** Colours as a terminal gets them. */
export const THEME = {
  fg: (color: keyof typeof ANSI, text: string) => `\u001b[${ANSI[color]}m${text}\u001b[0m`,
  bg: (_: string, text: string) => `\u001b[44m${text}\u001b[49m`,
  bold: (text: string) => `\u001b[1m${text}\u001b[22m`,
};

/** Pi's screen. As in Pi, a footer can only be set in the TUI, and replacing or clearing one disposes it first. */
export class FakeUi {
  readonly mode: ExtensionContext["mode"];
  readonly notifications: { text: string; level: string | undefined }[] = [];
  readonly statusCalls: { key: string; text: string | undefined }[] = [];
  readonly footerCalls: ("set" | "cleared")[] = [];
  /** The arguments of every `requestRender`. */
  readonly renderRequests: unknown[][] = [];
  /** The statuses of all extensions, ours included. */
  readonly statuses = new Map<string, string>();
  branch: string | null = "main";
  providers = 1;
  /** Null while Pi shows its own footer. */
  footer: FakeComponent | null = null;
  /** The custom screen that is open; null without one. */
  custom: ReturnType<CustomFactory> | null = null;
  /** The options of every custom screen. */
  readonly customOptions: unknown[] = [];
  readonly #branchListeners = new Set<() => void>();

  constructor(mode: ExtensionContext["mode"] = "tui") {
    this.mode = mode;
  }

  /** Calls that change what the user sees. */
  get shownCalls(): number {
    return this.notifications.length + this.statusCalls.length + this.footerCalls.length + this.renderRequests.length;
  }

  get branchListeners(): number {
    return this.#branchListeners.size;
  }

  /** The status of this package; undefined without one. */
  get ownStatus(): string | undefined {
    return this.statuses.get(STATUS_KEY);
  }

  switchBranch(name: string): void {
    this.branch = name;
    for (const listener of this.#branchListeners) listener();
  }

  readonly screen = {
    requestRender: (...args: unknown[]) => void this.renderRequests.push(args),
    terminal: { columns: 80, rows: 24 },
  };

  readonly data = {
    getGitBranch: () => this.branch,
    getExtensionStatuses: () => this.statuses,
    getAvailableProviderCount: () => this.providers,
    onBranchChange: (listener: () => void) => {
      this.#branchListeners.add(listener);
      return () => void this.#branchListeners.delete(listener);
    },
  };

  readonly ui = {
    notify: (text: string, level?: string) => void this.notifications.push({ text, level }),
    setStatus: (key: string, text: string | undefined) => {
      this.statusCalls.push({ key, text });
      if (text === undefined) this.statuses.delete(key);
      else this.statuses.set(key, text);
    },
    setFooter: (factory: FooterFactory | undefined) => {
      this.footerCalls.push(factory === undefined ? "cleared" : "set");
      if (this.mode !== "tui") return;
      this.footer?.dispose?.();
      this.footer = factory === undefined ? null : factory(this.screen, THEME, this.data);
    },
    // As Pi does it: the component comes a moment later, and the promise settles only when the user leaves.
    custom: async (factory: CustomFactory, options: unknown) => {
      this.customOptions.push(options);
      await Promise.resolve();
      return new Promise((resolve, reject) => {
        const close = (result: unknown): void => {
          this.takeCustomAway();
          resolve(result);
        };
        try {
          this.custom = factory(this.screen, THEME, KEYS, close);
        } catch (error) {
          reject(error);
        }
      });
    },
  };

  /** Pi disposes what is on the screen with its session, and tells nobody. */
  takeCustomAway(): void {
    const gone = this.custom;
    this.custom = null;
    gone?.dispose?.();
  }

  /** The same object, as the code under test types it. */
  get asPi(): ExtensionContext["ui"] {
    return standIn(this.ui);
  }

  /** Another extension takes the footer. */
  setForeignFooter(): void {
    this.ui.setFooter(() => ({ render: () => ["FOREIGN"], invalidate: () => undefined }));
  }
}

/** An event's `ctx`. After `replace()` each of its getters throws, as in Pi once the session was replaced. */
export class FakeContext {
  readonly session: FakeSession;
  readonly screen: FakeUi;
  model: FakeModel | undefined = { ...SONNET };
  usage: unknown = { tokens: 20_000, contextWindow: 200_000, percent: 10 };
  usesOAuth = false;
  oauth: object | undefined;
  /** An older Pi cannot be asked for a provider. */
  hasProviders = true;
  /** Every property that was read, in order. */
  readonly touched: string[] = [];
  #replaced = false;
  readonly ctx: ExtensionContext;

  constructor(screen: FakeUi = new FakeUi(), session: FakeSession = new FakeSession()) {
    this.session = session;
    this.screen = screen;
    const parts: Readonly<Record<string, () => unknown>> = {
      ui: () => screen.ui,
      mode: () => screen.mode,
      hasUI: () => screen.mode === "tui" || screen.mode === "rpc",
      cwd: () => session.cwd,
      sessionManager: () => session.manager,
      modelRegistry: () => ({
        find: (provider: string, id: string) => this.#find(provider, id),
        isUsingOAuth: () => this.usesOAuth,
        ...(this.hasProviders ? { getProvider: () => ({ auth: { oauth: this.oauth } }) } : {}),
      }),
      model: () => this.model,
      getContextUsage: () => () => {
        this.touched.push("getContextUsage()");
        return this.usage;
      },
    };
    const ctx = {};
    for (const [name, read] of Object.entries(parts)) {
      Object.defineProperty(ctx, name, {
        get: () => {
          this.touched.push(name);
          if (this.#replaced) throw new Error("This extension ctx is stale");
          return read();
        },
      });
    }
    this.ctx = standIn(ctx);
  }

  replace(): void {
    this.#replaced = true;
  }

  #find(provider: string, id: string): FakeModel | undefined {
    return this.model?.provider === provider && this.model.id === id ? this.model : undefined;
  }
}

interface FakeCommand {
  readonly description?: string;
  readonly getArgumentCompletions: (prefix: string) => unknown;
  readonly handler: (args: string, ctx: unknown) => Promise<void>;
}

/** Pi's ExtensionAPI: keeps what an extension registers and lets a test play the events. */
export class FakePi {
  readonly handlers = new Map<string, Handler[]>();
  readonly commands = new Map<string, FakeCommand>();
  settings: unknown = {};
  thinkingLevel: unknown = "high";
  /** Commands as Pi lists them, with the names that it gives. */
  listedCommands: unknown = [];
  settingsReads = 0;
  /** The custom entries that were appended, and where they go: into the session that is open. */
  readonly appended: { readonly type: string; readonly data: unknown }[] = [];
  session: FakeSession | null = null;
  /** What was told on Pi's event bus. */
  readonly told: { readonly channel: string; readonly data: unknown }[] = [];
  readonly parts = {
    events: {
      emit: (channel: string, data: unknown) => void this.told.push({ channel, data }),
      on: () => () => undefined,
    },
    on: (type: string, handler: Handler) => {
      this.handlers.set(type, [...(this.handlers.get(type) ?? []), handler]);
    },
    registerCommand: (name: string, command: FakeCommand) => void this.commands.set(name, command),
    getSettings: (): unknown => {
      this.settingsReads += 1;
      return this.settings;
    },
    getThinkingLevel: () => this.thinkingLevel,
    getCommands: () => this.listedCommands,
    appendEntry: (customType: string, data: unknown) => {
      this.appended.push({ type: customType, data });
      // As a line of the file has it.
      this.session?.append({ type: "custom", customType, data: JSON.parse(JSON.stringify(data)) });
    },
  };
  readonly api: ExtensionAPI = standIn(this.parts);

  /** What each handler returned. A handler that throws makes this throw. */
  emit(type: string, event: unknown, ctx: unknown): unknown[] {
    return (this.handlers.get(type) ?? []).map((handler) => handler(event, ctx));
  }
}

/** One instance of an extension inside one Pi process: plays sessions, turns and commands in Pi's order. */
export class RunningPi {
  readonly pi = new FakePi();
  readonly screen: FakeUi;
  context: FakeContext;

  constructor(
    extension: (pi: ExtensionAPI) => void,
    mode: ExtensionContext["mode"] = "tui",
    session: FakeSession = new FakeSession(),
  ) {
    this.screen = new FakeUi(mode);
    this.context = new FakeContext(this.screen, session);
    extension(this.pi.api);
  }

  get session(): FakeSession {
    return this.context.session;
  }

  emit(type: string, event: object = {}): unknown[] {
    return this.pi.emit(type, { type, ...event }, this.context.ctx);
  }

  start(reason = "startup"): void {
    this.emit("session_start", { reason });
  }

  /** A turn begins and its request is about to be sent. */
  beginTurn(): void {
    this.emit("turn_start", { turnIndex: 0, timestamp: 1_700_000_000_000 });
    this.emit("before_provider_request", { payload: {} });
  }

  /** One response: request, stream, end, saved entry, end of the turn. */
  turn(tokens: Tokens, rest: object = {}): void {
    const message = assistant(tokens, rest);
    this.beginTurn();
    this.emit("message_start", { message });
    this.emit("message_update", { message, assistantMessageEvent: { type: "text_delta", delta: "SECRET DELTA" } });
    this.endTurn(message);
  }

  endTurn(message: object): void {
    this.emit("message_end", { message });
    const messageEntryId = this.session.append({ type: "message", message });
    this.emit("turn_end", { message, messageEntryId, toolResults: [] });
  }

  /** Runs `/cache-stats ARGS` and gives the text of its messages. */
  async command(args: string): Promise<string[]> {
    const before = this.screen.notifications.length;
    await this.pi.commands.get("cache-stats")?.handler(args, this.context.ctx);
    return this.screen.notifications.slice(before).map(({ text }) => text);
  }

  /** What the footer draws; null while Pi draws its own. */
  frame(width = 160): string[] | null {
    return this.screen.footer?.render(width) ?? null;
  }

  /** As Pi does for /new, /resume, /fork and /reload: the old instance is told, then its ctx goes stale. */
  shutdown(reason = "new"): void {
    this.emit("session_shutdown", { reason });
    this.context.replace();
  }
}

/** Facts of an ordinary session, for the parts of the footer that take facts. */
export function footerFacts(changes: Partial<FooterFacts> = {}): FooterFacts {
  return {
    ...{ folder: "~/project", branch: "main", sessionName: null },
    ...{ input: 307, output: 512, cacheRead: 9_900, cacheWrite: 300, cost: 0.02 },
    ...{ subscription: false, experimental: false, sessionRate: 0.87, latestRate: 0.95, breakLabel: "" },
    ...{ contextPercent: 12.34, contextWindow: 200_000, autoCompaction: true },
    ...{ speed: 45, speedOfRequest: false, provider: "anthropic", model: "claude-sonnet", thinkingLevel: "high" },
    ...{ routedModel: null, routedLevel: null, showProvider: false, statuses: "" },
    ...changes,
  };
}

/** A value that is thrown at handlers: reading any field of it throws. */
export function trap(): object {
  const fail = (): never => {
    throw new Error("SECRET TRAP");
  };
  return new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail });
}

/** A field of a value read from JSON, by its path; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (Array.isArray(here) && typeof key === "number") here = here[key];
    else if (isRecord(here)) here = here[key];
    else return undefined;
  }
  return here;
}
