import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestAll, digestBytes, digestText, digestTokens } from "../../src/prefix/digest.ts";
import { Shape, ShapeTable } from "../../src/prefix/shape.ts";
import { ARRAY, BIGINT, BYTES, NULL, type Token } from "../../src/prefix/tape.ts";

const RUNS = { seed: 20_261_130, numRuns: 20_000 };

// Texts that look like framing themselves, and all that Unicode allows and does not allow.
const text = fc.oneof(
  fc.constantFrom(
    "",
    ":",
    ";",
    "s",
    "s0:",
    "s1:a",
    "u1:",
    "u1:ANg=",
    "yobject;",
    "number1;",
    "true",
    "1",
    "-",
    "s0:s0:",
    "\0",
  ),
  fc.constantFrom("\ud800", "\ud801", "\udc00", "\udc00\ud800", "\ud83d\ude00", "\ufffd", "e\u0301", "\u00e9"),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 4 }),
  fc.string({ unit: fc.constantFrom("s", "u", "y", ":", ";", "0", "1", "2", "a"), maxLength: 6 }),
);
const number = fc.oneof(fc.constantFrom(0, 1, 10, -1, 0.1, 1e21), fc.double({ noNaN: true, noDefaultInfinity: true }));
const shape = fc.array(text, { maxLength: 3 }).map((keys) => shapeOf(keys));
const token: fc.Arbitrary<Token> = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constantFrom(ARRAY, NULL, BIGINT, BYTES),
  shape,
);
const tokens = fc.array(token, { maxLength: 6 });

/** A list of tokens split or joined at a random place: what a framing without lengths would mix up. */
const neighbours = fc
  .tuple(fc.array(text, { minLength: 2, maxLength: 4 }), fc.nat(), fc.nat())
  .map(([list, at, cut]) => {
    const index = at % (list.length - 1);
    const joined = (list[index] ?? "") + (list[index + 1] ?? "");
    const place = cut % (joined.length + 1);
    return [
      [list, list.toSpliced(index, 2, joined)],
      [list, list.toSpliced(index, 2, joined.slice(0, place), joined.slice(place))],
    ] as const;
  });

describe("digests", () => {
  it("differ for different lists of tokens, and agree for the same", () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        expect(digestTokens("salt", a) === digestTokens("salt", b)).toBe(sameList(a, b));
        expect(digestTokens("salt", [...a])).toBe(digestTokens("salt", a));
      }),
      RUNS,
    );
  });

  it("differ for lists of tokens of which one is the other with one token changed, added, taken out or of another kind", () => {
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 6 }), fc.nat(), token, (list, place, other) => {
        const at = place % list.length;
        const old = list[at] ?? "";
        const variants: Token[][] = [
          list.toSpliced(at, 1),
          list.toSpliced(at, 0, other),
          list.toSpliced(at, 1, other),
          list.toSpliced(at, 1, lookalike(old)),
          list.toReversed(),
        ];
        const digest = digestTokens("salt", list);
        for (const variant of variants) expect(digestTokens("salt", variant) === digest).toBe(sameList(list, variant));
      }),
      RUNS,
    );
  });

  it("differ where texts run together or part at another place", () => {
    fc.assert(
      fc.property(neighbours, (pairs) => {
        for (const [a, b] of pairs) {
          expect(digestTokens("salt", a) === digestTokens("salt", b)).toBe(sameList(a, b));
          expect(digestAll("salt", a) === digestAll("salt", b)).toBe(sameList(a, b));
        }
      }),
      RUNS,
    );
  });

  it("differ for different texts, lone surrogates included", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(digestText("salt", a) === digestText("salt", b)).toBe(a === b);
        expect(digestText("salt", `${a}\ud800`)).not.toBe(digestText("salt", `${a}\ud801`));
      }),
      RUNS,
    );
  });

  it("never take a text with a lone surrogate for the text that its code units spell", () => {
    fc.assert(
      fc.property(text, (a) => {
        const lone = `${a}\ud800`;
        const spelled = Buffer.from(lone, "utf16le").toString("base64");
        expect(digestText("salt", spelled)).not.toBe(digestText("salt", lone));
        expect(digestText("salt", lone.toWellFormed())).not.toBe(digestText("salt", lone));
      }),
      RUNS,
    );
  });

  it("differ for different bytes, and agree for the same in another buffer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 8 }), fc.uint8Array({ maxLength: 8 }), (a, b) => {
        expect(digestBytes("salt", a) === digestBytes("salt", b)).toBe(Buffer.compare(a, b) === 0);
        const padded = new Uint8Array([7, ...a, 7]);
        expect(digestBytes("salt", padded.subarray(1, a.length + 1))).toBe(digestBytes("salt", a));
      }),
      RUNS,
    );
  });

  it("differ under different salts, and no salt runs into what it is put before", () => {
    fc.assert(
      fc.property(text, text, text, fc.uint8Array({ maxLength: 4 }), (salt, other, content, bytes) => {
        fc.pre(salt !== other);
        expect(digestText(salt, content)).not.toBe(digestText(other, content));
        expect(digestTokens(salt, [content])).not.toBe(digestTokens(other, [content]));
        expect(digestAll(salt, [content])).not.toBe(digestAll(other, [content]));
        expect(digestBytes(salt, bytes)).not.toBe(digestBytes(other, bytes));
        if (other !== "") expect(digestText(salt + other, content)).not.toBe(digestText(salt, other + content));
      }),
      RUNS,
    );
  });

  it("have at least 64 bits, all of them in use", () => {
    const seen = new Set<string>();
    const letters = new Map<number, Set<string>>();
    for (let count = 0; count < 20_000; count++) {
      const digest = digestText("salt", String(count));
      seen.add(digest);
      for (const [at, letter] of [...digest].entries()) letters.set(at, (letters.get(at) ?? new Set()).add(letter));
    }
    expect(seen.size).toBe(20_000);
    // Bits that vary: each place holds one of so many letters.
    const bits = [...letters.values()].reduce((sum, { size }) => sum + Math.log2(size), 0);
    expect(bits).toBeGreaterThanOrEqual(64);
  });

  it("say nothing of a text, nor of the salt", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 9, maxLength: 40 }), (secret) => {
        expect(digestText("salt", secret)).not.toContain(secret.slice(0, 9));
        expect(digestText(secret, "text")).not.toContain(secret.slice(0, 9));
      }),
      { ...RUNS, numRuns: 1_000 },
    );
  });
});

/** A shape of its own table, so that no two are one object. */
function shapeOf(keys: readonly string[]): Shape {
  return keys.reduce((shape, key) => shape.with(key), new ShapeTable().empty);
}

/** Text that says what the token says. */
function lookalike(token: Token): string {
  if (token instanceof Shape) return token.keys.join();
  return typeof token === "symbol" ? (token.description ?? "") : String(token);
}

function sameList(a: readonly Token[], b: readonly Token[]): boolean {
  return a.length === b.length && a.every((token, at) => sameToken(token, b[at]));
}

function sameToken(a: Token, b: Token | undefined): boolean {
  // 0 and -0 are one number in JSON.
  if (!(a instanceof Shape) || !(b instanceof Shape)) return a === b;
  return a.keys.length === b.keys.length && a.keys.every((key, at) => key === b.keys[at]);
}
