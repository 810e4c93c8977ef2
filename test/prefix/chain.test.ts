import { describe, expect, it } from "vitest";
import { Chain } from "../../src/prefix/chain.ts";
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

describe("interleaved conversations", () => {
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
