import { describe, expect, it } from "vitest";
import { LIMITS } from "../../src/prefix/limits.ts";
import { Unreadable } from "../../src/prefix/own-data.ts";
import { Recorder } from "../../src/prefix/recorder.ts";
import { ShapeTable } from "../../src/prefix/shape.ts";
import { readNode, sameTokens, type Token } from "../../src/prefix/tape.ts";

function tape(value: unknown, salt = "salt"): readonly Token[] {
  const recorder = new Recorder(salt, new ShapeTable());
  recorder.value(value);
  return recorder.take();
}

/** Why a value cannot be read, or null when it can. */
function refusal(value: unknown): string | null {
  try {
    tape(value);
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.reason;
    throw error;
  }
}

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = "leaf";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** A handler of which every trap is counted. */
function countingProxy<T extends object>(target: T): { readonly proxy: T; readonly count: () => number } {
  let traps = 0;
  const handler = new Proxy(
    {},
    {
      get: () => {
        traps += 1;
        return undefined;
      },
    },
  );
  return { proxy: new Proxy(target, handler), count: () => traps };
}

describe("what is written", () => {
  it("is what JSON would send: undefined fields, functions and symbols are left out", () => {
    const sent = { a: 1, b: undefined, c: () => 1, d: Symbol("d"), e: [undefined, () => 1], f: Number.NaN };
    expect(sameTokens(tape(sent), tape(JSON.parse(JSON.stringify(sent))))).toBe(true);
  });

  it("has null for a hole in a list", () => {
    const list = [1, 2, 3];
    delete list[1];
    expect(sameTokens(tape(list), tape([1, null, 3]))).toBe(true);
  });

  it("tells binary content apart by its bytes, whatever view holds them", () => {
    expect(sameTokens(tape(new Uint8Array([1, 2])), tape(Buffer.from([1, 2])))).toBe(true);
    expect(sameTokens(tape(new Uint8Array([1, 2])), tape(new Uint8Array([1, 3])))).toBe(false);
  });

  it("has digests that say nothing under another salt", () => {
    expect(sameTokens(tape(new Uint8Array([1, 2]), "a"), tape(new Uint8Array([1, 2]), "b"))).toBe(false);
  });

  it("counts UTF-16 code units, names of fields among them", () => {
    const recorder = new Recorder("salt", new ShapeTable());
    recorder.value({ key: "👍", n: [12345, true, null] });
    expect(recorder.chars).toBe("key".length + "👍".length + "n".length);
  });

  it("has a field named __proto__ like any other", () => {
    const value: unknown = JSON.parse('{"__proto__": {"a": 1}}');
    expect(readNode(tape(value))).toMatchObject({ kind: "object", fields: [["__proto__", { kind: "object" }]] });
  });

  it("leaves the value as it was", () => {
    const value = Object.freeze({ a: Object.freeze([1, Object.freeze({ b: "x" })]) });
    tape(value);
    expect(value).toEqual({ a: [1, { b: "x" }] });
  });

  it("takes each item apart from the one before", () => {
    const recorder = new Recorder("salt", new ShapeTable());
    recorder.value("a");
    expect(recorder.take()).toEqual(["a"]);
    recorder.value("b");
    expect(recorder.take()).toEqual(["b"]);
    expect(recorder.tokens).toBe(2);
  });

  it("writes a bare text as the block that it stands for", () => {
    const recorder = new Recorder("salt", new ShapeTable());
    recorder.textBlock("text", "hi");
    expect(recorder.take()).toEqual(tape([{ type: "text", text: "hi" }]));
    expect(recorder.chars).toBe("typetexttexthi".length);
  });
});

