import { describe, expect, it } from "vitest";
import { Chains, SCOPES_KEPT } from "../../src/prefix/chains.ts";

describe("the chains of an instance", () => {
  it("are one for each scope, and stay the same", () => {
    const chains = new Chains("salt");
    expect(chains.of("a")).toBe(chains.of("a"));
    expect(chains.of("a")).not.toBe(chains.of("b"));
  });

  it("are eight at most: the scope used least recently goes first", () => {
    expect(SCOPES_KEPT).toBe(8);
    const chains = new Chains("salt");
    const names = Array.from({ length: 8 }, (_, index) => `scope-${index}`);
    const kept = new Map(names.map((name) => [name, chains.of(name)]));
    chains.of("scope-0");
    chains.of("scope-8");
    expect(chains.of("scope-0")).toBe(kept.get("scope-0"));
    expect(chains.of("scope-2")).toBe(kept.get("scope-2"));
    expect(chains.of("scope-1")).not.toBe(kept.get("scope-1"));
  });

  it("are broken one by one, or all at once", () => {
    const chains = new Chains("salt");
    const [a, b] = [chains.of("a"), chains.of("b")];
    chains.break("a");
    expect(chains.of("b")).toBe(b);
    expect(chains.of("a")).not.toBe(a);
    chains.clear();
    expect(chains.of("b")).not.toBe(b);
  });
});
