import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSettings } from "../../src/otel/settings.ts";

const DEFAULTS = { state: "exporting", intervalMs: 60_000, invalid: [] };

describe("OpenTelemetry's own variables", () => {
  it("may all be unset or empty: then metrics go where the SDK sends them by default", () => {
    expect(readSettings({})).toEqual(DEFAULTS);
    const names = ["OTEL_METRICS_EXPORTER", "OTEL_SDK_DISABLED", "OTEL_EXPORTER_OTLP_ENDPOINT"];
    const more = ["OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_METRIC_EXPORT_INTERVAL"];
    expect(readSettings(Object.fromEntries([...names, ...more].map((name) => [name, ""])))).toEqual(DEFAULTS);
  });

  it.each([
    [{ OTEL_SDK_DISABLED: "true" }],
    [{ OTEL_SDK_DISABLED: "TRUE" }],
    [{ OTEL_METRICS_EXPORTER: "none" }],
    [{ OTEL_METRICS_EXPORTER: "prometheus" }],
  ])("switch metrics off: %j", (env) => {
    expect(readSettings(env)).toMatchObject({ state: "off", invalid: [] });
  });

  it.each([
    [{ OTEL_SDK_DISABLED: "false" }],
    [{ OTEL_METRICS_EXPORTER: "otlp" }],
    [{ OTEL_METRICS_EXPORTER: "console, otlp" }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/protobuf" }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector:4318" }],
  ])("leave metrics on: %j", (env) => {
    expect(readSettings(env)).toEqual(DEFAULTS);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, "OTEL_EXPORTER_OTLP_PROTOCOL"],
    [
      { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "grpc", OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" },
      "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL",
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "OTEL_EXPORTER_OTLP_ENDPOINT"],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "unix:///run/otel" }, "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"],
  ])("that ask for what cannot be done are named, and nothing is exported: %j", (env, name) => {
    expect(readSettings(env)).toMatchObject({ state: "unsupported", invalid: [name] });
  });

  it("set the time between exports; what is no such time is named and the default applies", () => {
    expect(readSettings({ OTEL_METRIC_EXPORT_INTERVAL: "5000" })).toEqual({ ...DEFAULTS, intervalMs: 5_000 });
    for (const value of ["0", "-1", "soon", "1.5", "1e99", "NaN"]) {
      const invalid = ["OTEL_METRIC_EXPORT_INTERVAL"];
      expect(readSettings({ OTEL_METRIC_EXPORT_INTERVAL: value })).toEqual({ ...DEFAULTS, invalid });
    }
  });

  it("are read whatever they hold, and no value is named", () => {
    const names = fc.constantFrom(
      ...["OTEL_METRICS_EXPORTER", "OTEL_SDK_DISABLED", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"],
      ...["OTEL_METRIC_EXPORT_INTERVAL", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL"],
    );
    fc.assert(
      fc.property(fc.dictionary(names, fc.string()), (env) => {
        const { state, intervalMs, invalid } = readSettings(env);
        expect(["exporting", "off", "unsupported"]).toContain(state);
        expect(Number.isInteger(intervalMs) && intervalMs > 0).toBe(true);
        for (const name of invalid) expect(Object.keys(env)).toContain(name);
        expect(state === "unsupported").toBe(invalid.some((name) => /ENDPOINT|PROTOCOL/.test(name)));
      }),
    );
  });
});
