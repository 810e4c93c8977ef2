import { describe, expect, it } from "vitest";
import { scopeKey } from "../../src/prefix/scope.ts";

const PARTS = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "https://SECRET.example/v1" };
const key = (changes: object = {}, payload: unknown = {}, salt = "salt") =>
  scopeKey({ ...PARTS, ...changes }, payload, salt);

describe("a scope", () => {
  it("is the same for the same session, provider, API, model and endpoint", () => {
    expect(key()).not.toBeNull();
    expect(key()).toBe(key());
  });

  it.each(["session", "provider", "api", "model", "baseUrl"])("is another one with another %s", (part) => {
    expect(key({ [part]: "other" })).not.toBe(key());
    expect(key({ [part]: "other" })).not.toBeNull();
  });

  it("is told by the raw names, blanks and control characters included", () => {
    expect(key({ model: "m " })).not.toBe(key());
    expect(key({ model: "m\u0000" })).not.toBe(key());
  });

  it("does not run names together", () => {
    expect(key({ provider: "p,a", api: "x" })).not.toBe(key({ provider: "p", api: "a,x" }));
    expect(key({ provider: 'p","a', api: "x" })).not.toBe(key({ provider: "p", api: 'a","x' }));
  });

  it("holds no part of the endpoint, and a digest that depends on the salt", () => {
    expect(key()).not.toContain("SECRET");
    expect(key({}, {}, "other")).not.toBe(key());
  });

  it("has the whole address in it, also what follows a question mark", () => {
    expect(key({ baseUrl: "https://a/?x=1" })).not.toBe(key({ baseUrl: "https://a/?x=2" }));
  });

  it("with an empty endpoint is one of its own", () => {
    const empty = key({ baseUrl: "" });
    expect(empty).not.toBeNull();
    expect(empty).toBe(key({ baseUrl: "" }));
    expect(empty).not.toBe(key({ baseUrl: " " }));
    expect(empty).not.toBe(key());
  });
});

describe("no scope", () => {
  const parts = ["session", "provider", "api", "model"] as const;

  it.each(
    parts.flatMap((part) => [undefined, "", 1, {}, "x".repeat(1_000_000)].map((value) => [part, value] as const)),
  )("is there without a %s (%j)", (part, value) => {
    expect(key({ [part]: value })).toBeNull();
  });

  it.each([undefined, null, 1, {}, "x".repeat(1_000_000)])("is there with %j as endpoint", (baseUrl) => {
    expect(key({ baseUrl })).toBeNull();
  });

  it("is there when no model is known, though the payload names one", () => {
    expect(key({ model: undefined }, { model: "m2" })).toBeNull();
  });
});

describe("the scope under a virtual model", () => {
  it("has the model that the payload names", () => {
    expect(key({ model: null }, { model: "real" })).toBe(key({ model: "real" }));
    expect(key({ model: null }, { modelId: "real" })).toBe(key({ model: "real" }));
    expect(key({ model: null }, { model: "one" })).not.toBe(key({ model: null }, { model: "two" }));
  });

  it.each([
    ["names none", {}],
    ["names an empty one", { model: "" }],
    ["names something else", { model: 7 }],
    ["is no object", "text"],
    ["is null", null],
    ["is a Proxy", new Proxy({ model: "real" }, {})],
  ])("is none when the payload %s", (_what, payload: unknown) => {
    expect(key({ model: null }, payload)).toBeNull();
  });

  it("runs no getter of the payload", () => {
    let ran = 0;
    const payload = Object.defineProperty({}, "model", { enumerable: true, get: () => (ran += 1) });
    expect(key({ model: null }, payload)).toBeNull();
    expect(ran).toBe(0);
  });
});
