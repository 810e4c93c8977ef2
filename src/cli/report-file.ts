import { csvText } from "../export/csv.ts";
import { fullReport, jsonText } from "../export/json.ts";
import { exportedTurns } from "../export/turns.ts";
import { buildReport, type ReportSource, turnReport } from "../report/build.ts";
import { sourceOf } from "../sessions/file-turns.ts";
import { judgeFile } from "../sessions/judged-file.ts";
import { LineReader } from "../sessions/line-reader.ts";
import { isSessionFile, readSessionFile } from "../sessions/session-file.ts";
import { summaryOf } from "../sessions/session-summary.ts";
import { glyphs } from "../ui/glyphs.ts";
import { reportColumns } from "../ui/text/columns.ts";
import { summaryText } from "../ui/text/summary.ts";
import { TURNS_SHOWN, turnsText } from "../ui/text/turns.ts";
import { whyText } from "../ui/text/why.ts";
import { isBreak, type Verdict } from "../verdict/evidence.ts";
import { unmeasured } from "../verdict/judge.ts";
import type { CliContext } from "./context.ts";
import { checkGate } from "./gate.ts";
import { warnUnread } from "./inputs.ts";
import { localTime } from "./local-time.ts";
import { noticesOf } from "./notices.ts";
import { output } from "./output.ts";
import { Progress } from "./progress.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** `report` on one session: as `/cache-stats` shows it in Pi, of the branch that Pi would open. */
export async function reportFile(path: string, context: CliContext): Promise<Exit> {
  const { terminal, asked, cli } = context;
  const progress = new Progress(terminal, cli);
  const file = readSessionFile(path, new LineReader(), progress.lines);
  progress.end();
  if (!isSessionFile(file)) {
    warnUnread([file], context);
    return EXIT.unusable;
  }
  const judged = judgeFile(file, { since: asked.since });
  const summary = summaryOf(judged);
  if (summary.models.length === 0) {
    terminal.warn(`${cli.noTurns(asked.since === null ? null : localTime(asked.since))}\n`);
    return EXIT.unusable;
  }
  const source = sourceOf(judged, "branch", terminal.now());
  const text = await contentOf(source, context);
  if (text === null) return EXIT.unusable;
  const written = await output(text, asked, context);
  for (const notice of noticesOf({ sums: summary, sessions: [summary], copies: 0 }, cli)) {
    terminal.warn(`${notice}\n`);
  }
  return written === EXIT.ok ? checkGate(summary, context) : written;
}

/** Null where it cannot be made: why is said on standard error. */
async function contentOf(source: ReportSource, context: CliContext): Promise<string | null> {
  const { asked, words, config, cli, terminal } = context;
  if (asked.format === "text") return textOf(source, context);
  const turns = exportedTurns(source);
  const report = fullReport(source, turns);
  if (asked.format === "json") return jsonText(report);
  const text =
    asked.format === "csv"
      ? await csvText(turns)
      : await (await import("../export/html/document.ts")).htmlText(report, turns, words, config.language, false);
  if (text === null) terminal.warn(`${cli.needsPackage(asked.format === "csv" ? "csv-stringify" : "uplot")}\n`);
  return text;
}

function textOf(source: ReportSource, { asked, words, cli, config, terminal }: CliContext): string | null {
  const columns = reportColumns(terminal.columns);
  const listed = asked.limit ?? TURNS_SHOWN;
  const shown = Math.max(asked.turns ? listed : 0, SUMMARY_TURNS);
  const report = buildReport(source, shown);
  const parts = [
    summaryText(report, words, { footerTaken: false, columns, glyphs: glyphs(config.ascii), readFrom: cli.file }),
  ];
  const verdictOf = (entryId: string | null): Verdict =>
    (entryId === null ? undefined : source.verdicts?.of(entryId)) ?? unmeasured();
  if (asked.turns) parts.push(turnsText(report, words, listed, columns));
  const { turns } = source.branch;
  const explained =
    asked.why === null
      ? turns.filter(({ entryId }) => isBreak(verdictOf(entryId))).slice(-EXPLAINED)
      : turns.filter(({ number }) => number === asked.why);
  if (asked.why !== null && explained.length === 0) {
    terminal.warn(`${words.noSuchTurn(String(asked.why), turns[0]?.number ?? 0, turns.at(-1)?.number ?? 0)}\n`);
    return null;
  }
  for (const turn of explained) {
    parts.push(whyText(turnReport(turn, source), verdictOf(turn.entryId), words, { notional: false, columns }));
  }
  return `${parts.join("\n\n")}\n`;
}

/** Turns that the trend line shows. */
const SUMMARY_TURNS = 16;
/** Breaks that are explained without being asked for: the newest. */
const EXPLAINED = 3;
