import { describe, expect, it } from "vitest";
import { Chain } from "../../src/prefix/chain.ts";
import { LIMITS } from "../../src/prefix/limits.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";

function read(payload: unknown): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly: false });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

function request(system: string, ...users: readonly string[]): Snapshot {
  const messages = users.map((content) => ({ role: "user", content }));
  return read({ model: "m", messages: [{ role: "system", content: system }, ...messages] });
}

const noOwner = () => null;

/** Sends requests, each answered, and gives their relations; null for a first one. */
function answeredRequests(chain: Chain, ...requests: readonly Snapshot[]) {
  return requests.map((snapshot) => {
    const { comparison } = chain.request(snapshot, noOwner);
    chain.answered();
    return comparison?.relation ?? null;
  });
}

describe("a chain", () => {
  it("compares each request with the last one that was answered", () => {
    const requests = [request("S", "a"), request("S", "a", "b"), request("S", "a", "b"), request("T", "a", "b", "c")];
    expect(answeredRequests(new Chain("salt"), ...requests)).toEqual([null, "extended", "identical", "changed"]);
  });

  it("lets a retry take the place of the request that was not answered", () => {
    const chain = new Chain("salt");
    answeredRequests(chain, request("S", "a"));
    chain.request(request("BROKEN", "a", "b"), noOwner);
    const retry = chain.request(request("S", "a", "b"), noOwner);
    expect(retry.comparison?.relation).toBe("extended");
    chain.answered();
    expect(chain.request(request("S", "a", "b", "c"), noOwner).comparison?.relation).toBe("extended");
  });

  it("has no request before one whose predecessors were never answered", () => {
    const chain = new Chain("salt");
    chain.request(request("S", "a"), noOwner);
    expect(chain.request(request("S", "a"), noOwner)).toMatchObject({ previous: null, comparison: null });
  });
});

describe("a move of the user's", () => {
  it("is told of every request until one is answered", () => {
    const chain = new Chain("salt");
    const moved = () => chain.request(request("S", "a"), noOwner).moved;
    expect(moved()).toBe(false);
    chain.moved();
    expect([moved(), moved()]).toEqual([true, true]);
    chain.answered();
    expect(moved()).toBe(false);
  });
});

describe("an answer", () => {
  it("that comes twice, or to no request, changes nothing", () => {
    const chain = new Chain("salt");
    chain.answered();
    answeredRequests(chain, request("S", "a"));
    chain.answered();
    expect(answeredRequests(chain, request("S", "a", "b"))).toEqual(["extended"]);
  });
});

