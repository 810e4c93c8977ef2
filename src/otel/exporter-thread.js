/**
 * The worker that holds OpenTelemetry's SDK. On a thread of its own the SDK costs Pi's thread no time to load, its timers and
 * sockets do not keep Pi alive, and its globals are not those of other extensions. It is JavaScript because Node strips types
 * from no file inside node_modules, where this package usually lies.
 */
import { parentPort, workerData } from "node:worker_threads";

/**
 * @typedef {import("./exporter-messages.ts").ToThread} ToThread
 * @typedef {import("./exporter-messages.ts").FromThread} FromThread
 * @typedef {import("./exporter-messages.ts").ThreadData} ThreadData
 * @typedef {import("@opentelemetry/sdk-metrics").PushMetricExporter} PushMetricExporter
 */

if (parentPort === null) throw new Error("exporter-thread.js is a worker.");
const port = parentPort;
/** @type {ThreadData} */
const { intervalMs, instruments, scope, resource } = workerData;

/** @param {FromThread} message */
const tell = (message) => port.postMessage(message);

const { OTLPMetricExporter } = await import("@opentelemetry/exporter-metrics-otlp-proto");
const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
  "@opentelemetry/resources"
);
const { MeterProvider, PeriodicExportingMetricReader } = await import("@opentelemetry/sdk-metrics");

/** Sends one export and tells how it went. ExportResultCode.SUCCESS is 0. */
/** @type {(exporter: PushMetricExporter) => PushMetricExporter["export"]} */
const telling = (exporter) => (metrics, done) => {
  tell({ kind: "sending" });
  exporter.export(metrics, (result) => {
    tell({ kind: "sent", ok: result.code === 0 });
    done(result);
  });
};

const official = new OTLPMetricExporter();
const exporter = {
  export: telling(official),
  forceFlush: () => official.forceFlush(),
  shutdown: () => official.shutdown(),
  /** @type {NonNullable<PushMetricExporter["selectAggregationTemporality"]>} */
  selectAggregationTemporality: (type) => official.selectAggregationTemporality(type),
};
const reader = new PeriodicExportingMetricReader({
  exporter,
  exportIntervalMillis: intervalMs,
  // The exporter has a timeout of its own, OTEL_EXPORTER_OTLP_TIMEOUT; the reader's must not be longer than the interval.
  exportTimeoutMillis: Math.min(30_000, intervalMs),
});
const provider = new MeterProvider({
  readers: [reader],
  // The variables of the environment win. No detector that looks at the machine, the process or the user.
  resource: defaultResource()
    .merge(resourceFromAttributes(resource))
    .merge(detectResources({ detectors: [envDetector] })),
});
const meter = provider.getMeter(scope.name, scope.version);

/** @type {Map<string, (value: number, attributes: Record<string, string>) => void>} */
const recorders = new Map();
for (const [name, { kind, unit, description, buckets }] of Object.entries(instruments)) {
  if (kind === "counter") {
    const counter = meter.createCounter(name, { unit, description });
    recorders.set(name, (value, attributes) => counter.add(value, attributes));
  } else {
    const advice = buckets === undefined ? {} : { explicitBucketBoundaries: [...buckets] };
    const histogram = meter.createHistogram(name, { unit, description, advice });
    recorders.set(name, (value, attributes) => histogram.record(value, attributes));
  }
}

let flushing = false;
let again = false;
/** Exports now, or once more when the export under way has ended: several wishes meanwhile are one. */
async function flush() {
  again = true;
  if (flushing) return;
  flushing = true;
  while (again) {
    again = false;
    // Failures have been told; what else is thrown says nothing more.
    await reader.forceFlush().catch(() => undefined);
  }
  flushing = false;
}

/**
 * The last export, beside any that still waits for its retry. With so short a timeout the exporter tries once.
 * @param {number} withinMs
 */
async function finish(withinMs) {
  const last = new OTLPMetricExporter({ timeoutMillis: withinMs });
  const { resourceMetrics } = await reader.collect();
  const done = () => tell({ kind: "finished" });
  if (resourceMetrics.scopeMetrics.length === 0) done();
  else telling(last)(resourceMetrics, done);
}

port.on("message", (/** @type {ToThread} */ message) => {
  if (message.kind === "flush") void flush();
  else if (message.kind === "finish") finish(message.withinMs).catch(() => tell({ kind: "finished" }));
  else for (const { metric, value, attributes } of message.measurements) recorders.get(metric)?.(value, attributes);
});
tell({ kind: "ready" });
