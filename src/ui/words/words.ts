import type { ExportState } from "../../otel/export-tally.ts";
import type { Grade } from "../../usage/grade.ts";
import type { Flag } from "../../usage/row.ts";
import type { ExportWords } from "./export-words.ts";
import type { PanelWords } from "./panel-words.ts";
import type { PrefixWords } from "./prefix-words.ts";
import type { VerdictWords } from "./verdict-words.ts";

/** Everything the commands say, in one language. A missing key does not compile. */
export interface Words extends PrefixWords, VerdictWords, PanelWords, ExportWords {
  readonly title: string;
  readonly session: string;
  readonly sinceReset: string;
  readonly run: string;
  readonly branch: string;
  readonly latest: string;
  readonly trend: string;
  readonly grades: Readonly<Record<Grade, string>>;
  readonly lastTurns: (count: number) => string;
  readonly speed: string;
  readonly cost: string;
  readonly models: string;
  readonly refreshes: string;
  readonly compaction: string;
  readonly branchSummary: string;
  readonly nested: string;
  readonly refused: string;
  readonly notice: string;
  readonly turns: (count: number) => string;
  /** Some of the turns are of models that report no cache numbers. */
  readonly turnsOfWhichUnrated: (count: number, unrated: number) => string;
  /** "9,900 of 10,207 prompt tokens from cache". */
  readonly fromCache: (read: string, prompt: string) => string;
  /** "prefix: changed". */
  readonly labelled: (label: string, text: string) => string;
  /** Several parts of one statement. */
  readonly listed: (parts: readonly string[]) => string;
  readonly turnNumber: (turn: number) => string;
  /** "prompt 10,207 = 7 new + 9,900 cached + 300 written". */
  readonly promptParts: (prompt: string, fresh: string, read: string, written: string) => string;
  readonly noPromptTokens: (stopReason: string) => string;
  readonly noTurns: string;
  /** Turns without prompt tokens: failed or aborted before usage arrived. */
  readonly withoutUsage: (count: number) => string;
  readonly notReporting: string;
  readonly silentModel: (model: string) => string;
  readonly costOfTurns: (amount: string) => string;
  readonly costInAll: (amount: string) => string;
  readonly overWholeRequest: string;
  readonly firstToken: (seconds: string) => string;
  readonly refreshCount: (count: number, tokens: string) => string;
  readonly sideTokens: (prompt: string, output: string) => string;
  readonly refusedList: (count: number, newest: string) => string;
  readonly inclusive: (model: string, rate: string) => string;
  readonly flags: Readonly<Record<Flag, string>>;
  readonly invalidConfig: (names: string) => string;
  /** Why metrics are switched on and not exported. */
  readonly metricsState: Readonly<Record<Exclude<ExportState, "off" | "exporting">, string>>;
  /** Exports that the collector did not take. */
  /** Exports that the collector took. */
  readonly metricsExported: (count: number) => string;
  readonly metricsDropped: (count: number) => string;
  readonly unreadableRecords: (count: number) => string;
  readonly internalErrors: (count: number) => string;
  readonly disabledNotice: string;
  readonly footerTaken: string;
  readonly commandShared: string;
  readonly columns: readonly [
    turn: string,
    time: string,
    rate: string,
    prompt: string,
    read: string,
    written: string,
    fresh: string,
    output: string,
    speed: string,
    note: string,
  ];
  readonly earlierTurns: (count: number) => string;
  readonly enabled: string;
  readonly alreadyEnabled: string;
  readonly disabled: string;
  readonly alreadyDisabled: string;
  readonly reset: string;
  readonly reportWritten: (path: string) => string;
  readonly reportNotWritten: (path: string, code: string) => string;
  readonly usage: (word: string, commands: string) => string;
  readonly notACount: (word: string) => string;
  readonly failed: string;
  readonly describe: Readonly<Record<Subcommands, string>>;
}

type Subcommands = "turns" | "why" | "prefix" | "diff" | "panel" | "export" | "json" | "enable" | "disable" | "reset";
