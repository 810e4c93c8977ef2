import type { TurnReport } from "../../src/report/schema.ts";
import type { Truth } from "../../test/support/provider/index.ts";
import { reportOf } from "../../test/support/truth.ts";
import { judgeReport, judgeTruth } from "./judge.ts";
import { type Notice, piNotice } from "./pi-notice.ts";
import type { Scenario } from "./scenario.ts";
import { Stage } from "./stage.ts";

/** How a scenario ended. */
export interface Played {
  readonly scenario: Scenario;
  /** Why the scenario itself did not happen as told; then the verdict says nothing. */
  readonly wrongTruth: readonly string[];
  readonly wrong: readonly string[];
  /** Null with `truthOnly`, and when the scenario broke off. */
  readonly turn: TurnReport | null;
  readonly truth: Truth | null;
  readonly notice: Notice | null;
  readonly seconds: number;
}

/** No scenario needs nearly as long; one that hangs must not hold up the rest. */
const LIMIT_MS = 45_000;

/** Plays one scenario in a Pi of its own. Never rejects: what breaks is part of the answer. */
export async function play(scenario: Scenario, truthOnly: boolean): Promise<Played> {
  const started = performance.now();
  const end = (found: Partial<Played>): Played => ({
    ...{ scenario, wrongTruth: [], wrong: [], turn: null, truth: null, notice: null },
    ...found,
    seconds: (performance.now() - started) / 1_000,
  });
  try {
    const stage = await Stage.open(scenario.protocol, scenario.setup);
    try {
      return end(await withinLimit(perform(scenario, stage, truthOnly)));
    } finally {
      await stage.close();
    }
  } catch (error) {
    return end({ wrong: [`broke off: ${error instanceof Error ? error.message : String(error)}`] });
  }
}

async function perform(scenario: Scenario, stage: Stage, truthOnly: boolean): Promise<Partial<Played>> {
  const { expect } = scenario;
  await scenario.play(stage);
  const truth = stage.truths.at(expect.truth.request ?? -1) ?? null;
  const wrongTruth = judgeTruth(expect, stage.truths);
  const notice = await piNotice(stage.workspace, expect.turn);
  if (truthOnly) return { wrongTruth, truth, notice };
  const report = await reportOf(stage.pi);
  const turn = report.turns.at(expect.turn ?? -1) ?? null;
  return { wrongTruth, truth, notice, turn, wrong: judgeReport(expect, report) };
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  // When the limit wins, the work fails later with the Pi that is taken away from it, and nobody waits for it.
  work.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not done within ${LIMIT_MS} ms`)), LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
