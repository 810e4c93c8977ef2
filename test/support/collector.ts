import { createServer, type IncomingHttpHeaders } from "node:http";
import decoder from "otlp-transformer-decoder/build/src/generated/root.js";
import { field, finiteOrNull, isFunction, isRecord, textOrNull } from "../../src/unknown.ts";
import { patient } from "./patience.ts";

/** One number that reached the collector: of a histogram its sum. */
export interface Point {
  readonly metric: string;
  readonly unit: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a histogram: upper bounds of its buckets, and how many values it holds. */
  readonly bounds: readonly number[];
  readonly count: number;
  /** 1 delta, 2 cumulative (AggregationTemporality of the protocol). */
  readonly temporality: number;
  readonly monotonic: boolean;
}

/** One export as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly resource: Readonly<Record<string, string>>;
  readonly scope: string;
  readonly points: readonly Point[];
  /** Everything decoded, as JSON: to look for what must not be there. */
  readonly text: string;
}

/** What the collector does with an export: a status, or nothing at all (a black hole). */
export type Manner = number | "silent";

/** A collector on loopback that reads OTLP by the official protocol definitions. */
export interface Collector {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Of the next exports. */
  manner: Manner;
  /** Exports that were sent, whatever became of them. */
  readonly attempts: number;
  /** Resolves with the newest arrival once it fits; rejects after the timeout. */
  until(fits: (arrival: Arrival) => boolean, timeoutMs?: number): Promise<Arrival>;
  close(): Promise<void>;
}

/** Starts a collector that answers 200 unless told otherwise. */
export async function startCollector(manner: Manner = 200): Promise<Collector> {
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  let attempts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      attempts += 1;
      if (collector.manner === "silent") return;
      if (collector.manner === 200) {
        arrivals.push(decode(Buffer.concat(chunks), request.url ?? "", request.headers));
        for (const look of waiting) look();
      }
      response.writeHead(collector.manner, { "content-type": "application/x-protobuf" });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The collector has no port.");
  const collector: Collector = {
    url: `http://127.0.0.1:${address.port}`,
    arrivals,
    manner,
    get attempts() {
      return attempts;
    },
    until: (fits, timeoutMs = patient(10_000)) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No such export within ${timeoutMs} ms. Last: ${arrivals.at(-1)?.text ?? "none"}`));
        }, timeoutMs);
        const look = (): void => {
          const newest = arrivals.at(-1);
          if (newest === undefined || !fits(newest)) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(newest);
        };
        waiting.add(look);
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

/** The sum over the points of a metric whose attributes are these, among others. */
export function total(
  points: readonly Point[],
  metric: string,
  attributes: Readonly<Record<string, string>> = {},
): number {
  return points
    .filter((point) => point.metric === metric)
    .filter((point) => Object.entries(attributes).every(([key, value]) => point.attributes[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Reads the bytes of an `ExportMetricsServiceRequest`. Throws on what the definitions do not allow. */
function decode(bytes: Buffer, path: string, headers: IncomingHttpHeaders): Arrival {
  const name = "opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest";
  const type = name
    .split(".")
    .reduce<unknown>((from, key) => (isFunction(from) ? Reflect.get(from, key) : field(from, key)), decoder);
  const read = isFunction(type) ? Reflect.get(type, "decode") : null;
  const toObject = isFunction(type) ? Reflect.get(type, "toObject") : null;
  if (!isFunction(read) || !isFunction(toObject)) throw new Error("The decoder has no such message.");
  const message = toObject(read(bytes), { longs: Number, enums: Number, defaults: true, arrays: true, oneofs: true });
  const resources = records(field(message, "resourceMetrics"));
  const scopes = resources.flatMap((one) => records(one.scopeMetrics));
  return {
    path,
    headers,
    resource: attributesOf(field(resources[0]?.resource, "attributes")),
    scope: textOrNull(field(scopes[0]?.scope, "name")) ?? "",
    points: scopes.flatMap((scope) => records(scope.metrics)).flatMap(pointsOf),
    text: JSON.stringify(message),
  };
}

function pointsOf(metric: Readonly<Record<string, unknown>>): readonly Point[] {
  const data = isRecord(metric.sum) ? metric.sum : metric.histogram;
  return records(field(data, "dataPoints")).map((point) => ({
    metric: textOrNull(metric.name) ?? "",
    unit: textOrNull(metric.unit) ?? "",
    value:
      finiteOrNull(point.value === "asInt" ? point.asInt : point.value === "asDouble" ? point.asDouble : point.sum) ??
      Number.NaN,
    attributes: attributesOf(point.attributes),
    bounds: Array.isArray(point.explicitBounds) ? point.explicitBounds.map(Number) : [],
    count: finiteOrNull(point.count) ?? 1,
    temporality: finiteOrNull(field(data, "aggregationTemporality")) ?? 0,
    monotonic: field(data, "isMonotonic") === true,
  }));
}

function attributesOf(pairs: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    records(pairs).map((pair) => [String(pair.key), String(field(pair.value, String(field(pair.value, "value"))))]),
  );
}

function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
