import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelKey, readTurn } from "../../src/usage/turn.ts";
import { assistant, noPrice } from "../support/entries.ts";

describe("a turn", () => {
  it("carries the names, the time and the usage of the assistant's message", () => {
    const message = assistant([1, 2, 3, 4], { timestamp: 5, thinkingLevel: "high", stopReason: "toolUse" });
    expect(readTurn(message, noPrice)).toMatchObject({
      provider: "acme",
      api: "anthropic-messages",
      model: "m1",
      at: 5,
      thinkingLevel: "high",
      stopReason: "toolUse",
      errorMessage: null,
      row: { usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }, flags: [] },
    });
  });

  it.each(["user", "toolResult", "system", "custom", undefined])("is not made of a message with role %j", (role) => {
    expect(readTurn(assistant([1, 2, 3, 4], { role }), noPrice)).toBeNull();
  });

  it("is also a failed or aborted response, with the usage it has", () => {
    const failed = readTurn(assistant([0, 0, 0, 0], { stopReason: "error", errorMessage: "529 overloaded" }), noPrice);
    expect(failed).toMatchObject({ stopReason: "error", errorMessage: "529 overloaded", row: { flags: [] } });
    const aborted = readTurn(assistant([2, 0, 0, 425098], { stopReason: "aborted" }), noPrice);
    expect(aborted?.row.usage).toMatchObject({ input: 2, cacheWrite: 425098 });
  });

  it("has empty names and unknown times where the message has none, and a row without usage", () => {
    expect(readTurn({ role: "assistant" }, noPrice)).toEqual({
      responseModel: null,
      provider: "",
      api: "",
      model: "",
      at: null,
      thinkingLevel: null,
      stopReason: "",
      errorMessage: null,
      row: { usage: null, cost: null, totalTokens: null, flags: ["usage-missing"] },
    });
  });

  it("keeps names raw, since identity never uses a cleaned one", () => {
    const model = "m\u001b[31m\n".repeat(100);
    expect(readTurn(assistant([1, 1, 1, 1], { model }), noPrice)?.model).toBe(model);
  });

  it("is priced by provider and model when the row has no cost of its own", () => {
    const asked: unknown[] = [];
    readTurn(
      assistant([1, 2, 3, 4], { usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } }),
      (...question) => {
        asked.push(question.slice(0, 2));
        return null;
      },
    );
    expect(asked).toEqual([["acme", "m1"]]);
  });

  it("is read from anything without throwing, with finite or unknown times", () => {
    const names = fc.constantFrom("role", "provider", "api", "model", "usage", "timestamp", "stopReason");
    const message = fc.dictionary(names, fc.oneof(fc.anything(), fc.constant("assistant"), fc.double()));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), message), (raw) => {
        const turn = readTurn(raw, noPrice);
        if (turn === null) return;
        expect(turn.at === null || Number.isFinite(turn.at)).toBe(true);
        expect([turn.provider, turn.api, turn.model, turn.stopReason].every((name) => typeof name === "string")).toBe(
          true,
        );
      }),
    );
  });
});

describe("the key of a model", () => {
  it("is shared by no two different triples of provider, api and model", () => {
    const name = fc.oneof(fc.string(), fc.constantFrom("", "a", "b", '","', '"', "\\", "a,b"));
    const id = fc.record({ provider: name, api: name, model: name });
    fc.assert(
      fc.property(id, id, (a, b) => {
        const same = a.provider === b.provider && a.api === b.api && a.model === b.model;
        expect(modelKey(a) === modelKey(b)).toBe(same);
      }),
    );
  });

  it.each(["provider", "api", "model"])("differs when the %s alone differs", (name) => {
    const id = { provider: "a", api: "b", model: "c" };
    expect(modelKey({ ...id, [name]: "other" })).not.toBe(modelKey(id));
    expect(modelKey({ ...id })).toBe(modelKey(id));
  });

  it("tells names apart that would be the same when simply joined", () => {
    expect(modelKey({ provider: "a", api: "b/c", model: "d" })).not.toBe(
      modelKey({ provider: "a/b", api: "c", model: "d" }),
    );
    expect(modelKey({ provider: "ab", api: "", model: "" })).not.toBe(modelKey({ provider: "a", api: "b", model: "" }));
  });
});
