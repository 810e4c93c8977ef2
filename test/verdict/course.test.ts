import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Course, type Opened } from "../../src/verdict/course.ts";
import { NO_CHANGE } from "../../src/verdict/prompt-records.ts";
import { branchSummary, compaction, type Fields, MemorySession, turn, userMessage } from "../support/entries.ts";
import { reopened } from "../support/verdicts.ts";

const QUIET = { compacted: false, navigated: false, resumed: null, prompt: NO_CHANGE };

/** The course after all entries of a session. */
function courseOf(entries: readonly unknown[], opened: Opened | null = null): Course {
  const course = new Course(opened);
  for (const entry of entries) course.pass(entry);
  return course;
}

function linear(...bodies: readonly Fields[]): readonly unknown[] {
  return new MemorySession(...bodies).entries();
}

describe("the course of a session", () => {
  it("counts entries from 0", () => {
    const course = new Course(null);
    expect([1, 2, 3].map(() => course.pass({}))).toEqual([0, 1, 2]);
  });

  it("is quiet while each entry hangs on the one before", () => {
    expect(courseOf(linear(turn([1, 1, 1, 1]), userMessage(), turn([1, 1, 1, 1]))).since(0)).toEqual(QUIET);
  });

  it("is compacted after the compaction only", () => {
    const course = courseOf(linear(turn([1, 1, 1, 1]), compaction(), turn([1, 1, 1, 1])));
    expect(course.since(0)).toEqual({ ...QUIET, compacted: true });
    expect(course.since(1)).toEqual(QUIET);
    expect(course.since(2)).toEqual(QUIET);
  });

  it("is navigated where an entry hangs elsewhere than on the one before it", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    session.moveTo("e1");
    session.append(userMessage());
    session.append(turn([1, 1, 1, 1]));
    const course = courseOf(session.entries());
    expect(course.since(1)).toEqual({ ...QUIET, navigated: true });
    expect(course.since(2)).toEqual(QUIET);
  });

  it("is navigated where the user moved to before the first entry", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    session.moveTo(null);
    session.append(turn([1, 1, 1, 1]));
    expect(courseOf(session.entries()).since(0).navigated).toBe(true);
  });

  it("is navigated by the summary of a branch that was left", () => {
    expect(courseOf(linear(turn([1, 1, 1, 1]), branchSummary())).since(0)).toEqual({ ...QUIET, navigated: true });
    expect(courseOf(linear(turn([1, 1, 1, 1]), branchSummary())).since(1)).toEqual(QUIET);
  });

  it("does not take entries without ids for moves in the tree", () => {
    const message = { type: "message" };
    expect(courseOf([message, message, message]).since(0)).toEqual(QUIET);
    const [a, b, c] = [
      { ...message, id: "a" },
      { ...message, id: "b", parentId: "a" },
      { ...message, id: "c", parentId: "b" },
    ];
    expect(courseOf([a, b, null, message, { ...message, parentId: "a" }]).since(1)).toEqual(QUIET);
    expect(courseOf([a, null, b, "line", message, c]).since(0)).toEqual(QUIET);
  });

  it("is navigated where an entry hangs elsewhere than on the one before the lines without ids", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    session.moveTo("e1");
    session.appendForeign({ type: "message" });
    session.append(userMessage());
    const course = courseOf(session.entries());
    expect(course.since(1).navigated).toBe(true);
    expect(course.since(3).navigated).toBe(false);
  });

  it("takes an entry with an id that hangs on nothing for a move", () => {
    expect(courseOf([{ id: "a" }, { id: "b" }]).since(0).navigated).toBe(true);
  });

  it("counts a compaction and a branch summary also on lines without ids", () => {
    expect(courseOf([{ id: "a" }, { type: "compaction" }]).since(0)).toEqual({ ...QUIET, compacted: true });
    expect(courseOf([{ id: "a" }, { type: "branch_summary" }]).since(0)).toEqual({ ...QUIET, navigated: true });
  });

  it("does not take the first entry for a move, whatever it hangs on", () => {
    expect(courseOf([{ id: "b", parentId: "a" }]).since(-1)).toEqual(QUIET);
  });
});

describe("a session that was opened again", () => {
  const FOUR = linear(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));

  it("is resumed between what was there and what came since", () => {
    const course = courseOf(FOUR, reopened(2, "fork"));
    expect(course.since(1).resumed).toBe("fork");
    expect(course.since(0).resumed).toBe("fork");
    expect(course.since(2).resumed).toBeNull();
    expect(course.since(3).resumed).toBeNull();
  });

  it("is not resumed among the entries that were there already", () => {
    expect(courseOf(FOUR.slice(0, 2), reopened(2)).since(0).resumed).toBeNull();
    expect(courseOf(FOUR.slice(0, 3), reopened(2)).since(0).resumed).toBe("resume");
  });

  it("is not resumed where it began in this process", () => {
    expect(courseOf(FOUR).since(0).resumed).toBeNull();
    expect(courseOf(FOUR, reopened(0)).since(0).resumed).toBeNull();
  });

  it("has nothing since a request that never was", () => {
    const course = courseOf([...FOUR, ...linear(compaction())], reopened(2));
    expect(course.since(Number.MAX_SAFE_INTEGER)).toEqual(QUIET);
  });
});

describe("entries of any shape", () => {
  it("have a position each and never throw", () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (entries) => {
        const course = new Course(reopened(1));
        entries.forEach((entry, index) => {
          expect(course.pass(entry)).toBe(index);
          expect(course.since(index)).toEqual(QUIET);
        });
      }),
    );
  });
});
