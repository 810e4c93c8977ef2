import { expect, it } from "vitest";
import { growth, leftovers } from "../soak/memory.ts";
import { rareOf } from "../soak/rare.ts";
import { soak } from "../soak/soak.ts";

const SEED = 1;

it("counts hard days right: faults of all kinds in one process of Pi, and processes that were killed", async () => {
  const result = await soak({
    ...{ seed: SEED, turns: 300, limitMs: 240_000, kills: 4, checkEvery: 8 },
    ...{ sessionTurns: 60, rounds: 4, events: 0.7, contextTokens: 2_700, bare: false },
  });
  const seconds = result.seconds.toFixed(0);
  console.log(`soak: seed ${SEED}, ${result.allTurns} turns in ${seconds} s, ${result.comparisons} reports compared`);
  expect(result.turns).toBeGreaterThanOrEqual(300);
  expect(rareOf(result.happened, 1, { kills: true })).toEqual([]);
  expect(leftovers(result.samples)).toEqual([]);
  expect(growth(result.samples)).toBeLessThan(8e6);
}, 300_000);
