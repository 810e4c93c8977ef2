import { describe, expect, it } from "vitest";
import { beginAlike, headDigest, kinship } from "../../src/prefix/conversation.ts";
import { LIMITS } from "../../src/prefix/limits.ts";
import { readPayload } from "../../src/prefix/read-payload.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import type { Snapshot } from "../../src/prefix/snapshot.ts";

function read(payload: unknown, headOnly = false): Snapshot {
  const reading = readPayload(payload, { salt: "salt", shapes: new ShapeTable(), headOnly });
  if (reading.outcome !== "read") throw new Error(reading.reason);
  return reading.snapshot;
}

function request(system: string, ...users: readonly string[]): Snapshot {
  const messages = users.map((content) => ({ role: "user", content }));
  return read({ model: "m", messages: [{ role: "system", content: system }, ...messages] });
}

describe("the kinship of two requests", () => {
  it("is the number of history items they share from the start", () => {
    expect(kinship(request("S", "a", "b", "c"), request("S", "a", "b", "x"))).toBe(2);
    expect(kinship(request("S", "a"), request("other", "a"))).toBe(1);
  });

  it("is a half when they share only the head", () => {
    expect(kinship(request("S", "a"), request("S", "b"))).toBe(0.5);
  });

  it("is none when they share neither, not even the same later messages", () => {
    expect(kinship(request("S", "a", "b"), request("other", "x", "b"))).toBe(0);
  });

  it("is whole when the head agrees and there is no history on one side", () => {
    expect(kinship(request("S"), request("S", "a"))).toBe(1);
    expect(kinship(request("S", "a"), request("S"))).toBe(1);
    expect(kinship(request("S"), request("S"))).toBe(1);
    expect(kinship(request("S"), request("other", "a"))).toBe(0);
  });
});

describe("the kinship of a request", () => {
  it("is a quarter where head and beginning differ and the last two messages go on", () => {
    expect(kinship(request("S", "a", "b", "c"), request("T", "x", "b", "c"))).toBe(0.25);
    expect(kinship(request("S", "b", "c"), request("T", "x", "b", "c", "d"))).toBe(0.25);
    expect(kinship(request("S", "a", "b", "c"), request("T", "b", "c"))).toBe(0.25);
    expect(kinship(request("S", "a", "b", "c"), request("T", "b", "x", "c"))).toBe(0);
  });

  it("is none where only one message was there to go on", () => {
    expect(kinship(request("S", "a"), request("T", "x", "a"))).toBe(0);
  });

  it("is none where a short history begins after a longer one and nothing of it was there", () => {
    const long = request("S", "a", "b", "c", "d", "e");
    expect(kinship(long, request("S", "x"))).toBe(0);
    expect(kinship(long, request("S", "x", "y", "z"))).toBe(0);
    expect(kinship(long, request("S", "x", "y", "z", "w"))).toBe(0.5);
    expect(kinship(request("S", "a", "b"), request("S", "x", "y"))).toBe(0.5);
    expect(kinship(request("S", "a", "b"), request("S", "x"))).toBe(0);
  });

  it("is a half where a short history has a message that was there, wherever it stood", () => {
    const long = request("S", "a", "b", "c", "d");
    for (const one of [request("S", "x", "b"), request("S", "d"), request("S", "x", "y", "d")]) {
      expect(kinship(long, one)).toBe(0.5);
    }
  });

  it("is a half where the user has moved, however short the new history", () => {
    expect(kinship(request("S", "a", "b", "c", "d"), request("S", "x"), true)).toBe(0.5);
  });

  it("is whole where one of the two histories was not read", () => {
    const payload = (text: string) => ({ model: "m", messages: [{ role: "user", content: text }] });
    expect(kinship(read(payload("a")), read(payload("b"), true))).toBe(1);
    expect(kinship(read(payload("a"), true), read(payload("b")))).toBe(1);
  });

  it("is none where a part of the head came, went or grew", () => {
    const head = (system: readonly string[] | undefined, text: string) =>
      read({ model: "m", ...(system === undefined ? {} : { system }), messages: [{ role: "user", content: text }] });
    expect(kinship(head(["A"], "a"), head(["A"], "b"))).toBe(0.5);
    expect(kinship(head(["A"], "a"), head(["A", "B"], "b"))).toBe(0);
    expect(kinship(head(["A", "B"], "a"), head(["A"], "b"))).toBe(0);
    expect(kinship(head(["A"], "a"), head(undefined, "b"))).toBe(0);
    expect(kinship(head(undefined, "a"), head(["A"], "b"))).toBe(0);
  });
});

describe("two requests", () => {
  it("begin alike with the same first history item, whatever their head", () => {
    expect(beginAlike(request("S", "a"), request("other", "a", "b"))).toBe(true);
    expect(beginAlike(request("S", "a"), request("S", "b"))).toBe(false);
    expect(beginAlike(request("S"), request("S", "b"))).toBe(true);
  });
});

describe("the digest of a head", () => {
  it("is the same for the same head, whatever the history", () => {
    expect(headDigest("salt", request("S", "a"))).toBe(headDigest("salt", request("S", "b", "c")));
  });

  it("is another one with another head, another salt, or the same text in another section", () => {
    const digest = headDigest("salt", request("S", "a"));
    expect(headDigest("salt", request("T", "a"))).not.toBe(digest);
    expect(headDigest("other", request("S", "a"))).not.toBe(digest);
    const developer = read({ model: "m", messages: [{ role: "developer", content: "S" }] });
    expect(headDigest("salt", developer)).not.toBe(digest);
  });

  it("does not run two blocks together", () => {
    const blocks = (...texts: readonly string[]) =>
      headDigest("salt", read({ model: "m", system: texts, messages: [] }));
    expect(blocks("ab", "c")).not.toBe(blocks("a", "bc"));
  });

  it("has no text in it, and at least 64 bits", () => {
    const digest = headDigest("salt", request("SECRET", "a"));
    expect(digest).not.toContain("SECRET");
    expect(digest?.length).toBeGreaterThanOrEqual(11);
  });

  it("is not taken of a head past the limit", () => {
    const half = "x".repeat(LIMITS.hashedChars / 2 + 1);
    expect(headDigest("salt", read({ model: "m", system: [half, half], messages: [] }))).toBeNull();
  });
});
