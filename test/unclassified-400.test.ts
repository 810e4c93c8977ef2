import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFUSALS_KEPT, reports400, Unclassified400s } from "../src/unclassified-400.ts";

describe("the message of a failed turn", () => {
  it.each([
    "400 prompt_cache_retention is not supported on this model",
    "400: Bad Request",
    "400",
    '400 {"type":"error","error":{"type":"invalid_request_error"}}',
    "OpenAI API error (400): unknown parameter",
    "Mistral API error (400): unknown parameter",
  ])("reports a 400 in %j", (message) => {
    expect(reports400(message)).toBe(true);
  });

  it.each([
    null,
    "",
    "529 overloaded",
    "4000 tokens are too many",
    "400k tokens are too many",
    "You asked for 400 tokens",
    "Rate limit: try again in 400 ms",
    "OpenAI API error (401): 400 is in the text",
    "OpenAI API error (4001): no",
    "HTTP 1400: no",
  ])("reports no 400 in %j", (message) => {
    expect(reports400(message)).toBe(false);
  });

  it("is not searched for a status in what the provider quotes far behind", () => {
    expect(reports400(`500 ${"x".repeat(10_000)} error (400): no`)).toBe(false);
  });

  it("may be any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(typeof reports400(text)).toBe("boolean");
        expect(reports400(`400 ${text}`)).toBe(true);
      }),
    );
  });
});

describe("the list of unclassified 400s", () => {
  const refusal = (at: number) => ({ at, provider: "acme", model: "m1" });

  it("holds time, provider and model, oldest first", () => {
    const refusals = new Unclassified400s();
    refusals.record(refusal(1));
    refusals.nextRequest();
    refusals.record(refusal(2));
    expect(refusals.list).toEqual([refusal(1), refusal(2)]);
  });

  it("holds one refusal once, seen in the response and again in the error turn", () => {
    const refusals = new Unclassified400s();
    refusals.record(refusal(1));
    refusals.record(refusal(2));
    expect(refusals.list).toEqual([refusal(1)]);
  });

  it("does not change a list that was taken before", () => {
    const refusals = new Unclassified400s();
    refusals.record(refusal(1));
    const { list } = refusals;
    refusals.nextRequest();
    refusals.record(refusal(2));
    expect(list).toEqual([refusal(1)]);
  });

  it("holds the newest 50", () => {
    const refusals = new Unclassified400s();
    for (let request = 1; request <= 60; request++) {
      refusals.nextRequest();
      refusals.record(refusal(request));
    }
    expect(refusals.list).toHaveLength(50);
    expect([refusals.list[0]?.at, refusals.list.at(-1)?.at]).toEqual([11, 60]);
  });

  it("is bounded and keeps the newest, one for each request with any number of sightings", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 120, size: "max" }), (sightings) => {
        const refusals = new Unclassified400s();
        for (const [request, times] of sightings.entries()) {
          refusals.nextRequest();
          for (let sighting = 0; sighting < times; sighting++) refusals.record(refusal(request * 10 + sighting));
          expect(refusals.list.length).toBeLessThanOrEqual(REFUSALS_KEPT);
        }
        const refused = [...sightings.entries()].filter(([, times]) => times > 0).map(([request]) => request * 10);
        expect(refusals.list.map(({ at }) => at)).toEqual(refused.slice(-REFUSALS_KEPT));
      }),
    );
  });
});
