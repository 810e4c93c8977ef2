import { describe, expect, it } from "vitest";
import { Observer } from "../../../src/prefix/observer.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };
const CONTEXT = { scope: SCOPE, awaited: true, moved: false, ownerOf: () => null };

/** What is seen of each request, one answered after the other. */
function observe(...payloads: readonly unknown[]) {
  const observer = new Observer("salt", "all");
  return payloads.map((payload) => {
    const observation = observer.request(payload, CONTEXT);
    observer.answered();
    return observation;
  });
}

const second = (before: unknown, after: unknown) => observe(before, after)[1];

const request = (...tools: readonly unknown[]) => ({ system: "S", messages: [{ role: "user", content: "1" }], tools });
const tool = (name: string, rest: object = {}) => ({ name, input_schema: {}, ...rest });

describe("tools", () => {
  it.each([
    ["itself", { name: "web" }],
    ["its function", { type: "function", function: { name: "web" } }],
    ["its specification", { toolSpec: { name: "web" } }],
    ["its type where it has no name", { type: "web" }],
  ])("are named by %s", (_what, added) => {
    expect(second(request(), request(added))?.divergence).toMatchObject({ kind: "added", index: 0, name: "web" });
  });

  it("are compared in the order sent: a move of one is reordered at the first that moved", () => {
    const next = second(request(tool("a"), tool("b"), tool("c")), request(tool("a"), tool("c"), tool("b")));
    expect(next?.divergence).toMatchObject({ kind: "reordered", index: 1, name: "c" });
    expect(next?.otherDivergences).toEqual({});
  });

  it("with their fields in another order are of kind key-order, also deep in a schema", () => {
    const schema = (properties: object) => tool("a", { input_schema: { properties } });
    const next = second(request(schema({ p: 1, q: 2 })), request(schema({ q: 2, p: 1 })));
    expect(next?.divergence).toMatchObject({ kind: "key-order", path: "tools[0].input_schema.properties.q" });
  });

  it("do not change with a marker on the last of them", () => {
    const marked = tool("a", { cache_control: { type: "ephemeral", ttl: "5m" } });
    const [first, next] = observe(request(marked), request(tool("a")));
    expect(first?.markers).toEqual([{ section: "tools", index: 0, block: null, ttl: "5m" }]);
    expect(next?.relation).toBe("identical");
  });

  it("that are no objects are compared as they are", () => {
    expect(second(request("a", null), request("a", null))?.relation).toBe("identical");
    expect(second(request("a"), request("b"))?.divergence).toMatchObject({ section: "tools", index: 0, name: null });
  });

  it("are read up to 500 and more, with schemas 32 deep", () => {
    let schema: object = { type: "string" };
    for (let level = 0; level < 32; level++) schema = { properties: { p: schema } };
    const many = Array.from({ length: 500 }, (_, index) => tool(`t${index}`, { input_schema: schema }));
    expect(observe(request(...many))[0]?.sections.tools).toMatchObject({ state: "baseline", count: 500 });
  });
});
