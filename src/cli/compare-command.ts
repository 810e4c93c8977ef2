import { jsonText } from "../export/json.ts";
import { sessionsReport } from "../report/sessions-report.ts";
import type { Sums } from "../sessions/session-summary.ts";
import { fullTokens } from "../ui/numbers.ts";
import { formatHitRate } from "../usage/hit-rate.ts";
import { type Aggregate, aggregateOf } from "../usage/ledger.ts";
import { promptTokens } from "../usage/usage.ts";
import { CAUSES } from "../verdict/cause.ts";
import { COMPARE_SCHEMA } from "../version.ts";
import type { CliContext } from "./context.ts";
import { localTime } from "./local-time.ts";
import { noticesOf } from "./notices.ts";
import { output } from "./output.ts";
import { type Range, readRange } from "./range.ts";
import { dollarsOf } from "./session-table.ts";
import { fittingTable } from "./table.ts";
import { EXIT, type Exit } from "./terminal.ts";

/** `compare`: two sessions, or two folders of them, side by side. */
export async function compare(first: string, second: string, context: CliContext): Promise<Exit> {
  const { asked, terminal } = context;
  const [a, b] = [await readRange([first], context), await readRange([second], context)];
  if (a === null || b === null) return EXIT.unusable;
  if (asked.format !== "json") return output(textOf(a, b, context), asked, context);
  const made = { now: terminal.now(), since: asked.since };
  const both = { schema: COMPARE_SCHEMA, a: sessionsReport(a, made), b: sessionsReport(b, made) };
  return output(jsonText(both), asked, context);
}

function textOf(a: Range, b: Range, { cli, words, terminal }: CliContext): string {
  const rows = [
    ...[timeRow(cli.rows.from, "firstAt", a, b), timeRow(cli.rows.to, "lastAt", a, b)],
    ...sumRows(a.sums, b.sums, cli.rows),
    ...CAUSES.filter((cause) => [a, b].some(({ sums }) => sums.breaks.byCause[cause].count > 0)).map((cause) =>
      countRow(`  ${words.causes[cause]}`, ({ breaks }) => breaks.byCause[cause].count, a.sums, b.sums),
    ),
  ];
  const columns = [
    { heading: "" },
    ...["A", "B", cli.headings.difference].map((heading) => ({ heading, isNumber: true })),
  ];
  const names = [a, b].map(({ inputs, sessions }, index) => {
    const count = inputs.isOneFile ? "" : ` (${cli.sessions(sessions.length)})`;
    return `${index === 0 ? "A" : "B"}  ${inputs.name}${count}`;
  });
  const notices = [a, b].flatMap((range, index) =>
    noticesOf(range, cli).map((notice) => `${index === 0 ? "A" : "B"}: ${notice}`),
  );
  return `${[names.join("\n"), fittingTable(columns, rows, terminal.columns), ...notices].join("\n\n")}\n`;
}

type Row = readonly [label: string, a: string, b: string, difference: string];

function sumRows(a: Sums, b: Sums, rows: CliContext["cli"]["rows"]): readonly Row[] {
  const count = (label: string, of: (window: Aggregate) => number): Row =>
    countRow(label, ({ models }) => of(aggregateOf(models)), a, b);
  const money = (label: string, of: (sums: Sums) => number | null): Row => moneyRow(label, of, a, b);
  return [
    count(rows.turns, ({ turns }) => turns),
    rateRow(rows.rate, a, b),
    count(rows.prompt, ({ usage }) => promptTokens(usage)),
    count(`  ${rows.read}`, ({ usage }) => usage.cacheRead),
    count(`  ${rows.written}`, ({ usage }) => usage.cacheWrite),
    count(`  ${rows.fresh}`, ({ usage }) => usage.input),
    count(rows.output, ({ usage }) => usage.output),
    money(rows.cost, ({ totalCost }) => totalCost),
    money(rows.saved, ({ money: { readSavings } }) => readSavings),
    money(rows.lost, ({ breaks: { total } }) => (total.count === 0 ? 0 : total.missedCost)),
    countRow(rows.missed, ({ breaks }) => breaks.total.missedTokens, a, b),
    countRow(rows.breaks, ({ breaks }) => breaks.total.count, a, b),
  ];
}

function timeRow(label: string, of: "firstAt" | "lastAt", a: Range, b: Range): Row {
  return [label, localTime(a.sums[of]), localTime(b.sums[of]), ""];
}

function countRow(label: string, of: (sums: Sums) => number, a: Sums, b: Sums): Row {
  const difference = of(b) - of(a);
  return [label, fullTokens(of(a)), fullTokens(of(b)), signed(difference, fullTokens(Math.abs(difference)))];
}

function moneyRow(label: string, of: (sums: Sums) => number | null, a: Sums, b: Sums): Row {
  const [from, to] = [of(a), of(b)];
  const difference = from === null || to === null ? null : to - from;
  const shown = difference === null ? "n/a" : signed(difference, dollarsOf(Math.abs(difference)));
  return [label, dollarsOf(from), dollarsOf(to), shown];
}

/** Rates differ by points: a part of a part says nothing. */
function rateRow(label: string, a: Sums, b: Sums): Row {
  const [from, to] = [aggregateOf(a.models).hitRate, aggregateOf(b.models).hitRate];
  const points = from === null || to === null ? null : (to - from) * 100;
  const shown = points === null ? "n/a" : signed(points, Math.abs(points).toFixed(1));
  return [label, formatHitRate(from, 1), formatHitRate(to, 1), shown];
}

function signed(difference: number, shown: string): string {
  return difference === 0 ? "=" : `${difference > 0 ? "+" : "-"}${shown}`;
}
