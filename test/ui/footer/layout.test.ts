import { stripVTControlCharacters } from "node:util";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FooterFacts } from "../../../src/ui/footer/facts.ts";
import { layoutFooter } from "../../../src/ui/footer/layout.ts";
import { glyphs } from "../../../src/ui/glyphs.ts";
import { paint } from "../../../src/ui/paint.ts";
import cases from "../../cases/cases.json" with { type: "json" };
import { at, footerFacts, THEME } from "../../support/fake-pi.ts";

const WIDTHS = Array.from({ length: 200 }, (_, index) => index + 1);
const COLORS = paint(THEME, true);
const TAGS = paint({ fg: (color, text) => `<${color}:${text}>`, bold: (text) => `<bold:${text}>` }, true);
const DRAWN = glyphs(false);

const draw = (facts: FooterFacts, width: number): readonly string[] => layoutFooter(facts, width, COLORS, DRAWN);
const plain = (lines: readonly string[]): string[] => lines.map((line) => stripVTControlCharacters(line));
/** All lines of a wide terminal as one text, colours as tags. */
const tagged = (changes: Partial<FooterFacts>): string =>
  layoutFooter(footerFacts(changes), 300, TAGS, DRAWN).join("\n");
const wide = (changes: Partial<FooterFacts>): string[] => plain(draw(footerFacts(changes), 200));

const AWKWARD = [
  "模型 gpt-测试",
  "👩‍💻🧊🇨🇳",
  "e\u0301a\u0300",
  "\u001b[33mhit 3 %\u001b[0m",
  "\u001b]8;;http://x\u0007link\u001b]8;;\u0007",
  "\t\n\u200d\ufe0f",
  "x".repeat(300),
  "模".repeat(150),
];
const piece = fc.oneof(
  fc.constantFrom(...AWKWARD),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary" }),
);
const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(" "));
const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });
const tokens = fc.oneof(fc.constant(0), fc.nat(2_000_000_000));
const rate = maybe(fc.double({ min: 0, max: 1, noNaN: true }));
const anyFacts: fc.Arbitrary<FooterFacts> = fc.record({
  folder: text,
  branch: maybe(text),
  sessionName: maybe(text),
  input: tokens,
  output: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  cost: fc.double({ min: 0, max: 1e6, noNaN: true }),
  subscription: fc.boolean(),
  experimental: fc.boolean(),
  sessionRate: rate,
  latestRate: rate,
  breakLabel: fc.constantFrom("", "tools", "系统提示"),
  contextPercent: maybe(fc.double({ min: 0, max: 400, noNaN: true })),
  contextWindow: tokens,
  autoCompaction: fc.boolean(),
  speed: fc.option(maybe(fc.double({ min: 0.01, max: 10_000, noNaN: true })), { nil: undefined }),
  speedOfRequest: fc.boolean(),
  provider: text,
  model: text,
  thinkingLevel: maybe(text),
  routedModel: maybe(text),
  routedLevel: maybe(text),
  showProvider: fc.boolean(),
  statuses: text,
});

