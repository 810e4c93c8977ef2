import { afterEach, describe, expect, it } from "vitest";
import { ExportTally } from "../../src/otel/export-tally.ts";
import { Exporter, LAST_EXPORT_MS } from "../../src/otel/exporter.ts";
import { INSTRUMENTS, type Instrument, type Measurement, type MetricName } from "../../src/otel/instruments.ts";
import { type Collector, type Manner, startCollector, total } from "../support/collector.ts";

const names = Object.keys(INSTRUMENTS).filter((name): name is MetricName => name in INSTRUMENTS);
const ends: (() => Promise<void>)[] = [];
const variables = new Set<string>();

const measurement = (metric: MetricName, value: number, attributes: Record<string, string> = {}): Measurement => ({
  metric,
  value,
  attributes,
});
const turns = (value: number): Measurement[] => [measurement("pi_cache_stats.turns", value)];

async function collectorOf(manner: Manner): Promise<Collector> {
  const collector = await startCollector(manner);
  ends.push(() => collector.close());
  return collector;
}

/** The thread copies the environment when it starts. */
async function start(manner: Manner = 200, env: Record<string, string> = {}) {
  const collector = await collectorOf(manner);
  for (const [name, value] of Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })) {
    variables.add(name);
    process.env[name] = value;
  }
  const tally = new ExportTally();
  tally.state = "exporting";
  const exporter = new Exporter(60_000, tally, () => undefined);
  ends.unshift(() => exporter.close());
  return { collector, tally, exporter };
}

afterEach(async () => {
  for (const name of variables) delete process.env[name];
  variables.clear();
  for (const end of ends.splice(0)) await end();
});

