/**
 * How the export of metrics goes. `off`: not asked for, or switched off by OpenTelemetry's own variables; `unsupported`: a
 * variable asks for what cannot be done; `missing`: the packages are not installed, as beside the single file; `failed`: the
 * exporter stopped.
 */
export const ON_STATES = ["exporting", "unsupported", "missing", "failed"] as const;
export type ExportState = "off" | (typeof ON_STATES)[number];

/** Counts of one instance, read by the report. */
export class ExportTally {
  state: ExportState = "off";
  /** Variables of OpenTelemetry that were not understood. */
  invalid: readonly string[] = [];
  /** Exports that the collector took. */
  exported = 0;
  /** Exports that it did not take. Counters are cumulative unless asked otherwise: the next export carries them. */
  dropped = 0;
}
