import { exportWords } from "./export-en.ts";
import { panelWords } from "./panel-en.ts";
import { prefixWords } from "./prefix-en.ts";
import { verdictWords } from "./verdict-en.ts";
import type { Words } from "./words.ts";

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** All texts in English. */
export const words: Words = {
  ...prefixWords,
  ...verdictWords,
  ...panelWords,
  ...exportWords,
  title: "Prompt cache",
  session: "session",
  sinceReset: "since reset",
  run: "current run",
  branch: "this branch",
  latest: "latest turn",
  trend: "trend",
  grades: { good: "good", watch: "watch", poor: "poor" },
  lastTurns: (count) => `last ${count} turns`,
  speed: "speed",
  cost: "cost",
  models: "by model",
  refreshes: "refreshes",
  compaction: "compaction",
  branchSummary: "branch summary",
  nested: "subagents",
  refused: "refused",
  notice: "note",
  turns: (count) => plural(count, "turn", "turns"),
  turnsOfWhichUnrated: (count, unrated) => `${plural(count, "turn", "turns")}, ${unrated} without cache numbers`,
  fromCache: (read, prompt) => `${read} of ${prompt} prompt tokens from cache`,
  labelled: (label, text) => `${label}: ${text}`,
  listed: (parts) => parts.join(", "),
  turnNumber: (turn) => `turn ${turn}`,
  promptParts: (prompt, fresh, read, written) =>
    `prompt ${prompt} = ${fresh} new + ${read} cached + ${written} written`,
  noPromptTokens: (stopReason) => `no prompt tokens reported (${stopReason})`,
  noTurns: "no turns in this range",
  withoutUsage: (count) => `${plural(count, "turn", "turns")} without usage (failed or aborted), not in any rate`,
  notReporting: "no cache numbers so far",
  silentModel: (model) => `${model} has reported no cache numbers so far; its turns are in no rate`,
  costOfTurns: (amount) => `${amount} for turns`,
  costInAll: (amount) => `${amount} with everything else in this list`,
  overWholeRequest: "over the whole request",
  firstToken: (seconds) => `first token after ${seconds} s`,
  refreshCount: (count, tokens) =>
    `${plural(count, "request", "requests")} outside the conversation, ${tokens} tokens read`,
  sideTokens: (prompt, output) => `prompt ${prompt}, output ${output} tokens; not a turn`,
  refusedList: (count, newest) =>
    `${plural(count, "request", "requests")} answered 400, unclassified; newest ${newest}`,
  inclusive: (model, rate) =>
    `${model} seems to count cached tokens inside input; the true rate of its newest turn may be ${rate}`,
  flags: {
    "usage-missing": "a response came without usage",
    "usage-malformed": "a usage field was missing or no number; it counts as 0",
    "input-negative": "a negative input count; it counts as 0",
    "inclusive-input-suspected": "a provider may count cached tokens inside input",
    "not-reporting": "a model reports no cache numbers; its turns are in no rate",
    "cost-missing": "a row without cost; priced from the model where it has a price",
  },
  invalidConfig: (names) => `value not understood, not used: ${names}`,
  metricsState: {
    unsupported: "metrics are not exported: only http/protobuf to an http or https address is spoken",
    missing:
      "metrics are not exported: OpenTelemetry's packages are not installed; pi install npm:pi-cache-stats brings them",
    failed: "metrics are not exported: the exporter stopped",
  },
  metricsExported: (count) => `metrics: ${plural(count, "export", "exports")} taken by the collector`,
  metricsDropped: (count) =>
    `metrics: ${count} ${count === 1 ? "export" : "exports"} dropped, no collector took ${count === 1 ? "it" : "them"}`,
  unreadableRecords: (count) =>
    `${plural(count, "record", "records")} in the session file damaged, of another version or of a second copy of this extension; ignored`,
  internalErrors: (count) => `internal errors: ${count}`,
  disabledNotice: "off: turns are not counted in the current run; /cache-stats enable",
  footerTaken: "another extension has set the footer since; /cache-stats enable takes it back",
  commandShared:
    "another command is called cache-stats too (is this extension loaded twice?), so Pi numbers them: write the name you just used wherever a text says /cache-stats",
  columns: ["turn", "time", "rate", "prompt", "cached", "written", "new", "output", "speed", ""],
  earlierTurns: (count) => `${plural(count, "earlier turn", "earlier turns")} not shown`,
  enabled: "cache-stats is on.",
  alreadyEnabled: "cache-stats is on already.",
  disabled:
    "cache-stats is off: it watches no request and shows no footer, until /cache-stats enable or the next session.",
  alreadyDisabled: "cache-stats is off already; /cache-stats enable turns it on.",
  reset: "Statistics start from here, until the session is opened again. Its file is unchanged.",
  reportWritten: (path) => `Report written to ${path}`,
  reportNotWritten: (path, code) => `The report could not be written to ${path} (${code}).`,
  usage: (word, commands) => `Unknown: ${word}. Usage: /cache-stats [${commands}]`,
  notACount: (word) => `${word} is not a number of turns; give a whole number from 1.`,
  failed: "cache-stats could not answer; the fault is counted under internal errors.",
  describe: {
    turns: "Table of the branch's turns; turns n for the last n",
    why: "One turn explained: what broke, where, what it cost; why n for turn n",
    prefix: "The last request, part by part",
    diff: "The changed text, on your screen",
    panel: "Every turn on the whole screen: move through them, open one",
    export: "A file for a spreadsheet, a program or a browser",
    json: "Machine report; json n for the last n turns",
    enable: "Measure again",
    disable: "Stop measuring and take the footer away",
    reset: "Start the statistics from here",
  },
};