async function eventually(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 10) {
    if (waited > 10_000) throw new Error("It never came.");
    await pause(10);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("the exporter", () => {
  it("sends every metric under its name, unit and kind, cumulative, as the protocol defines them", async () => {
    const { collector, exporter, tally } = await start();
    exporter.record(names.map((name, index) => measurement(name, index + 1, { "gen_ai.request.model": "m" })));
    exporter.flush();
    const { points, scope, path } = await collector.until((arrival) => arrival.points.length === names.length);
    expect({ scope, path }).toEqual({ scope: "pi-cache-stats", path: "/v1/metrics" });
    for (const [index, name] of names.entries()) {
      const { kind, unit }: Instrument = INSTRUMENTS[name];
      const point = points.find(({ metric }) => metric === name);
      expect(point).toMatchObject({ unit, value: index + 1, temporality: 2, monotonic: kind === "counter" });
      expect(point?.attributes).toEqual({ "gen_ai.request.model": "m" });
    }
    const histogram = points.find(({ metric }) => metric === "gen_ai.client.token.usage");
    expect(histogram?.bounds.slice(0, 5)).toEqual([1, 4, 16, 64, 256]);
    expect(histogram?.bounds.at(-1)).toBe(67_108_864);
    await eventually(() => tally.exported === 1);
    expect(tally).toMatchObject({ state: "exporting", dropped: 0 });
  });

  it("names the resource pi and itself by a random id, and nothing of the machine or the user", async () => {
    const { collector, exporter } = await start();
    exporter.record(turns(1));
    exporter.flush();
    const { resource } = await collector.until(() => true);
    const sdk = ["telemetry.sdk.language", "telemetry.sdk.name", "telemetry.sdk.version"];
    expect(Object.keys(resource).sort()).toEqual(["service.instance.id", "service.name", ...sdk]);
    expect(resource["service.name"]).toBe("pi");
    expect(resource["service.instance.id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("obeys the standard variables: service, resource, headers, temporality", async () => {
    const { collector, exporter } = await start(200, {
      OTEL_SERVICE_NAME: "pi-team",
      OTEL_RESOURCE_ATTRIBUTES: "team=search,service.instance.id=seven",
      OTEL_EXPORTER_OTLP_HEADERS: "x-all=1,x-one=general",
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: "x-one=metrics",
      OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: "delta",
    });
    exporter.record(turns(1));
    exporter.flush();
    const { resource, headers, points } = await collector.until(() => true);
    expect(resource).toMatchObject({ "service.name": "pi-team", team: "search", "service.instance.id": "seven" });
    expect(headers).toMatchObject({ "x-all": "1", "x-one": "metrics", "content-type": "application/x-protobuf" });
    expect(points[0]?.temporality).toBe(1);
  });

  it("sends to the endpoint for metrics as it is, where one is named", async () => {
    const other = await collectorOf(200);
    const { exporter, collector } = await start(200, {
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${other.url}/in/metrics`,
    });
    exporter.record(turns(1));
    exporter.flush();
    expect((await other.until(() => true)).path).toBe("/in/metrics");
    expect(collector.attempts).toBe(0);
  });

  it("loses nothing with a dropped export: the next one carries it", async () => {
    const { collector, exporter, tally } = await start(500);
    exporter.record(turns(2));
    exporter.flush();
    await eventually(() => tally.dropped === 1);
    collector.manner = 200;
    exporter.record(turns(3));
    exporter.flush();
    const { points } = await collector.until(() => true);
    expect(total(points, "pi_cache_stats.turns")).toBe(5);
    await eventually(() => tally.exported === 1);
    expect(tally).toMatchObject({ state: "exporting", dropped: 1 });
  });

  it.each([429, 500, 503] as const)("counts an export that is answered with %i as dropped", async (status) => {
    const { exporter, tally } = await start(status, { OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
    exporter.record(turns(1));
    exporter.flush();
    await eventually(() => tally.dropped === 1);
    expect(tally.exported).toBe(0);
  });

  it("counts an export as dropped that is refused, or not answered within OTEL_EXPORTER_OTLP_TIMEOUT", async () => {
    const refused = await start(200, { OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
    await refused.collector.close();
    const silent = await start("silent", { OTEL_EXPORTER_OTLP_TIMEOUT: "300" });
    for (const { exporter } of [refused, silent]) {
      exporter.record(turns(1));
      exporter.flush();
    }
    await eventually(() => refused.tally.dropped === 1 && silent.tally.dropped === 1);
  });

  it("exports when it is closed what was not exported yet, and nothing after that", async () => {
    const { collector, exporter } = await start();
    exporter.record(turns(4));
    await exporter.close();
    expect(total(collector.arrivals.at(-1)?.points ?? [], "pi_cache_stats.turns")).toBe(4);
    exporter.record(turns(4));
    exporter.flush();
    await exporter.close();
    expect(collector.arrivals).toHaveLength(1);
  });

  it("sends nothing when nothing was recorded", async () => {
    const { collector, exporter } = await start();
    exporter.flush();
    await exporter.close();
    expect(collector.attempts).toBe(0);
  });

  it("does not wait at its end for a collector that does not answer, and not long for one not yet tried", async () => {
    const untried = await start("silent");
    untried.exporter.record(turns(1));
    const begin = performance.now();
    await untried.exporter.close();
    const waited = performance.now() - begin;
    // The exporter itself would go on for ten seconds.
    expect(waited).toBeLessThan(5_000);
    const tried = await start("silent");
    tried.exporter.record(turns(1));
    tried.exporter.flush();
    await eventually(() => tried.collector.attempts === 1);
    await pause(LAST_EXPORT_MS + 50);
    const again = performance.now();
    await tried.exporter.close();
    expect(performance.now() - again).toBeLessThan(waited);
  });

  it("does not wait at its end for a collector that refuses", async () => {
    const { exporter, collector, tally } = await start();
    await collector.close();
    exporter.record(turns(1));
    // The thread is loaded by then.
    await pause(1_000);
    const begin = performance.now();
    await exporter.close();
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(tally.dropped).toBe(1);
  });

  it("keeps sums whole when names run wild: what is beyond the limit of series is counted without its name", async () => {
    const { collector, exporter } = await start();
    for (let index = 0; index < 3_000; index++) {
      exporter.record([measurement("pi_cache_stats.turns", 1, { "gen_ai.request.model": `m${index}` })]);
    }
    exporter.flush();
    const { points } = await collector.until((arrival) => total(arrival.points, "pi_cache_stats.turns") === 3_000);
    expect(points.length).toBeLessThanOrEqual(2_000);
  });
});
