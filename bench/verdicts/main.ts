/**
 * Verdicts against the truth: plays scenarios with a known end in the real Pi against the simulated provider, and fails
 * when a verdict is wrong or a healthy session raises an alarm. Run: npm run bench:verdicts [-- --only TEXT] [--jobs N]
 * [--json] [--truth-only]
 */
import { parseArgs } from "node:util";
import type { ProtocolName } from "../../test/support/provider/index.ts";
import { type HealthyRun, playHealthy } from "./healthy.ts";
import { type Played, play } from "./play.ts";
import { pool } from "./pool.ts";
import { SCENARIOS } from "./scenarios/index.ts";
import { Stage } from "./stage.ts";
import { resultOf, table, totals } from "./table.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];
const HEALTHY = "healthy session";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    "truth-only": { type: "boolean", default: false },
  },
});
const truthOnly = values["truth-only"];
const chosen = SCENARIOS.filter(({ name, protocol }) => `${name} ${protocol}`.includes(values.only));
const healthyProtocols = PROTOCOLS.filter((protocol) => `${HEALTHY} ${protocol}`.includes(values.only));

const progress = (mark: string): void => void (process.stderr.isTTY && process.stderr.write(mark));
const played: Played[] = [];
const healthy: HealthyRun[] = [];
const started = performance.now();
// The long ones first: what is left for the end is then short.
const jobs = [
  ...healthyProtocols.map((protocol) => async () => {
    healthy.push(await playHealthy(protocol, truthOnly));
    progress("h");
  }),
  ...chosen.map((scenario) => async () => {
    played.push(await play(scenario, truthOnly));
    progress(".");
  }),
];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void Stage.closeAll().finally(() => process.exit(1)));
}
await pool(jobs, Number(values.jobs) || 1);
progress("\n");
const seconds = (performance.now() - started) / 1_000;
played.sort((a, b) => chosen.indexOf(a.scenario) - chosen.indexOf(b.scenario));

const wrong = played.filter((one) => resultOf(one) !== "right");
const alarms = healthy.flatMap(({ protocol, alarms }) => alarms.map((alarm) => `${protocol}: ${alarm}`));
if (values.json) {
  const scenarios = played.map((one) => ({
    name: one.scenario.name,
    protocol: one.scenario.protocol,
    expected: one.scenario.expect,
    verdict: one.turn?.verdict ?? null,
    divergence: one.turn?.prefix?.divergence ?? null,
    truth: one.truth && { prompt: one.truth.promptTokens, read: one.truth.readTokens, shortfall: one.truth.shortfall },
    notice: one.notice,
    result: resultOf(one),
    seconds: one.seconds,
  }));
  console.log(JSON.stringify({ seconds, scenarios, healthy }, null, 2));
} else {
  console.log(table(played));
  for (const alarm of alarms) console.log(`ALARM ${alarm}`);
  console.log(`\n${totals(played, healthy)}. ${seconds.toFixed(0)} s.`);
}
process.exitCode = wrong.length + alarms.length === 0 && played.length + healthy.length > 0 ? 0 : 1;