describe("code of the payload", () => {
  it("is not run by a getter, which makes the value unreadable", () => {
    let ran = 0;
    const value = {
      a: 1,
      get secret() {
        ran += 1;
        return "x";
      },
    };
    expect(refusal({ deep: [value] })).toBe("unreadable");
    expect(ran).toBe(0);
  });

  it("is not run by a getter in a list", () => {
    let ran = 0;
    const list = ["a"];
    Object.defineProperty(list, 1, { enumerable: true, get: () => (ran += 1) });
    expect(refusal(list)).toBe("unreadable");
    expect(ran).toBe(0);
  });

  it.each([
    ["an object", {}],
    ["a list", []],
    ["a list with elements", [1, 2]],
  ])("is not run by a Proxy of %s", (_what, target) => {
    const { proxy, count } = countingProxy(target);
    expect(refusal([proxy])).toBe("unreadable");
    expect(count()).toBe(0);
  });

  it("is not run by a Proxy that was revoked", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(refusal({ proxy })).toBe("unreadable");
  });

  it.each([
    ["an own toJSON of an object", (run: () => string) => ({ toJSON: run })],
    ["an own toJSON of a list", (run: () => string) => Object.assign([1], { toJSON: run })],
    [
      "a class instance",
      (run: () => string) =>
        new (class {
          toJSON = run;
        })(),
    ],
    [
      "a list of a class of its own",
      (run: () => string) =>
        new (class extends Array<string> {
          toJSON = run;
        })(),
    ],
    ["an inherited toJSON", (run: () => string) => Object.create({ toJSON: run })],
  ])("is not run by %s", (_what, make: (run: () => string) => unknown) => {
    let ran = 0;
    const value = make(() => {
      ran += 1;
      return "x";
    });
    expect(refusal({ value })).toBe("unreadable");
    expect(ran).toBe(0);
  });

  it("is not run by an iterator of a list", () => {
    let ran = 0;
    const list = Object.assign(["a", "b"], {
      [Symbol.iterator]: () => {
        ran += 1;
        return [][Symbol.iterator]();
      },
    });
    expect(sameTokens(tape(list), tape(["a", "b"]))).toBe(true);
    expect(ran).toBe(0);
  });

  it.each([
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["an abort signal", new AbortController().signal],
    ["a boxed text", Object("x")],
    ["numbers of 16 bits", new Uint16Array(2)],
  ])("makes %s unreadable rather than empty", (_what, value: unknown) => {
    expect(refusal([value])).toBe("unreadable");
  });

  it("is not there in an object without a prototype, which is read", () => {
    expect(sameTokens(tape(Object.assign(Object.create(null), { a: 1 })), tape({ a: 1 }))).toBe(true);
  });
});

describe("the limits", () => {
  it("let through schemas 32 deep, and stop what is nested past them", () => {
    expect(refusal(nested(64))).toBeNull();
    expect(refusal(nested(LIMITS.depth))).toBeNull();
    expect(refusal(nested(LIMITS.depth + 1))).toBe("too-deep");
  });

  it.each([1, 2, 15])("find a value that contains itself %i levels up", (levels) => {
    const root: unknown[] = [];
    let last = root;
    for (let level = 1; level < levels; level++) {
      const next: unknown[] = [];
      last.push(next);
      last = next;
    }
    last.push(root);
    expect(refusal(root)).toBe("cycle");
  });

  it("take the same object in two places for no cycle", () => {
    const shared = { a: 1 };
    expect(refusal([shared, shared, { shared }])).toBeNull();
  });

  it("stop a list by its length, before an element is read", () => {
    let ran = 0;
    const list: unknown[] = [];
    list.length = LIMITS.items + 1;
    Object.defineProperty(list, 0, { get: () => (ran += 1) });
    expect(refusal(list)).toBe("too-many-items");
    expect(ran).toBe(0);
  });

  it("stop too many tokens", () => {
    const row = Array.from({ length: LIMITS.items }, () => 0);
    expect(refusal(Array.from({ length: Math.ceil(LIMITS.tokens / LIMITS.items) }, () => row))).toBe("too-large");
  });

  it("stop too much text, in values and in names of fields", () => {
    const half = "x".repeat(LIMITS.chars / 2 + 1);
    expect(refusal([half])).toBeNull();
    expect(refusal([half, half])).toBe("too-large");
    expect(refusal({ [half]: half })).toBe("too-large");
  });

  it("stop too many bytes before they are hashed", () => {
    const half = new Uint8Array(LIMITS.chars / 2 + 1);
    const start = performance.now();
    expect(refusal([half, half, half])).toBe("too-large");
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("keep the cost of an object with very many field names in proportion", () => {
    const wide = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`k${index}`, 1]));
    const start = performance.now();
    expect(refusal(wide)).toBeNull();
    // Quadratic work takes seconds here, and minutes for 60,000 names.
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("are not touched by 10 MB in 5,000 items", () => {
    const text = "x".repeat(2_000);
    expect(refusal(Array.from({ length: 5_000 }, () => ({ role: "user", content: text })))).toBeNull();
  });

  it("start anew where a part was taken back", () => {
    const recorder = new Recorder("salt", new ShapeTable());
    recorder.value("kept");
    recorder.take();
    const { chars, tokens } = recorder;
    expect(() => recorder.value(["half", new Date()])).toThrow(Unreadable);
    recorder.rewind(chars, tokens);
    expect(recorder.take()).toEqual([]);
    expect(recorder).toMatchObject({ chars: 4, tokens: 1 });
    recorder.value(nested(LIMITS.depth));
  });
});

describe("values side by side", () => {
  it("are not deep, however many they are", () => {
    const many = (make: () => unknown) => Array.from({ length: 2 * LIMITS.depth }, make);
    expect(refusal(many(() => []))).toBeNull();
    expect(refusal(many(() => ({})))).toBeNull();
    expect(refusal(many(() => [{ a: [] }]))).toBeNull();
  });
});