describe("interleaved conversations", () => {
  it("are compared with the request of their own that was answered last", () => {
    const chain = new Chain("salt");
    const [first, second] = [request("Main", "a"), request("Main", "a", "b")];
    answeredRequests(chain, first, request("Sub", "x"));
    expect(chain.request(second, noOwner).previous).toBe(first);
    chain.answered();
    expect(chain.request(request("Main", "a", "b", "c"), noOwner).previous).toBe(second);
  });

  it("with one head and nothing else in common are continued where they were used last", () => {
    const chain = new Chain("salt");
    const last = request("S", "x");
    answeredRequests(chain, request("S", "a"), last);
    expect(chain.request(request("S", "q"), noOwner).previous).toBe(last);
  });

  it("do not end where one request between them was in another protocol", () => {
    const chain = new Chain("salt");
    const responses = read({ model: "m", instructions: "S", input: [{ role: "user", content: "a" }] });
    expect(answeredRequests(chain, request("S", "a"), responses, request("S", "a", "b"))).toEqual([
      ...[null, "changed", "extended"],
    ]);
  });

  it("are not pushed out by requests that nobody answered", () => {
    const chain = new Chain("salt");
    answeredRequests(chain, request("Main", "a"));
    for (const name of ["b", "c", "d", "e", "f"]) chain.request(request(name, name), noOwner);
    expect(answeredRequests(chain, request("Main", "a", "b"))).toEqual(["extended"]);
  });

  it("are bounded by their text, that of the newest apart", () => {
    const long = (name: string, length: number) => request(name, `${name}${"x".repeat(length)}`);
    const more = (name: string, length: number) => request(name, `${name}${"x".repeat(length)}`, "more");
    const within = new Chain("salt");
    answeredRequests(within, long("a", 1_900_000), long("b", 1_900_000), long("c", 4_100_000));
    expect(answeredRequests(within, more("a", 1_900_000))).toEqual(["extended"]);
    const beyond = new Chain("salt");
    answeredRequests(beyond, long("a", 2_100_000), long("b", 2_100_000), long("c", 10));
    expect(answeredRequests(beyond, more("b", 2_100_000), more("a", 2_100_000))).toEqual(["extended", null]);
  });

  it("are bounded by the number of their values, those of the newest included", () => {
    const list = (name: string, count: number) => request(name, ...Array.from({ length: count }, (_, at) => name + at));
    const ofOne = list("a", 2).tokens - list("a", 1).tokens;
    const many = (name: string, tokens: number, more = 0) => list(name, Math.floor(tokens / ofOne) + more);
    const within = new Chain("salt");
    answeredRequests(within, many("a", 48_000), many("b", 48_000));
    expect(answeredRequests(within, many("a", 48_000, 1))).toEqual(["extended"]);
    const beyond = new Chain("salt");
    answeredRequests(beyond, many("a", 52_000), many("b", 52_000));
    expect(answeredRequests(beyond, many("b", 52_000, 1), many("a", 52_000, 1))).toEqual(["extended", null]);
  });

  it("are each compared with themselves", () => {
    const relations = answeredRequests(
      new Chain("salt"),
      ...[request("Main", "a"), request("Sub", "x"), request("Main", "a", "b"), request("Sub", "x", "y")],
      request("Main", "a", "b", "c"),
    );
    expect(relations).toEqual([null, null, "extended", "extended", "extended"]);
  });

  it("with one head stay apart once they have begun", () => {
    const relations = answeredRequests(
      new Chain("salt"),
      ...[request("S", "a"), request("S", "x"), request("S", "a", "b"), request("S", "x", "y")],
    );
    expect(relations.slice(2)).toEqual(["extended", "extended"]);
  });

  it("that branched off one another go each with the one that shares more", () => {
    const relations = answeredRequests(
      new Chain("salt"),
      ...[request("S", "a", "b"), request("S", "x"), request("S", "a", "b", "c"), request("S", "x", "y")],
    );
    expect(relations.slice(2)).toEqual(["extended", "extended"]);
  });

  it("are bounded: the one used least recently is forgotten", () => {
    const chain = new Chain("salt");
    for (const name of ["a", "b", "c", "d", "e"]) answeredRequests(chain, request(name, name));
    expect(answeredRequests(chain, request("e", "e", "2"), request("b", "b", "2"))).toEqual(["extended", "extended"]);
    expect(answeredRequests(chain, request("a", "a", "2"))).toEqual([null]);
  });

  it("are compared again when the system prompt of one changed", () => {
    const relations = answeredRequests(
      new Chain("salt"),
      ...[request("Main", "a"), request("Sub", "x"), request("Main 2", "a", "b")],
    );
    expect(relations).toEqual([null, null, "changed"]);
  });
});

describe("a head that comes back", () => {
  function flaps(...heads: readonly string[]): readonly boolean[] {
    const chain = new Chain("salt");
    return heads.map((head, index) => {
      const { flap } = chain.request(request(head, ...Array.from({ length: index + 1 }, (_, at) => `m${at}`)), noOwner);
      chain.answered();
      return flap;
    });
  }

  it("is a flap: A, B, A, and again B", () => {
    expect(flaps("A", "B", "A", "B")).toEqual([false, false, true, true]);
  });

  it("is one after several others too", () => {
    expect(flaps("A", "B", "C", "A")).toEqual([false, false, false, true]);
  });

  it("is none where it never left, or where each is new", () => {
    expect(flaps("A", "A", "A")).toEqual([false, false, false]);
    expect(flaps("A", "B", "C", "D")).toEqual([false, false, false, false]);
  });

  it("is still known after eight others, and not after nine", () => {
    const others = Array.from("BCDEFGHIJ");
    expect(flaps("A", ...others.slice(0, 8), "A").at(-1)).toBe(true);
    expect(flaps("A", ...others, "A").at(-1)).toBe(false);
  });

  it("is still known after two others that took turns any number of times", () => {
    expect(flaps("A", ..."BCBCBCBCBCBC", "A").at(-1)).toBe(true);
  });

  it("is not known where it is too long to be told by its digest", () => {
    const long = (letter: string) => letter.repeat(LIMITS.hashedChars + 1);
    expect(flaps(long("A"), long("B"), long("A"))).toEqual([false, false, false]);
    expect(flaps("A", long("B"), "A")).toEqual([false, false, false]);
  });

  it("is none where only the history goes back and forth", () => {
    const chain = new Chain("salt");
    const seen = [
      ["a", "b"],
      ["a", "x"],
      ["a", "b"],
    ].map((users) => {
      const { flap } = chain.request(request("S", ...users), noOwner);
      chain.answered();
      return flap;
    });
    expect(seen).toEqual([false, false, false]);
  });
});
