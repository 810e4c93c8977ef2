import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { field } from "../../src/unknown.ts";
import { type Branch, readBranch } from "../../src/usage/branch.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { type Counts, compaction, MemorySession, noPrice, refresh, turn, userMessage } from "../support/entries.ts";

function branchOf(session: MemorySession, scan = new SessionScan(noPrice)): Branch {
  scan.update(session);
  return readBranch(scan, session, noPrice);
}

describe("the active branch", () => {
  it("holds its turns from the root, oldest first, numbered from 1, with their entries", () => {
    const session = new MemorySession(userMessage(), turn([1, 1, 0, 9]), refresh([9, 9, 9, 9]), turn([1, 1, 9, 0]));
    const { turns } = branchOf(session);
    expect(turns.map(({ number, entryId }) => [number, entryId])).toEqual([
      [1, "e2"],
      [2, "e4"],
    ]);
    expect(turns[1]?.turn.row.usage?.cacheRead).toBe(9);
  });

  it("does not count the branches that were left (case C59)", () => {
    const session = new MemorySession(turn([3, 10, 0, 9000]));
    session.append(turn([9100, 10, 0, 0]));
    session.moveTo("e1");
    session.append(turn([3, 10, 9000, 100]));
    const { ledger, turns } = branchOf(session);
    expect(turns.map(({ entryId }) => entryId)).toEqual(["e1", "e3"]);
    expect(ledger.aggregate()).toMatchObject({ turns: 2, hitRate: 9000 / 18106 });
  });

  it("is empty before the first entry", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]));
    session.moveTo(null);
    expect(branchOf(session).turns).toEqual([]);
    expect(branchOf(session).ledger.aggregate().hitRate).toBeNull();
  });

  it("starts at the reset, and its turns keep their numbers", () => {
    const session = new MemorySession(turn([1, 1, 0, 9]), compaction(), turn([1, 1, 9, 0]));
    const scan = new SessionScan(noPrice);
    scan.reset(session);
    expect(branchOf(session, scan).turns).toEqual([]);
    session.append(userMessage());
    session.append(turn([5, 1, 5, 0]));
    const { turns, ledger } = branchOf(session, scan);
    expect(turns.map(({ number, entryId }) => [number, entryId])).toEqual([[3, "e5"]]);
    expect(ledger.aggregate()).toMatchObject({ turns: 1, hitRate: 0.5 });
  });

  it("numbers along the branch, not along the file, after a reset", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    const scan = new SessionScan(noPrice);
    scan.reset(session);
    session.moveTo("e1");
    session.append(turn([1, 1, 1, 1]));
    expect(branchOf(session, scan).turns.map(({ number }) => number)).toEqual([2]);
  });

  it("has no turns when the user moved to before the reset", () => {
    const session = new MemorySession(turn([1, 1, 1, 1]), turn([1, 1, 1, 1]));
    const scan = new SessionScan(noPrice);
    scan.reset(session);
    session.append(turn([1, 1, 1, 1]));
    session.moveTo("e1");
    expect(branchOf(session, scan).turns).toEqual([]);
  });

  it("gives each turn its flags, the suspicion that needs the turn before it included", () => {
    const session = new MemorySession(
      turn([138900, 700, 132608, 0]),
      turn([139407, 1046, 133376, 0]),
      turn([-1, 1, 1, 1]),
    );
    expect(branchOf(session).turns.map(({ flags }) => flags)).toEqual([
      [],
      ["inclusive-input-suspected"],
      ["input-negative"],
    ]);
  });

  it("has the totals of a naive walk from the leaf, in any tree and with any reset", () => {
    const counts: fc.Arbitrary<Counts> = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99));
    const node = fc.record({ counts: fc.option(counts), below: fc.nat({ max: 30 }) });
    const file = fc.array(node, { minLength: 1, maxLength: 30, size: "max" });
    fc.assert(
      fc.property(file, fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.boolean(), (nodes, leaf, resetAt, resets) => {
        const session = new MemorySession();
        const scan = new SessionScan(noPrice);
        const parents: (number | null)[] = [];
        let mark = 0;
        for (const [index, { counts: row, below }] of nodes.entries()) {
          const parent = below % (index + 1) === 0 ? null : (below % (index + 1)) - 1;
          parents.push(parent);
          session.moveTo(parent === null ? null : `e${parent + 1}`);
          session.append(row === null ? userMessage() : turn(row));
          if (resets && index === resetAt % nodes.length) {
            scan.reset(session);
            mark = index + 1;
          }
        }
        const target = leaf % nodes.length;
        session.moveTo(`e${target + 1}`);

        const path: number[] = [];
        for (let at: number | null = target; at !== null; at = parents[at] ?? null) path.unshift(at);
        const turnsOfPath = path.filter((at) => nodes[at]?.counts !== null);
        const expected = turnsOfPath.map((at, index) => ({ number: index + 1, entryId: `e${at + 1}`, at }));
        const shown = expected.filter(({ at }) => at >= mark);

        const branch = branchOf(session, scan);
        expect(branch.turns.map(({ number, entryId }) => ({ number, entryId }))).toEqual(
          shown.map(({ number, entryId }) => ({ number, entryId })),
        );
        const rows = shown.map(({ at }) => nodes[at]?.counts ?? [0, 0, 0, 0]);
        const read = rows.reduce((sum, row) => sum + row[2], 0);
        const prompt = rows.reduce((sum, row) => sum + row[0] + row[2] + row[3], 0);
        const active = rows.some((row) => row[2] + row[3] > 0);
        expect(branch.ledger.aggregate()).toMatchObject({
          turns: rows.length,
          hitRate: active ? read / prompt : null,
          usage: { cacheRead: read },
        });
        expect(
          branch.turns.every(
            ({ entryId, turn: one }) => one.at === field(field(session.entry(entryId ?? ""), "message"), "timestamp"),
          ),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
