import { describe, expect, it } from "vitest";
import { SessionTurns } from "../../../src/ui/panel/session-turns.ts";
import { FakeSession, type Tokens } from "../../support/fake-pi.ts";
import { watched } from "../../support/panel.ts";

const HIT: Tokens = [10, 5, 9_990, 0];
const MISS: Tokens = [9_000, 5, 1_000, 0];
/** Entries are read in the order of the session: a question before each answer. */
function ask(session: FakeSession, tokens: Tokens): string {
  session.append({ type: "message", message: { role: "user", content: "SECRET QUESTION" } });
  return session.appendTurn(tokens);
}

function opened(session: FakeSession, kept?: number) {
  const { monitor, host } = watched(session, kept);
  const turns = new SessionTurns(monitor, host);
  turns.update();
  const numbers = (range: "branch" | "file") => turns.of(range).turns.map(({ number }) => number);
  return { monitor, host, turns, numbers };
}

/** A session that went back to its second turn, and on from there. */
function forked(): FakeSession {
  const session = new FakeSession();
  ask(session, HIT);
  const second = ask(session, HIT);
  ask(session, HIT);
  ask(session, MISS);
  session.moveTo(second);
  ask(session, HIT);
  return session;
}

describe("the turns of a branch", () => {
  it("are those that led to where the user is, with their numbers from the root", () => {
    const { turns, numbers } = opened(forked());
    expect(numbers("branch")).toEqual([1, 2, 3]);
    expect(turns.of("branch").turns.map(({ entryId }) => entryId)).toEqual(["e2", "e4", "e10"]);
  });

  it("grow by what was appended, which alone is read", () => {
    const session = forked();
    const { turns, numbers } = opened(session);
    ask(session, MISS);
    session.calls.length = 0;
    expect(turns.update()).toBe(true);
    expect(numbers("branch")).toEqual([1, 2, 3, 4]);
    expect(session.calls).not.toContain("getBranch");
  });

  it("are constant work while nothing changed", () => {
    const session = forked();
    const { turns } = opened(session);
    session.calls.length = 0;
    expect(turns.update()).toBe(false);
    expect(new Set(session.calls)).toEqual(new Set(["getSessionId", "getLeafId", "getEntryCount"]));
  });

  it("are others after a move in the tree, and the old ones after going back", () => {
    const session = forked();
    const { turns, numbers } = opened(session);
    session.moveTo("e8");
    turns.update();
    expect(numbers("branch")).toEqual([1, 2, 3, 4]);
    session.moveTo("e10");
    turns.update();
    expect(turns.of("branch").turns.map(({ entryId }) => entryId)).toEqual(["e2", "e4", "e10"]);
    session.moveTo(null);
    turns.update();
    expect(numbers("branch")).toEqual([]);
  });

  it("begin after a reset, and keep their numbers", () => {
    const session = forked();
    const { monitor, host, turns, numbers } = opened(session);
    monitor.reset(host);
    turns.update();
    expect(numbers("branch")).toEqual([]);
    ask(session, HIT);
    turns.update();
    expect(numbers("branch")).toEqual([4]);
    expect(numbers("file")).toEqual([4]);
  });

  it("are read again where more was appended than a turn appends", () => {
    const session = forked();
    const { turns, numbers } = opened(session);
    for (let index = 0; index < 1_200; index++) session.append({ type: "custom", customType: "other" });
    ask(session, HIT);
    turns.update();
    expect(numbers("branch")).toEqual([1, 2, 3, 4]);
  });
});

describe("the turns of the whole file", () => {
  it("are those of all branches in the order of the file, each with the number on its own", () => {
    const session = forked();
    const { turns, numbers } = opened(session);
    expect(numbers("file")).toEqual([1, 2, 3, 4, 3]);
    ask(session, HIT);
    turns.update();
    expect(numbers("file")).toEqual([1, 2, 3, 4, 3, 4]);
  });

  it("have the marks of their own branch", () => {
    const session = new FakeSession();
    const first = ask(session, HIT);
    session.append({ type: "compaction", summary: "SECRET" });
    session.appendTurn(HIT, { model: "other" });
    session.moveTo(first);
    ask(session, HIT);
    const { turns } = opened(session);
    expect(turns.of("file").turns.map(({ before }) => [before.compactions, before.modelSwitched])).toEqual([
      [0, false],
      [1, true],
      [0, false],
    ]);
  });

  it("tell which of them lie on the active branch", () => {
    const session = forked();
    const { turns } = opened(session);
    const onBranch = () => turns.of("file").turns.map((turn) => turns.isOnBranch(turn));
    expect(onBranch()).toEqual([true, true, false, false, true]);
    session.moveTo("e8");
    turns.update();
    expect(onBranch()).toEqual([true, true, true, true, false]);
  });
});

describe("verdicts", () => {
  const long = (): FakeSession => {
    const session = new FakeSession();
    for (let turn = 1; turn <= 40; turn++) ask(session, turn === 3 ? MISS : HIT);
    return session;
  };

  it("are the session's own while it keeps them", () => {
    const { turns } = opened(long());
    expect(turns.isJudged).toBe(true);
    expect(turns.of("branch").turns.map((turn) => turns.verdictOf(turn)?.outcome)[2]).toBe("miss");
  });

  it("of turns that are no longer kept are unknown at first, and the same once they are made again", () => {
    const all = opened(long());
    const { turns } = opened(long(), 5);
    const outcomes = (of: SessionTurns) => of.of("branch").turns.map((turn) => of.verdictOf(turn)?.outcome ?? null);
    expect(turns.isJudged).toBe(false);
    expect(outcomes(turns).slice(0, 35)).toEqual(Array.from({ length: 35 }, () => null));
    turns.judgeOlder(() => false);
    expect(turns.isJudged).toBe(true);
    expect(outcomes(turns)).toEqual(outcomes(all.turns));
  });

  it("are made in steps that end when the clock says so", () => {
    const session = new FakeSession();
    for (let turn = 1; turn <= 300; turn++) session.appendTurn(HIT);
    const { turns } = opened(session, 5);
    let asked = 0;
    turns.judgeOlder(() => ++asked > 0);
    expect([turns.isJudged, asked]).toEqual([false, 1]);
    turns.judgeOlder(() => false);
    expect(turns.isJudged).toBe(true);
  });

  it("of turns that came since are known too, as the oldest are forgotten", () => {
    const session = long();
    const { turns } = opened(session, 5);
    turns.judgeOlder(() => false);
    for (let turn = 0; turn < 10; turn++) ask(session, HIT);
    turns.update();
    turns.judgeOlder(() => false);
    const { turns: listed } = turns.of("branch");
    expect(listed.map((turn) => turns.verdictOf(turn)?.outcome)).not.toContain(undefined);
    expect(listed).toHaveLength(50);
  });
});
