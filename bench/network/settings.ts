/** What a comparison at a real provider is made with. It costs money, so everything is named by who pays. */
export interface Settings {
  /** As Pi's `--provider` and `--model` take them. */
  readonly provider: string;
  readonly model: string;
  /** Pi's agent folder with the credentials: nothing is written into it but what Pi itself writes at any start. */
  readonly agentDir: string;
}

const PREFIX = "PI_CACHE_STATS_BENCH";
const NEEDED = { provider: "PROVIDER", model: "MODEL", agentDir: "AGENT_DIR" } as const;

/** Reads the settings; for anything that is missing a sentence that says what. */
export function readSettings(env: NodeJS.ProcessEnv): Settings | string {
  if (env[PREFIX] !== "1") {
    return `This talks to a real model provider and costs money. Set ${PREFIX}=1, and ${names(Object.values(NEEDED))}.`;
  }
  const [provider = "", model = "", agentDir = ""] = Object.values(NEEDED).map((name) => env[`${PREFIX}_${name}`]);
  const settings: Settings = { provider, model, agentDir };
  const missing = Object.entries(NEEDED).filter(([key]) => settings[keyOf(key)].trim() === "");
  return missing.length === 0 ? settings : `Missing: ${names(missing.map(([, name]) => name))}.`;
}

function keyOf(key: string): keyof Settings {
  return key === "provider" || key === "model" ? key : "agentDir";
}

function names(all: readonly string[]): string {
  return all.map((name) => `${PREFIX}_${name}`).join(", ");
}