describe("the width of the footer", () => {
  it("is kept by every line at every width from 1 to 200, whatever the facts hold", () => {
    fc.assert(
      fc.property(
        anyFacts,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 200 }),
        (facts, ascii, color, width) => {
          for (const line of layoutFooter(facts, width, paint(THEME, color), glyphs(ascii))) {
            expect(visibleWidth(line)).toBeLessThanOrEqual(width);
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  it.each(AWKWARD)("is kept at every width from 1 to 200 with %j everywhere", (awkward) => {
    const facts = footerFacts({
      ...{ folder: awkward, branch: awkward, sessionName: awkward, model: awkward, provider: awkward },
      ...{ thinkingLevel: awkward, routedModel: awkward, routedLevel: awkward, statuses: awkward, showProvider: true },
    });
    for (const width of WIDTHS) {
      for (const ascii of [false, true]) {
        for (const line of layoutFooter(facts, width, COLORS, glyphs(ascii))) {
          expect(visibleWidth(line), `${width} columns`).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  it("is kept with the strings and widths of C51", () => {
    const given = at(
      cases.cases.find(({ id }) => id === "C51"),
      "inputs",
      0,
    );
    const widths = at(given, "widths");
    const strings = at(given, "strings");
    if (!Array.isArray(widths) || !Array.isArray(strings)) throw new Error("C51 has another shape");
    expect(strings.length * widths.length).toBeGreaterThan(0);
    for (const width of widths.map(Number)) {
      for (const string of strings.map(String)) {
        for (const line of draw(footerFacts({ folder: string, model: string, statuses: string }), width)) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        }
      }
    }
  });

  it("is kept with the statuses of other extensions, which stay on one line of their own (C52)", () => {
    for (const width of [80, 40, 20]) {
      const lines = plain(draw(footerFacts({ statuses: "MCP 3/3 hit 97% ts ok" }), width));
      expect(lines.at(-1)?.startsWith("MCP 3/3 hit 97%")).toBe(true);
    }
  });

  it("never breaks a line in two", () => {
    fc.assert(
      fc.property(anyFacts, fc.integer({ min: 1, max: 200 }), (facts, width) => {
        for (const line of draw({ ...facts, statuses: "" }, width)) expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
      }),
    );
  });
});

describe("a footer that gets narrow", () => {
  const full = footerFacts({ sessionName: "name", routedModel: "physical", showProvider: true, statuses: "lsp ok" });
  const RATES = "◆ 87% ◇ 95%";

  it("shows both hit rates in full wherever they can stand", () => {
    for (const width of WIDTHS.filter((columns) => columns >= visibleWidth(RATES))) {
      expect(plain(draw(full, width)).join("\n"), `${width} columns`).toContain(RATES);
    }
  });

  it("shows as much of the hit rates as fits below that, and nothing else on their line", () => {
    for (let width = 3; width < visibleWidth(RATES); width++) {
      const line = plain(draw(full, width)).find((candidate) => candidate.includes("◆")) ?? "";
      expect(line, `${width} columns`).toBe(`${RATES.slice(0, width - 1)}…`);
    }
  });

  it("shows the context wherever it can stand beside the hit rates, and the speed wherever it can beside both", () => {
    const context = `${RATES} ▲ 12.3%/200k (auto)`;
    const speed = `${context} ▸ 45 t/s`;
    for (const width of WIDTHS) {
      const lines = plain(draw(full, width)).join("\n");
      if (width >= visibleWidth(context)) expect(lines, `${width} columns`).toContain(context);
      if (width >= visibleWidth(speed)) expect(lines, `${width} columns`).toContain(speed);
    }
  });

  it("drops the provider before it cuts the model", () => {
    const narrow = WIDTHS.map((width) => plain(draw(full, width)).join("\n"));
    const withProvider = narrow.filter((lines) => lines.includes("(anthropic)"));
    expect(withProvider.length).toBeGreaterThan(0);
    for (const lines of withProvider) expect(lines).toContain("claude-sonnet • high → physical");
    expect(
      narrow.some((lines) => !lines.includes("(anthropic)") && lines.includes("■ claude-sonnet • high → physical")),
    ).toBe(true);
  });

  it("keeps the counters beside the folder or below it instead of dropping them", () => {
    for (const width of WIDTHS.filter((columns) => columns >= 32)) {
      expect(plain(draw(full, width)).join("\n"), `${width} columns`).toContain("↑307 ↓512 R9.9k W300 $0.020");
    }
  });
});

describe("a wide footer shows everything that Pi's own footer shows", () => {
  it("the folder, the branch and the session name", () => {
    expect(wide({ folder: "~/project", branch: "main", sessionName: "refactor" })[0]).toBe(
      "~/project (main) • refactor",
    );
    expect(wide({ folder: "/srv", branch: null, sessionName: null })[0]).toBe("/srv");
  });

  it("the token counters and the cost, without those that are zero", () => {
    expect(wide({})[1]).toContain("↑307 ↓512 R9.9k W300 $0.020");
    const none = wide({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 })[1] ?? "";
    expect(none).not.toMatch(/[↑↓RW$]/);
  });

  it("that a subscription pays, also at no cost", () => {
    expect(wide({ subscription: true, cost: 0 })[1]).toContain("$0.000 (sub)");
    expect(wide({ subscription: false })[1]).not.toContain("(sub)");
  });

  it("the context in per cent of the window, and whether Pi compacts by itself", () => {
    expect(wide({ contextPercent: 12.34, contextWindow: 200_000 })[1]).toContain("▲ 12.3%/200k (auto)");
    expect(wide({ autoCompaction: false })[1]).toMatch(/▲ 12\.3%\/200k(?! \(auto\))/);
    expect(wide({ contextPercent: null })[1]).toContain("▲ ?/200k (auto)");
  });

  it("that Pi's experiments are on, after the context", () => {
    expect(wide({ experimental: true })[1]).toContain("▲ 12.3%/200k (auto) • xp ▸ 45 t/s");
    expect(wide({ experimental: true, autoCompaction: false, speed: undefined })[1]).toMatch(/▲ 12\.3%\/200k • xp +■/);
    expect(wide({ experimental: true })[1]).toMatch(/\bxp\b/);
    expect(wide({ experimental: true, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 })[1]).toMatch(
      /\bxp\b/,
    );
    expect(wide({ experimental: false })[1]).not.toMatch(/\bxp\b/);
  });

  it("the model with its thinking level, off included", () => {
    expect(wide({ thinkingLevel: "high" })[1]).toMatch(/■ claude-sonnet • high$/);
    expect(wide({ thinkingLevel: "off" })[1]).toMatch(/■ claude-sonnet • thinking off$/);
    expect(wide({ thinkingLevel: null })[1]).toMatch(/■ claude-sonnet$/);
  });

  it("the model that a virtual one was routed to, with its level", () => {
    expect(wide({ routedModel: "physical", routedLevel: "low" })[1]).toMatch(
      /■ claude-sonnet • high → physical • low$/,
    );
    expect(wide({ routedModel: "physical" })[1]).toMatch(/→ physical$/);
  });

  it("the provider when several are in use", () => {
    expect(wide({ showProvider: true })[1]).toMatch(/■ \(anthropic\) claude-sonnet • high$/);
    expect(wide({ showProvider: false })[1]).not.toContain("anthropic");
  });

  it("the statuses of other extensions with their colours, last", () => {
    const lines = draw(footerFacts({ statuses: "\u001b[32mMCP 3/3\u001b[0m lsp" }), 200);
    expect(lines.at(-1)).toBe("\u001b[32mMCP 3/3\u001b[0m lsp");
    expect(wide({ statuses: "" })).toHaveLength(2);
  });

  it("and adds the hit rates, then context, then speed, then the model at the right edge", () => {
    const line = wide({})[1] ?? "";
    expect(line).toMatch(/◆ 87% ◇ 95% ▲ 12\.3%\/200k \(auto\) ▸ 45 t\/s +■ claude-sonnet • high$/);
    expect(visibleWidth(line)).toBe(200);
  });

  it("and marks a speed over the whole request, one that could not be measured, and shows none before any", () => {
    expect(wide({ speed: 45, speedOfRequest: true })[1]).toContain("▸ ~45 t/s");
    expect(wide({ speed: null })[1]).toContain("▸ n/a");
    expect(wide({ speed: undefined })[1]).not.toContain("▸");
  });
});

describe("the hit rates of the footer", () => {
  it("are whole percent, rounded down", () => {
    expect(wide({ sessionRate: 0.8799, latestRate: 0.9997 })[1]).toContain("◆ 87% ◇ 99%");
    expect(wide({ sessionRate: 1, latestRate: 0.0005 })[1]).toContain("◆ 100% ◇ <0.1%");
  });

  it("are n/a where nothing was measured, and a real zero is 0%", () => {
    expect(wide({ sessionRate: null, latestRate: null })[1]).toContain("◆ n/a ◇ n/a");
    expect(wide({ sessionRate: 0, latestRate: 0 })[1]).toContain("◆ 0% ◇ 0%");
  });
});

describe("the colours of the footer", () => {
  it("are none for the session rate and the warning colour for the latest", () => {
    expect(tagged({})).toContain(" ◆ 87% <warning:◇ 95%> ");
  });

  it("are dim for a rate that is n/a", () => {
    expect(tagged({ sessionRate: null, latestRate: null })).toContain("<dim:◆ n/a> <dim:◇ n/a>");
  });

  it.each([
    [90.1, "<error:▲ 90.1%/200k (auto)>"],
    [100, "<error:▲ 100.0%/200k (auto)>"],
    [90, "<warning:▲ 90.0%/200k (auto)>"],
    [70.1, "<warning:▲ 70.1%/200k (auto)>"],
    [70, " ▲ 70.0%/200k (auto) "],
    [0, " ▲ 0.0%/200k (auto) "],
    [null, " ▲ ?/200k (auto) "],
  ])("are error above 90 and warning above 70 for the context: %s", (contextPercent, expected) => {
    expect(tagged({ contextPercent })).toContain(expected);
  });

  it.each([
    [95, "<error:▲ 95.0%/200k (auto)> <dim:•> <bold:<warning:xp>> <dim:▸ 45 t/s>"],
    [75, "<warning:▲ 75.0%/200k (auto)> <dim:•> <bold:<warning:xp>> <dim:▸ 45 t/s>"],
    [10, " ▲ 10.0%/200k (auto) <dim:•> <bold:<warning:xp>> <dim:▸ 45 t/s>"],
    [null, " ▲ ?/200k (auto) <dim:•> <bold:<warning:xp>> <dim:▸ 45 t/s>"],
  ])(
    "are bold and the warning colour for Pi's experiments, whatever that of the context: %s",
    (contextPercent, expected) => {
      expect(tagged({ contextPercent, experimental: true })).toContain(expected);
    },
  );

  it("are dim for folder, counters, speed and model", () => {
    const lines = tagged({});
    expect(lines).toContain("<dim:~/project (main)>");
    expect(lines).toContain("<dim:↑307 ↓512 R9.9k W300 $0.020>");
    expect(lines).toContain("<dim:▸ 45 t/s>");
    expect(lines).toContain("<dim:■ claude-sonnet • high>");
  });

  it("are all absent when colour is off, also where a line is cut", () => {
    for (const width of WIDTHS) {
      const facts = footerFacts({
        contextPercent: 95,
        sessionRate: null,
        experimental: true,
        statuses: "plain status",
      });
      for (const line of layoutFooter(facts, width, paint(THEME, false), DRAWN)) {
        // A reset is no colour: Pi's own truncation ends every cut line with one.
        expect(line.replaceAll("\u001b[0m", "")).not.toContain("\u001b");
      }
    }
  });
});

describe("the plain footer", () => {
  it("holds printable ASCII only, given ASCII", () => {
    const facts = footerFacts({
      ...{ sessionName: "name", experimental: true, routedModel: "physical", routedLevel: "low" },
      ...{ showProvider: true, statuses: "lsp ok", speedOfRequest: true, sessionRate: null },
    });
    for (const width of WIDTHS) {
      for (const line of layoutFooter(facts, width, paint(THEME, false), glyphs(true))) {
        expect(stripVTControlCharacters(line), `${width} columns`).toMatch(/^[\x20-\x7e]*$/);
      }
    }
  });

  it("still says everything", () => {
    const lines = layoutFooter(footerFacts({ routedModel: "physical" }), 200, paint(THEME, false), glyphs(true)).join(
      "\n",
    );
    expect(lines).toContain("in:307 out:512 R9.9k W300 $0.020 S 87% L 95% C 12.3%/200k (auto) > 45 t/s");
    expect(lines).toMatch(/# claude-sonnet - high -> physical$/);
    const experimental = layoutFooter(footerFacts({ experimental: true }), 200, paint(THEME, false), glyphs(true));
    expect(experimental.join("\n")).toContain("C 12.3%/200k (auto) - xp > 45 t/s");
  });
});
