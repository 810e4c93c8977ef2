/** What the standard variables of OpenTelemetry ask of this package. What is not listed here the SDK reads by itself. */
export interface MetricsSettings {
  /**
   * `off`: switched off by a variable that rules every SDK. `unsupported`: a variable asks for what cannot be done, so that
   * nothing is exported: never to another place or in another way than was asked.
   */
  readonly state: "exporting" | "off" | "unsupported";
  /** Milliseconds between two exports. */
  readonly intervalMs: number;
  /** Variables that were not understood; their value is not named. */
  readonly invalid: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** OpenTelemetry's default. */
const INTERVAL_MS = 60_000;
/** setInterval's own limit. */
const MAX_INTERVAL_MS = 2 ** 31 - 1;

/** Reads the settings. Of a general variable and one for metrics the latter wins; empty counts as unset (OTEL specification). */
export function readSettings(env: Environment): MetricsSettings {
  const value = (name: string): string => env[name]?.trim() ?? "";
  const interval = readInterval(value("OTEL_METRIC_EXPORT_INTERVAL"));
  const unsupported = [
    chosen(value, "PROTOCOL", (protocol) => protocol.toLowerCase() === "http/protobuf"),
    chosen(value, "ENDPOINT", isHttpAddress),
  ].filter((name) => name !== null);
  const exporters = value("OTEL_METRICS_EXPORTER");
  const isOff =
    value("OTEL_SDK_DISABLED").toLowerCase() === "true" ||
    (exporters !== "" && !exporters.split(",").some((name) => name.trim() === "otlp"));
  return {
    state: isOff ? "off" : unsupported.length > 0 ? "unsupported" : "exporting",
    intervalMs: interval ?? INTERVAL_MS,
    invalid: isOff ? [] : [...unsupported, ...(interval === null ? ["OTEL_METRIC_EXPORT_INTERVAL"] : [])],
  };
}

/** The variable that decides, when its value is none that can be followed; null when it can or none is set. */
function chosen(value: (name: string) => string, suffix: string, isGood: (text: string) => boolean): string | null {
  const names = [`OTEL_EXPORTER_OTLP_METRICS_${suffix}`, `OTEL_EXPORTER_OTLP_${suffix}`];
  const name = names.find((candidate) => value(candidate) !== "");
  return name === undefined || isGood(value(name)) ? null : name;
}

function isHttpAddress(text: string): boolean {
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  return protocol === "http:" || protocol === "https:";
}

/** Milliseconds; undefined when unset, null when it is no such number. */
function readInterval(text: string): number | null | undefined {
  if (text === "") return undefined;
  const milliseconds = Number(text);
  return Number.isInteger(milliseconds) && milliseconds > 0 && milliseconds <= MAX_INTERVAL_MS ? milliseconds : null;
}
