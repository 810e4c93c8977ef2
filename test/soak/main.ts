/**
 * Hard days: one real Pi process makes many turns in sessions of up to 1,000, with faults all the while, and everything is
 * compared with what the provider charged. Ends with 1 at the first difference, and when it did not get as far as asked.
 */
import { parseArgs } from "node:util";
import { growth, leftovers } from "./memory.ts";
import { rareOf } from "./rare.ts";
import { type Sample, soak } from "./soak.ts";

const USAGE = `Usage: npm run test:soak -- [--turns N] [--seed S] [--minutes M] [--without]
  --turns     turns in one Pi process; default 20000
  --seed      of the plan; default a new one, which is printed
  --minutes   stop then, whatever was reached; default 60
  --without   play the same plan without the extension: how Pi's own memory goes`;

/** Most that the heap in empty sessions may grow over half of the run, in bytes. */
const GROWTH_LIMIT = 4e6;

function readOptions(): { turns: number; seed: number; minutes: number; bare: boolean } | string {
  const text = { type: "string" } as const;
  const options = {
    turns: text,
    seed: text,
    minutes: text,
    without: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (values.help === true) return "";
    const { turns = "20000", seed = String(Date.now() % 1_000_000), minutes = "60" } = values;
    const numbers = { turns: Number(turns), seed: Number(seed), minutes: Number(minutes) };
    const bad = Object.entries(numbers).find(([, value]) => !Number.isFinite(value) || value < 0);
    return bad === undefined ? { ...numbers, bare: values.without === true } : `--${bad[0]} is not a number.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What is left behind, and how the heap went; too few samples are a failure, since they say nothing. */
function memory(samples: readonly Sample[], check: (is: boolean, what: string) => void): void {
  if (samples.length < 4) {
    check(false, `memory: ${samples.length} samples are too few`);
    return;
  }
  const left = leftovers(samples);
  check(left.length === 0, `no timer or listener is left${left.length > 0 ? `, but ${left.join(", ")}` : ""}`);
  const sizes = samples.map(({ turns, probe }) => `${turns}: ${(probe.heapUsed / 1e6).toFixed(1)}`);
  console.log(`     heap in empty sessions after so many turns, MB: ${sizes.join(", ")}`);
  const [grown, limit] = [growth(samples), GROWTH_LIMIT / 1e6];
  const what = `heap grown by ${(grown / 1e6).toFixed(2)} MB from the second quarter to the last (limit ${limit} MB)`;
  check(grown <= GROWTH_LIMIT, what);
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === "string") {
    console.log(`${options}\n${USAGE}`);
    return options === "" ? 0 : 2;
  }
  const { turns, seed, minutes, bare } = options;
  console.log(`seed ${seed}, ${turns} turns, at most ${minutes} minutes${bare ? ", without the extension" : ""}`);
  const result = await soak({
    ...{ seed, turns, bare, limitMs: minutes * 60_000, kills: bare ? 0 : 8, checkEvery: 20 },
    ...{ sessionTurns: 1_000, rounds: 12, events: 0.35, contextTokens: 9_000, say: (said) => console.log(said) },
  });
  const problems: string[] = [];
  const check = (is: boolean, what: string): void => {
    console.log(`${is ? "ok  " : "FAIL"} ${what}`);
    if (!is) problems.push(what);
  };
  const [seconds, rate] = [result.seconds.toFixed(0), (result.allTurns / result.seconds).toFixed(1)];
  check(result.turns >= turns, `${result.turns} turns of ${turns} in one process of Pi`);
  console.log(`     ${result.allTurns} turns in all, ${seconds} s, ${rate} a second`);
  console.log(`     ${result.sessions} sessions, the longest of ${result.longestSession} turns`);
  console.log(`     ${[...result.happened].map(([what, times]) => `${what} ${times}`).join(", ")}`);
  const rare = rareOf(result.happened, Math.floor(turns / 2_000), { kills: !bare });
  check(
    rare.length === 0,
    `every kind of fault at least ${Math.floor(turns / 2_000)} times${rare.length > 0 ? `, but ${rare.join(", ")}` : ""}`,
  );
  if (!bare) {
    check(true, `${result.comparisons} reports equal what the provider charged; no internal error, no damaged record`);
    check(true, `all session files and the sums of the command line as well; ${result.recorded} turns in records`);
  }
  memory(result.samples, check);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main();
