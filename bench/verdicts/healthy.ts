import type { ProtocolName, Reply, Truth } from "../../test/support/provider/index.ts";
import { reportOf } from "../../test/support/truth.ts";
import { isAlarm } from "./judge.ts";
import { Stage } from "./stage.ts";

/** A long session in which nothing is wrong, and what was said of it. */
export interface HealthyRun {
  readonly protocol: ProtocolName;
  readonly turns: number;
  /** Sentences: turns called misses or changed, internal errors, and misses that the provider really had. */
  readonly alarms: readonly string[];
}

/** Responses to one prompt: nine with tool calls, some with thinking, then an answer. */
const PER_PROMPT = 10;
const PROMPTS = 34;

const replies: readonly Reply[] = Array.from({ length: PER_PROMPT }, (_, step): Reply => {
  if (step === PER_PROMPT - 1) return { text: "All read, 全部读完 😀. ".repeat(20) };
  const calls = Array.from({ length: 1 + (step % 3) }, (_, call) => ({
    name: "read",
    arguments: { path: "notes.txt", offset: 1, limit: step + call + 1 },
  }));
  const thinking = step % 3 === 0 ? { thinking: `What is next after step ${step}? `.repeat(10) } : {};
  return { ...thinking, text: `Step ${step}.`, toolCalls: calls };
});

/** Plays a healthy session of 340 turns over one protocol. */
export async function playHealthy(protocol: ProtocolName, truthOnly: boolean): Promise<HealthyRun> {
  try {
    const stage = await Stage.open(protocol);
    try {
      for (let prompt = 1; prompt <= PROMPTS; prompt++) {
        stage.simulator.enqueue(...replies);
        await stage.say(`Please read part ${prompt} 请读 😀. ${"Take your time with it. ".repeat(40)}`);
      }
      const losses = lossesOf(stage.truths);
      if (truthOnly) return { protocol, turns: stage.truths.length, alarms: losses };
      const { turns, internalErrors } = await reportOf(stage.pi);
      const alarms = turns.flatMap(({ turn, verdict, prefix }, index) => {
        const expected = index === 0 ? "baseline" : "extended";
        const relation = prefix?.relation ?? "not observed";
        const changed = relation === expected ? [] : [`turn ${turn}: ${relation} instead of ${expected}`];
        return isAlarm(verdict.outcome) ? [...changed, `turn ${turn}: ${verdict.outcome} ${verdict.cause}`] : changed;
      });
      if (internalErrors > 0) alarms.push(`${internalErrors} internal errors`);
      if (turns.length !== PROMPTS * PER_PROMPT) alarms.push(`${turns.length} turns reported`);
      return { protocol, turns: turns.length, alarms: [...losses, ...alarms] };
    } finally {
      await stage.close();
    }
  } catch (error) {
    return { protocol, turns: 0, alarms: [`broke off: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** The session is only healthy when the provider says so. */
function lossesOf(truths: readonly Truth[]): string[] {
  return truths.slice(1).flatMap(({ number, shortfall }) => (shortfall === "none" ? [] : [`${number}: ${shortfall}`]));
}
