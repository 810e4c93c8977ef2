import { readFile } from "node:fs/promises";
import { Value } from "typebox/value";
import { type Report, ReportSchema } from "../src/report/schema.ts";
import { startTerminal, type TerminalPi } from "../test/support/pi/terminal.ts";
import type { Workspace } from "../test/support/pi/workspace.ts";
import type { ProviderSimulator, Truth } from "../test/support/provider/index.ts";
import { footerRates, trueRate } from "../test/support/truth.ts";
import { CONVERSATION, RESPONSES } from "./conversation.ts";

export interface ScriptOptions {
  readonly provider: string;
  readonly model: string;
  readonly columns: number;
  readonly print: (line: string) => void;
}

/**
 * Plays the conversation in a pseudo-terminal and prints the last screen, the report and a comparison with what the
 * provider knows. Resolves with whether every rate shown is the provider's.
 */
export async function playScript(
  workspace: Workspace,
  simulator: ProviderSimulator,
  { provider, model, columns, print }: ScriptOptions,
): Promise<boolean> {
  const pi = await startTerminal(workspace, { provider, model, columns, rows: 40 });
  try {
    let answered = 0;
    for (const { prompt, replies } of CONVERSATION) {
      simulator.enqueue(...replies);
      await pi.enter(prompt);
      answered += replies.length;
      await simulator.waitForRequest(answered);
      await waitForRates(pi, simulator.requests);
    }
    await pi.enter("/cache-stats");
    const screen = await pi.waitFor((rows) => rows.some((row) => row.includes("latest turn")));
    print(`The last screen, ${columns} columns:`);
    for (const row of trimmed(screen)) print(`  ${row}`.trimEnd());
    const report = await machineReport(pi);
    return compare(report, simulator.requests, screen, print);
  } finally {
    await pi.stop();
  }
}

async function waitForRates(pi: TerminalPi, truths: readonly Truth[]): Promise<void> {
  const { session, latest } = footerRates(truths);
  await pi.waitFor((rows) => rows.some((row) => row.includes(`◆ ${session} ◇ ${latest} `)));
}

/** In the terminal `/cache-stats json` writes a file; long paths wrap, so the rows are joined before looking for it. */
async function machineReport(pi: TerminalPi): Promise<Report> {
  await pi.enter("/cache-stats json");
  const written = /Report written to (\S+?\.json)/;
  const joined = (rows: readonly string[]): string => rows.map((row) => row.trim()).join("");
  const screen = await pi.waitFor((rows) => written.test(joined(rows).replaceAll("written to/", "written to /")));
  const path = written.exec(joined(screen).replaceAll("written to/", "written to /"))?.[1] ?? "";
  const report: unknown = JSON.parse(await readFile(path, "utf8"));
  if (!Value.Check(ReportSchema, report)) throw new Error("the report does not follow its schema");
  return report;
}

function compare(
  report: Report,
  truths: readonly Truth[],
  screen: readonly string[],
  print: (line: string) => void,
): boolean {
  print("");
  print("turn  shown    provider  read of prompt tokens");
  let right = report.turns.length === RESPONSES && truths.length === RESPONSES;
  truths.forEach((truth, index) => {
    const shown = report.turns[index]?.hitRate ?? null;
    right &&= shown === truth.hitRate;
    const cells = [String(index + 1).padStart(4), percent(shown).padStart(7), percent(truth.hitRate).padStart(9)];
    print(`${cells.join("  ")}  ${truth.readTokens} of ${truth.promptTokens}`);
  });
  const session = trueRate(truths);
  const { session: footerSession, latest } = footerRates(truths);
  right &&= report.window.hitRate === session && screen.join("\n").includes(`◆ ${footerSession} ◇ ${latest} `);
  print(` all  ${percent(report.window.hitRate).padStart(7)}  ${percent(session).padStart(9)}`);
  print(right ? "Every rate shown is the provider's." : "WRONG: a rate shown is not the provider's.");
  return right;
}

function percent(rate: number | null): string {
  return rate === null ? "n/a" : `${(rate * 100).toFixed(2)}%`;
}

function trimmed(screen: readonly string[]): readonly string[] {
  const last = screen.findLastIndex((row) => row.trim() !== "");
  return screen.slice(0, last + 1);
}
