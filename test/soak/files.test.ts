import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { RECORD_TYPE } from "../../src/record/record-entry.ts";
import { checkFile } from "./files.ts";
import { type SessionTruth, Truths } from "./truth.ts";

const CHARGE = { input: 1, output: 2, cacheRead: 30, cacheWrite: 4, cost: 0.5 };

let folder: string;
let session: SessionTruth;
let truths: Truths;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "soak-files-"));
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };
  session = {
    ...{ id: "s", file: join(folder, "s.jsonl"), copied: [], copiedSummaries: nothing },
    ...{ turns: [1, 2, null], summaries: [], unrecorded: new Set() },
  };
  truths = new Truths();
  for (const number of [1, 2]) truths.charged.set(number, { ...CHARGE, number, outcome: "completed" });
});

afterEach(() => rm(folder, { recursive: true }));

function answer(id: string, parentId: string | null, request: number | null, usage: object = {}): object {
  const whole = { input: 1, output: 2, cacheRead: 30, cacheWrite: 4, cost: { total: 0.5 }, ...usage };
  const responseId = request === null ? {} : { responseId: `msg_abc_${request}` };
  return { type: "message", id, parentId, message: { role: "assistant", usage: whole, ...responseId } };
}

function record(id: string, parentId: string, ...turns: readonly string[]): object {
  return { type: "custom", id, parentId, customType: RECORD_TYPE, data: { t: turns.map((e) => ({ e })) } };
}

const EMPTY = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } };
const ABORTED = answer("c", "b", null, EMPTY);

/** What is wrong with a file of these entries, without its path. */
async function problemsOf(...entries: readonly object[]): Promise<readonly string[]> {
  const lines = [{ type: "session", id: "s" }, ...entries].map((entry) => JSON.stringify(entry));
  await writeFile(session.file, `${lines.join("\n")}\n`);
  return (await checkFile(session, truths)).problems.map((problem) => problem.slice(session.file.length + 2));
}

it("finds nothing in a file that holds what the provider charged", async () => {
  const all = [answer("a", null, 1), answer("b", "a", 2), ABORTED, record("d", "c", "a", "b", "c")];
  expect(await problemsOf(...all)).toEqual([]);
});

it("names an answer that is missing, one out of place and one of another size", async () => {
  expect(await problemsOf(answer("a", null, 1), answer("b", "a", 2), record("d", "b", "a", "b"))).toEqual([
    "answers: found 2, expected 3",
  ]);
  expect(await problemsOf(answer("a", null, 2), answer("b", "a", 1), ABORTED, record("d", "c", "a", "b", "c"))).toEqual(
    ["request of answer 1: found 2, expected 1", "request of answer 2: found 1, expected 2"],
  );
  const dear = answer("b", "a", 2, { cacheRead: 31, cost: { total: 0.6 } });
  expect(await problemsOf(answer("a", null, 1), dear, ABORTED, record("d", "c", "a", "b", "c"))).toEqual([
    "answer 2: cacheRead: found 31, expected 30",
    "answer 2: cost: found 0.6, expected 0.5",
  ]);
});

it("names turns without a record or with two, unless they cannot have one, and entries that hang nowhere", async () => {
  const answers = [answer("a", null, 1), answer("b", "a", 2), ABORTED];
  expect(await problemsOf(...answers, record("d", "c", "a"))).toEqual([
    "turns with cache activity and without a record: found 1, expected 0",
  ]);
  expect(await problemsOf(...answers, record("d", "lost", "a", "b", "b"))).toEqual([
    "orphans: found 1, expected 0",
    "turns recorded twice: found 1, expected 0",
  ]);
  session.unrecorded.add(2);
  expect(await problemsOf(...answers, record("d", "c", "a"))).toEqual([]);
});
