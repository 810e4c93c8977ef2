import { readFile } from "node:fs/promises";
import { isRecordEntry } from "../../src/record/record-entry.ts";
import { field, isRecord } from "../../src/unknown.ts";
import { chargeDifferences, differences } from "./checks.ts";
import { chargeOf, isAnswer, requestOf } from "./copied.ts";
import { NOTHING, type SessionTruth, type Truths } from "./truth.ts";

/** What a session file has to say to what the provider knows: the differences, and how many of its turns are in our records. */
export interface FileCheck {
  readonly problems: readonly string[];
  readonly recorded: number;
}

/**
 * Holds a session file against the truth: every line an entry with an id of its own and a parent that is there, every
 * answer in its place with what the provider charged, every turn with cache activity in exactly one record.
 */
export async function checkFile(session: SessionTruth, truths: Truths): Promise<FileCheck> {
  const lines = (await readFile(session.file, "utf8")).split("\n").filter((line) => line !== "");
  const [header, ...entries] = lines.map((line): unknown => JSON.parse(line));
  const answers = entries.filter((entry) => isAnswer(field(entry, "message")));
  const records = recordedIn(entries);
  const problems = [
    ...differences("header", field(header, "id"), session.id),
    ...linkProblems(entries),
    ...answerProblems(answers, session, truths),
    ...recordProblems(answers, records, session, truths),
  ];
  return { problems: problems.map((problem) => `${session.file}: ${problem}`), recorded: records.length };
}

function linkProblems(entries: readonly unknown[]): readonly string[] {
  const ids = new Set(entries.map((entry) => field(entry, "id")));
  const orphans = entries.filter((entry) => field(entry, "parentId") !== null && !ids.has(field(entry, "parentId")));
  return [
    ...differences("entries with an id of their own", ids.size, entries.length),
    ...differences("orphans", orphans.length, 0),
  ];
}

function answerProblems(answers: readonly unknown[], session: SessionTruth, truths: Truths): readonly string[] {
  const expected = [...session.copied, ...session.turns];
  const each = answers.slice(0, expected.length).flatMap((entry, at) => {
    const message = field(entry, "message");
    const [found, number = null] = [requestOf(message), expected[at]];
    const charged = number === null ? NOTHING : truths.of(number);
    // A response that broke before its first event has no id.
    const isFound = found === number || (found === null && charged.output === 0);
    return [
      ...(isFound ? [] : differences(`request of answer ${at + 1}`, found, number)),
      ...chargeDifferences(`answer ${at + 1}`, chargeOf(field(message, "usage")), charged),
    ];
  });
  return [...differences("answers", answers.length, expected.length), ...each];
}

/** Ids of the turns in our records, in their order. */
function recordedIn(entries: readonly unknown[]): readonly unknown[] {
  return entries.filter(isRecordEntry).flatMap((entry) => {
    const data = field(entry, "data");
    const turns = isRecord(data) && Array.isArray(data.t) ? data.t : [];
    return turns.map((turn: unknown) => field(turn, "e"));
  });
}

function recordProblems(
  answers: readonly unknown[],
  records: readonly unknown[],
  session: SessionTruth,
  truths: Truths,
): readonly string[] {
  const once = new Set(records);
  const ids = new Set(answers.map((entry) => field(entry, "id")));
  const own = answers.slice(session.copied.length);
  const missing = own.filter((entry, at) => {
    const number = session.turns[at] ?? null;
    if (number === null || session.unrecorded.has(number)) return false;
    const { cacheRead, cacheWrite } = truths.of(number);
    return cacheRead + cacheWrite > 0 && !once.has(field(entry, "id"));
  });
  return [
    ...differences("turns recorded twice", records.length - once.size, 0),
    ...differences("recorded turns that are no answers", [...once].filter((id) => !ids.has(id)).length, 0),
    ...differences("turns with cache activity and without a record", missing.length, 0),
  ];
}
