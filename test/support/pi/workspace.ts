import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProtocolName, ProviderSimulator } from "../provider/index.ts";

/** A throw-away home for one Pi: its own agent folder, settings and project. */
export interface Workspace {
  readonly home: string;
  readonly agentDir: string;
  readonly project: string;
  /** Environment of a Pi that reaches nothing but loopback and reads nothing of the user's. */
  readonly env: Readonly<Record<string, string>>;
  /** Points Pi's providers at another simulator, for the next Pi that starts. */
  use(simulator: ProviderSimulator): Promise<void>;
  /** Forgets all sessions. */
  forgetSessions(): Promise<void>;
  /** Paths of the session files, oldest first. */
  sessionFiles(): Promise<readonly string[]>;
  /** The entries of the newest session file, header included. */
  sessionEntries(): Promise<readonly unknown[]>;
  remove(): Promise<void>;
}

export interface WorkspaceOptions {
  /** Goes into Pi's settings.json. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Parts of models.json beside the simulator's: more providers. */
  readonly providers?: Readonly<Record<string, unknown>>;
}

/** Tokens of every simulated model. */
export const CONTEXT_WINDOW = 200_000;

const RATES = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const AUTOMATIC_RATES = { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 0 };

/** What the models of a protocol cost, in dollars per million tokens. */
export function ratesOf(protocol: ProtocolName): Readonly<typeof RATES> {
  return protocol === "anthropic-messages" ? RATES : AUTOMATIC_RATES;
}

/** The three protocols of a simulator as providers of Pi's models.json. Prices are dollars per million tokens. */
export function simulatedProviders(simulator: ProviderSimulator, prefix = "sim"): Record<string, unknown> {
  const model = (id: string, cost: typeof RATES, more: Record<string, unknown> = {}) => ({
    id,
    reasoning: true,
    contextWindow: CONTEXT_WINDOW,
    maxTokens: 8_000,
    cost,
    ...more,
  });
  const promptCache = { short: 300, long: 3_600 };
  return {
    [`${prefix}-anthropic`]: {
      baseUrl: simulator.anthropicUrl,
      apiKey: "x",
      api: "anthropic-messages",
      models: [model("claude-sim", RATES, { promptCache }), model("claude-other", RATES, { promptCache })],
    },
    [`${prefix}-completions`]: {
      baseUrl: simulator.openaiUrl,
      apiKey: "x",
      api: "openai-completions",
      models: [model("chat-sim", AUTOMATIC_RATES)],
    },
    [`${prefix}-responses`]: {
      baseUrl: simulator.openaiUrl,
      apiKey: "x",
      api: "openai-responses",
      models: [model("gpt-sim", AUTOMATIC_RATES)],
    },
  };
}

/** The model that stands for each protocol in tests and in the demo. */
export const SIMULATED_MODELS = {
  "anthropic-messages": { provider: "sim-anthropic", model: "claude-sim" },
  "openai-completions": { provider: "sim-completions", model: "chat-sim" },
  "openai-responses": { provider: "sim-responses", model: "gpt-sim" },
} as const;

/** Makes the home. The project holds a `notes.txt` and an AGENTS.md long enough to be worth caching. */
export async function makeWorkspace(simulator: ProviderSimulator, options: WorkspaceOptions = {}): Promise<Workspace> {
  const home = await mkdtemp(join(tmpdir(), "cache-stats-"));
  const agentDir = join(home, "agent");
  const project = join(home, "project");
  await mkdir(agentDir);
  await mkdir(project);
  const use = async (next: ProviderSimulator): Promise<void> => {
    const providers = { ...simulatedProviders(next), ...options.providers };
    await writeFile(join(agentDir, "models.json"), JSON.stringify({ providers }));
  };
  await use(simulator);
  const settings = { lastChangelogVersion: "1.6.0", defaultProjectTrust: "always", ...options.settings };
  await writeFile(join(agentDir, "settings.json"), JSON.stringify(settings));
  await writeFile(join(project, "notes.txt"), "Water the plants.\n");
  await writeFile(join(project, "AGENTS.md"), projectRules());
  const env = {
    PATH: `${join(process.execPath, "..")}:${process.env.PATH ?? ""}`,
    HOME: home,
    PI_CODING_AGENT_DIR: agentDir,
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    PI_SKIP_VERSION_CHECK: "1",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    ...options.env,
  };
  const sessionFiles = async (): Promise<readonly string[]> => {
    const root = join(agentDir, "sessions");
    const names = await readdir(root, { recursive: true }).catch(() => []);
    return names
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(root, name));
  };
  return {
    home,
    agentDir,
    project,
    env,
    use,
    forgetSessions: () => rm(join(agentDir, "sessions"), { recursive: true, force: true }),
    sessionFiles,
    async sessionEntries() {
      const newest = (await sessionFiles()).at(-1);
      if (newest === undefined) return [];
      const text = await readFile(newest, "utf8");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line): unknown => JSON.parse(line));
    },
    remove: () => rm(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function projectRules(): string {
  const rules = Array.from(
    { length: 60 },
    (_, index) => `- Rule ${index + 1}: keep chapter ${index + 1} short and clear.`,
  );
  return `# Rules of this project\n\n${rules.join("\n")}\n`;
}
