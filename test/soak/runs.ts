import { field } from "../../src/unknown.ts";
import type { Reply } from "../support/provider/index.ts";
import type { Drive } from "./drive.ts";
import type { Action } from "./plan.ts";
import { type KillMoment, repliesUntil, SLOW_SIGN, SLOW_TOOL_NAME } from "./replies.ts";

/** Prompts, meddles as planned, and waits until Pi is idle again. Rejects when Pi made more or fewer turns than planned. */
export async function play(drive: Drive, { manner, replies }: Extract<Action, { kind: "run" }>): Promise<void> {
  const { pi, session } = drive;
  const [turns, summaries] = [session.turns.length, session.summaries.length];
  const { asked, settled } = await prompt(drive, replies);
  switch (manner) {
    case "aborted before the head":
      await asked;
      await pi.send({ type: "abort" });
      break;
    case "aborted in the stream":
      await Promise.all([asked, streaming(drive)]);
      await pi.send({ type: "abort" });
      break;
    case "aborted in a tool":
      await Promise.all([asked, slowTool(drive)]);
      await pi.send({ type: "abort" });
      break;
    case "command in the stream":
      await streaming(drive);
      await pi.command(drive.bare ? "/soak-probe" : "/cache-stats json 1");
      break;
    case "steered in the stream":
      await streaming(drive);
      await pi.send({ type: "steer", message: "Rather do it the other way round." });
      break;
  }
  await settled.catch(async (error: unknown) => {
    throw new Error(`${String(error)}\n${await stateOf(drive, turns)}`);
  });
  drive.count(manner);
  if (session.summaries.length > summaries) drive.count("automatic compaction");
  const made = session.turns.length - turns;
  if (made !== replies.length)
    throw new Error(`A run (${manner}) of ${replies.length} turns made ${made}: ${pi.stderr}`);
  // Pi writes the turn that would have followed the tool as an aborted one.
  if (manner === "aborted in a tool") session.turns.push(null);
}

/** Opens a new session while a response streams: Pi aborts its run. */
export async function replaceInStream(drive: Drive, replies: readonly Reply[]): Promise<void> {
  const { asked } = await prompt(drive, replies);
  await Promise.all([asked, streaming(drive)]);
  await drive.pi.send({ type: "new_session" });
  await drive.opened();
}

/** A run in which Pi is killed at that moment. Unless it had settled, its turns are in no record. */
export async function kill(drive: Drive, moment: KillMoment): Promise<void> {
  const { session } = drive;
  const before = session.turns.length;
  const { asked, settled } = await prompt(drive, repliesUntil(moment));
  await asked;
  if (moment === "stream") await streaming(drive);
  if (moment === "tool") await slowTool(drive);
  if (moment === "idle") await settled;
  await drive.kill();
  // Pi writes a turn when its response is complete.
  if (moment === "head" || moment === "stream") session.turns.pop();
  if (moment !== "idle") for (const turn of session.turns.slice(before)) session.unrecorded.add(turn);
  drive.count(`killed: ${moment}`);
}

/** Where a run that does not end stands. */
async function stateOf({ pi, truths, session }: Drive, before: number): Promise<string> {
  const probe = await pi.command("/soak-probe").catch(String);
  return `${session.turns.length - before} requests arrived, ${truths.left} replies are left. The process: ${probe}`;
}

async function prompt(
  drive: Drive,
  replies: readonly Reply[],
): Promise<{ asked: Promise<void>; settled: Promise<unknown> }> {
  const asked = drive.truths.plan(replies);
  const settled = drive.pi.next(({ type }) => type === "agent_settled");
  // Not everyone waits for it: a run may be killed.
  settled.catch(() => undefined);
  await drive.pi.send({ type: "prompt", message: "Go on with the next part, please." });
  return { asked, settled };
}

/** The slow response has begun: Pi may still be telling of the one before. */
async function streaming({ pi }: Drive): Promise<void> {
  await pi.next(({ assistantMessageEvent }) => {
    const delta = field(assistantMessageEvent, "delta");
    return typeof delta === "string" && delta.includes(SLOW_SIGN);
  });
}

async function slowTool({ pi }: Drive): Promise<void> {
  await pi.next(({ type, toolName }) => type === "tool_execution_start" && toolName === SLOW_TOOL_NAME);
}
