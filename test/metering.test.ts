import { afterEach, describe, expect, it, vi } from "vitest";
import { readConfig } from "../src/config.ts";
import type { Host } from "../src/host.ts";
import { Metering } from "../src/metering.ts";
import { Monitor } from "../src/monitor.ts";
import { createHost } from "../src/pi-host.ts";
import { words as en } from "../src/ui/words/en.ts";
import { words as zh } from "../src/ui/words/zh.ts";
import { type Collector, startCollector, total } from "./support/collector.ts";
import { FakeContext, FakePi } from "./support/fake-pi.ts";

let collector: Collector | null = null;
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector?.close();
  collector = null;
});

function bench(env: Record<string, string>, context = new FakeContext()) {
  const monitor = new Monitor(readConfig({ PI_CACHE_STATS_OTEL: "1", ...env }), () => null);
  const notices: string[] = [];
  const { session } = context;
  let host: Host | null = createHost(new FakePi().api, context.ctx);
  const judge = vi.fn(async () => undefined);
  const notify = (text: string): void => void notices.push(text);
  const metering = new Metering({ monitor, host: () => host, judge, env, notify });
  const endSession = (): void => {
    host = null;
  };
  return { monitor, metering, session, notices, judge, endSession };
}

/** The environment of this process too, since the thread takes it from there. */
async function exporting() {
  collector = await startCollector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
  return { ...bench({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), collector };
}

const turnsIn = ({ arrivals }: Collector): number =>
  total(arrivals.at(-1)?.points ?? [], "gen_ai.client.token.usage", { "gen_ai.token.type": "output" });

describe("metering", () => {
  it("does nothing unless asked: no setting is read, no entry counted, no session judged", async () => {
    const context = new FakeContext();
    const { metering, session, monitor, judge, notices } = bench({ PI_CACHE_STATS_OTEL: "0" }, context);
    session.calls.length = 0;
    await metering.open();
    session.appendTurn([1, 1, 1, 1]);
    await metering.measure();
    await metering.flush();
    await metering.close();
    expect({ calls: session.calls, notices, state: monitor.metrics.state }).toEqual({
      calls: [],
      notices: [],
      state: "off",
    });
    expect(judge).not.toHaveBeenCalled();
  });

  it("measures what is appended while the session is open, each entry once, and nothing that was there before", async () => {
    const { metering, session, monitor, collector } = await exporting();
    session.appendTurn([1, 1, 1, 1]);
    await metering.open();
    session.appendTurn([1, 10, 1, 1]);
    await Promise.all([metering.measure(), metering.measure()]);
    session.appendTurn([1, 100, 1, 1]);
    await metering.close();
    expect(turnsIn(collector)).toBe(110);
    expect(monitor.metrics).toMatchObject({ state: "exporting", exported: 1, dropped: 0 });
    expect(monitor.internalErrors).toBe(0);
  });

  it("passes over what is appended while switched off", async () => {
    const { metering, session, monitor, collector } = await exporting();
    await metering.open();
    session.appendTurn([1, 1, 1, 1]);
    await metering.measure();
    monitor.disable();
    session.appendTurn([1, 10, 1, 1]);
    await metering.measure();
    monitor.enable();
    session.appendTurn([1, 100, 1, 1]);
    await metering.close();
    expect(turnsIn(collector)).toBe(101);
  });

  it("exports when a run has settled, without being waited for", async () => {
    const { metering, session, collector } = await exporting();
    await metering.open();
    session.appendTurn([1, 7, 1, 1]);
    await metering.flush();
    await collector.until(() => turnsIn(collector) === 7);
    await metering.close();
  });

  it("goes on after an entry could not be read: it is given up, the next ones are not", async () => {
    const { metering, session, collector } = await exporting();
    await metering.open();
    session.appendTurn([1, 1, 1, 1]);
    const failed = metering.measure();
    session.failing = true;
    await expect(failed).rejects.toThrow("SECRET FAULT");
    session.failing = false;
    session.appendTurn([1, 10, 1, 1]);
    await metering.measure();
    await metering.close();
    expect(turnsIn(collector)).toBe(10);
  });

  it("ends the exporter also when the last entries cannot be read, and counts the fault", async () => {
    const { metering, session, monitor, collector } = await exporting();
    await metering.open();
    session.appendTurn([1, 1, 1, 1]);
    await metering.measure();
    session.appendTurn([1, 1, 1, 1]);
    session.failing = true;
    await metering.close();
    expect(monitor.internalErrors).toBe(1);
    expect(turnsIn(collector)).toBe(1);
  });

  it.each([
    ["en", en.metricsState.unsupported],
    ["zh", zh.metricsState.unsupported],
  ])("tells once that a protocol is not spoken, and exports nothing (%s)", async (language, text) => {
    const env = { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", PI_CACHE_STATS_LANG: language };
    const { metering, session, monitor, notices } = bench(env);
    await metering.open();
    await metering.open();
    session.appendTurn([1, 1, 1, 1]);
    await metering.flush();
    await metering.close();
    expect(notices).toEqual([`pi-cache-stats: ${text}`]);
    expect(monitor.metrics).toMatchObject({ state: "unsupported", invalid: ["OTEL_EXPORTER_OTLP_PROTOCOL"] });
  });

  it("says nothing when OpenTelemetry itself is switched off", async () => {
    const { metering, monitor, notices } = bench({ OTEL_SDK_DISABLED: "true" });
    await metering.open();
    await metering.close();
    expect({ notices, state: monitor.metrics.state }).toEqual({ notices: [], state: "off" });
  });

  it("does nothing between two sessions", async () => {
    const { metering, endSession, monitor } = bench({});
    endSession();
    await metering.open();
    await metering.measure();
    expect(monitor.metrics.state).toBe("off");
  });
});
