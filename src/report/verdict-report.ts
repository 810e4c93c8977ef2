import type { CacheClock } from "../verdict/clock.ts";
import type { Verdict } from "../verdict/evidence.ts";
import type { SessionVerdicts } from "../verdict/session-verdicts.ts";
import { evidenceText } from "./evidence-text.ts";
import { isoTime } from "./iso-time.ts";
import type { Report, VerdictReport } from "./schema.ts";

/** A verdict as the contract has it: its evidence in sentences. */
export function verdictReport(verdict: Verdict): VerdictReport {
  return { ...verdict, also: [...verdict.also], evidence: verdict.evidence.map(evidenceText) };
}

/** Breaks of the window, all causes listed. */
export function breaksReport({ total, byCause }: SessionVerdicts["breaks"]): Report["breaks"] {
  return { ...total, byCause: { ...byCause } };
}

/** The cache clock with its times as the contract writes them. */
export function clockReport(clock: CacheClock): Report["clock"] {
  return { ...clock, lastStart: isoTime(clock.lastStart), expiresAt: isoTime(clock.expiresAt) };
}
