import { describe, expect, it } from "vitest";
import type { Host, SelectedModel } from "../src/host.ts";
import { createHost } from "../src/pi-host.ts";
import { scopeKey } from "../src/prefix/scope.ts";
import { requestContext } from "../src/request-context.ts";
import { FakeContext, FakePi } from "./support/fake-pi.ts";

const MODEL: SelectedModel = {
  ...{ provider: "p", id: "m", api: "a", baseUrl: "https://example.test/v1", reasoning: false },
  ...{ contextWindow: 1_000, virtual: false },
};

function hostWith(changes: Partial<Host>): Host {
  return { ...createHost(new FakePi().api, new FakeContext().ctx), model: () => MODEL, ...changes };
}

const fail = (): never => {
  throw new Error("SECRET");
};

describe("what a request belongs to", () => {
  it("is the session, provider, API, model and endpoint of the moment", () => {
    expect(requestContext(hostWith({ sessionId: () => "s" })).scope).toEqual({
      ...{ session: "s", provider: "p", api: "a", model: "m", baseUrl: "https://example.test/v1" },
    });
  });

  it("has no model under a virtual model, so that the payload's own counts", () => {
    const { scope } = requestContext(hostWith({ model: () => ({ ...MODEL, virtual: true }) }));
    expect(scope.model).toBeNull();
    expect(scopeKey(scope, { model: "real" }, "salt")).not.toBeNull();
  });

  it("is no scope without a selected model, whatever the payload names", () => {
    const { scope } = requestContext(hostWith({ model: () => null }));
    expect(scopeKey(scope, { model: "real" }, "salt")).toBeNull();
  });

  it("is a scope of its own with an empty endpoint, and none without", () => {
    const keyOf = (baseUrl: unknown) =>
      scopeKey(requestContext(hostWith({ model: () => ({ ...MODEL, baseUrl }) })).scope, {}, "salt");
    expect(keyOf("")).not.toBeNull();
    expect(keyOf(undefined)).toBeNull();
  });

  it.each(["sessionId", "model"] as const)("is no scope when Pi cannot answer %s, and nothing is thrown", (name) => {
    const { scope } = requestContext(hostWith({ [name]: fail }));
    expect(scopeKey(scope, { model: "real" }, "salt")).toBeNull();
  });
});

describe("the owner of a tool", () => {
  it("is what Pi says, and is asked only when wanted", () => {
    const asked: string[] = [];
    const toolOwner = (tool: string) => {
      asked.push(tool);
      return "ext.ts";
    };
    const { ownerOf } = requestContext(hostWith({ toolOwner }));
    expect(asked).toEqual([]);
    expect(ownerOf("read")).toBe("ext.ts");
    expect(asked).toEqual(["read"]);
  });

  it("is unknown when Pi cannot say", () => {
    expect(requestContext(hostWith({ toolOwner: fail })).ownerOf("read")).toBeNull();
  });
});
