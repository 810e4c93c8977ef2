import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TurnNumbers } from "../../src/usage/turn-numbers.ts";
import { MemorySession, turn, userMessage } from "../support/entries.ts";

describe("the number of a turn", () => {
  it("counts the turns of its branch from 1, and nothing else", () => {
    const session = new MemorySession(userMessage());
    const numbers = new TurnNumbers();
    const first = session.append(turn([1, 1, 1, 1]));
    session.append(userMessage());
    const second = session.append(turn([1, 1, 1, 1]));
    expect([first, second].map((id) => numbers.of(session, id))).toEqual([1, 2]);
  });

  it("is that of its own branch after a move in the tree", () => {
    const session = new MemorySession();
    const numbers = new TurnNumbers();
    const ids = [1, 2, 3].map(() => session.append(turn([1, 1, 1, 1])));
    expect(ids.map((id) => numbers.of(session, id))).toEqual([1, 2, 3]);
    session.moveTo(ids[0] ?? null);
    expect(numbers.of(session, session.append(turn([1, 1, 1, 1])))).toBe(2);
  });

  it("reads only the entries since the last one it was asked for", () => {
    const session = new MemorySession(...Array.from({ length: 500 }, () => turn([1, 1, 1, 1])));
    const numbers = new TurnNumbers();
    numbers.of(session, "e500");
    session.append(userMessage());
    const id = session.append(turn([1, 1, 1, 1]));
    let reads = 0;
    const view = {
      entry: (one: string) => {
        reads += 1;
        return session.entry(one);
      },
    };
    expect(numbers.of(view, id)).toBe(501);
    expect(reads).toBe(2);
  });

  it("is found in any links, also in a circle of them", () => {
    const links = fc.array(fc.record({ id: fc.nat(9), parent: fc.nat(9) }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(links, (list) => {
        const entries = new Map(
          list.map(({ id, parent }) => [`${id}`, { ...turn([1, 1, 1, 1]), parentId: `${parent}` }]),
        );
        const number = new TurnNumbers().of({ entry: (id) => entries.get(id) }, `${list[0]?.id}`);
        expect(number).toBeGreaterThanOrEqual(1);
        expect(number).toBeLessThanOrEqual(10);
      }),
    );
  });
});
