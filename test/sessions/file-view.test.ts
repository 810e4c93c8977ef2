import { describe, expect, it } from "vitest";
import { viewOf } from "../../src/sessions/file-view.ts";
import { entryId } from "../../src/usage/entry.ts";
import { userMessage } from "../support/entries.ts";
import { chain, READ, sessionOf, turns } from "../support/session-files.ts";

const branchIds = (entries: readonly unknown[]) => viewOf(sessionOf(entries)).branch().map(entryId);
const ENTRIES = chain([userMessage(), ...turns(READ, READ)]);

describe("the entries of a file", () => {
  it("are shown as those of a session that is open at its last entry", () => {
    const view = viewOf(sessionOf(ENTRIES));
    expect([view.sessionId(), view.leafId(), view.entryCount()]).toEqual(["session-1", "e3", 3]);
    expect([view.entry("e2"), view.entry("none"), view.entries()]).toEqual([ENTRIES[1], undefined, ENTRIES]);
    expect(view.branch()).toEqual(ENTRIES);
  });

  it("may be none", () => {
    const view = viewOf(sessionOf([]));
    expect([view.leafId(), view.entryCount(), view.branch()]).toEqual([null, 0, []]);
  });

  it("of another branch are not on this one", () => {
    const other = chain(turns(READ, READ), { prefix: "b", after: "e1" });
    expect(branchIds([...ENTRIES, ...other])).toEqual(["e1", "b1", "b2"]);
  });

  it("behind a damaged line are all that is known of the branch", () => {
    const [first, , third] = ENTRIES;
    expect(branchIds([first, third])).toEqual(["e3"]);
  });

  it("that follow one another in a circle end, and entries without an id are passed over", () => {
    const circle = [{ type: "x", id: "a", parentId: "b" }, { type: "x", id: "b", parentId: "a" }, { type: "x" }];
    expect(branchIds(circle)).toEqual(["a", "b"]);
    expect(branchIds([{ type: "x", id: "a", parentId: "a" }])).toEqual(["a"]);
  });
});
