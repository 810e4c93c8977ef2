/** How the package behaves, read once per instance from the environment. Nothing here can change a request. */
export interface Config {
  readonly footer: "full" | "status" | "off";
  readonly prefixDiagnostics: "all" | "head" | "off";
  /** Record turns without cache activity too. */
  readonly verbose: boolean;
  /** Keep what was seen of the turns in the session file, so that a resumed session can explain them. */
  readonly record: boolean;
  /** Export metrics over OTLP. */
  readonly otel: boolean;
  readonly language: "en" | "zh";
  /** Plain glyphs instead of ◆ ◇ ▲ ▸ ■. */
  readonly ascii: boolean;
  /** False under `NO_COLOR`. */
  readonly color: boolean;
  /** Variables whose value was not understood; the default applies. Named once in the report, their value is not. */
  readonly invalid: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const SWITCH = { "1": true, true: true, on: true, yes: true, "0": false, false: false, off: false, no: false } as const;

/** Reads the configuration. Unset and empty mean the default; anything not listed is the default and is named. */
export function readConfig(env: Environment): Config {
  const invalid: string[] = [];
  const choose = <T>(name: string, fallback: T, choices: Readonly<Record<string, T>>): T => {
    const value = env[name]?.trim().toLowerCase();
    if (value === undefined || value === "") return fallback;
    if (Object.hasOwn(choices, value)) return choices[value] ?? fallback;
    invalid.push(name);
    return fallback;
  };
  return {
    footer: choose<Config["footer"]>("PI_CACHE_STATS_FOOTER", "full", {
      "1": "full",
      true: "full",
      on: "full",
      yes: "full",
      full: "full",
      status: "status",
      "0": "off",
      false: "off",
      off: "off",
      no: "off",
    }),
    prefixDiagnostics: choose<Config["prefixDiagnostics"]>("PI_CACHE_STATS_PREFIX_DIAGNOSTICS", "all", {
      all: "all",
      "1": "all",
      true: "all",
      on: "all",
      yes: "all",
      head: "head",
      "0": "off",
      false: "off",
      off: "off",
      no: "off",
    }),
    record: choose<boolean>("PI_CACHE_STATS_RECORD", true, SWITCH),
    otel: choose<boolean>("PI_CACHE_STATS_OTEL", false, SWITCH),
    verbose: choose<boolean>("PI_CACHE_STATS_VERBOSE", false, SWITCH),
    language: choose<Config["language"]>("PI_CACHE_STATS_LANG", localeLanguage(env), { en: "en", zh: "zh" }),
    ascii: choose<boolean>("PI_CACHE_STATS_ASCII", false, SWITCH),
    // no-color.org: present and not empty, whatever its value.
    color: (env.NO_COLOR ?? "") === "",
    invalid,
  };
}

// POSIX: LC_ALL wins over LC_MESSAGES, which wins over LANG; empty counts as unset.
function localeLanguage(env: Environment): Config["language"] {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || "";
  return /^zh(?![a-z])/i.test(locale) ? "zh" : "en";
}
