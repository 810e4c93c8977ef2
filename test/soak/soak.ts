import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { field } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { act } from "./act.ts";
import { chargeDifferences, checkSession, differences } from "./checks.ts";
import { chargeOf } from "./copied.ts";
import { Drive, type DriveOptions } from "./drive.ts";
import { checkFile } from "./files.ts";
import { Plan, type PlanOptions } from "./plan.ts";
import type { Probe } from "./probe.ts";
import { KILL_MOMENTS } from "./replies.ts";
import { kill } from "./runs.ts";
import { sum } from "./truth.ts";

export interface SoakOptions extends PlanOptions, DriveOptions {
  /** Turns that one process of Pi shall make. */
  readonly turns: number;
  /** After so many milliseconds it ends, whatever it has reached. */
  readonly limitMs: number;
  /** How often further processes are killed and resumed, after that. */
  readonly kills: number;
  /** The report is compared after so many actions, and always before a session is left. */
  readonly checkEvery: number;
  readonly say?: (text: string) => void;
}

/** What a measurement in an empty new session said, and when. */
export interface Sample {
  readonly turns: number;
  readonly probe: Probe;
}

export interface SoakResult {
  /** Turns that the first process made, of all its sessions. */
  readonly turns: number;
  /** Turns with those of the processes that were killed and resumed. */
  readonly allTurns: number;
  readonly seconds: number;
  readonly happened: ReadonlyMap<string, number>;
  readonly sessions: number;
  readonly longestSession: number;
  readonly samples: readonly Sample[];
  readonly comparisons: number;
  readonly recorded: number;
}

/** What ends the instance that has counted so far. */
const LEAVING: ReadonlySet<string> = new Set([
  ...["new session", "new session in the stream", "resumed session", "fork", "reload"],
]);

/** Plays a plan and compares everything with the provider. Rejects at the first difference, with what came before it. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { bare, say = () => {} } = options;
  const drive = await Drive.open(options);
  const plan = new Plan(options);
  const [start, samples, last]: [number, Sample[], string[]] = [performance.now(), [], []];
  let [actions, comparisons] = [0, 0];
  const compare = async (): Promise<void> => {
    await checkSession(drive, bare);
    comparisons += 1;
  };
  const next = async (): Promise<string> => {
    const action = plan.next();
    last.push(action.kind === "run" ? `${action.manner} (${action.replies.length})` : action.kind);
    if (LEAVING.has(action.kind)) await compare();
    await act(drive, action);
    actions += 1;
    if (actions % options.checkEvery === 0) await compare();
    if (action.kind.startsWith("new session")) samples.push({ turns: drive.turns, probe: await drive.probe() });
    return action.kind;
  };
  const isOver = (): boolean => performance.now() - start > options.limitMs;
  try {
    await drive.start();
    let said = 0;
    for (let kind = ""; !isOver() && (drive.turns < options.turns || kind !== "run"); ) {
      kind = await next();
      if (drive.turns - said < 1_000) continue;
      said = drive.turns;
      const rate = said / ((performance.now() - start) / 1_000);
      say(`${said} turns, ${rate.toFixed(1)} a second, ${drive.sessions.length} sessions`);
    }
    await compare();
    const { turns } = drive;
    last.push("quit");
    await drive.quit();
    await drive.start(["--continue"]);
    await compare();
    for (let round = 0; round < options.kills; round++) {
      const moment = KILL_MOMENTS[round % KILL_MOMENTS.length] ?? "idle";
      last.push(`killed: ${moment}`);
      await kill(drive, moment);
      await drive.start(["--continue"]);
      await compare();
      for (let kind = ""; kind !== "run"; ) kind = await next();
      await compare();
    }
    await drive.quit();
    await drive.start(["--continue"]);
    await compare();
    await drive.quit();
    const recorded = bare ? 0 : await compareFiles(drive);
    const sessions = new Set(drive.sessions);
    return {
      ...{ turns, allTurns: drive.turns, seconds: (performance.now() - start) / 1_000, happened: drive.happened },
      ...{ sessions: sessions.size, samples, comparisons, recorded },
      longestSession: Math.max(...[...sessions].map(({ copied, turns }) => copied.length + turns.length)),
    };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new Error(`Seed ${options.seed}, after ${drive.turns} turns (${last.slice(-12).join(", ")}): ${text}`);
  } finally {
    await drive.close();
  }
}

/** All files against the truth, and the command line's sums of the folder. Returns how many turns are in our records. */
async function compareFiles(drive: Drive): Promise<number> {
  const { truths } = drive;
  const sessions = [...new Set(drive.sessions)].filter(({ copied, turns }) => copied.length + turns.length > 0);
  const checks = await Promise.all(sessions.map((session) => checkFile(session, truths)));
  const own = sessions.flatMap(({ turns }) => turns).map((number) => (number === null ? null : truths.of(number)));
  const charged = sum(own.filter((turn) => turn !== null));
  const folder = join(drive.workspace.agentDir, "sessions");
  const command = [join(PACKAGE_ROOT, "bin/pi-cache-stats.js"), "report", folder, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 2 ** 28 });
  const report: unknown = JSON.parse(stdout);
  const window = field(report, "window");
  const usage = field(window, "usage");
  const found = chargeOf({ ...Object(usage), cost: { total: field(window, "cost") } });
  const problems = [
    ...checks.flatMap((check) => check.problems),
    ...differences("files on disk", (await drive.workspace.sessionFiles()).length, sessions.length),
    ...differences("turns of the folder", field(window, "turns"), own.length),
    ...chargeDifferences("folder", found, charged),
  ];
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n"));
  return checks.reduce((all, { recorded }) => all + recorded, 0);
}
