import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { causeLabel } from "../../src/ui/footer/cause-label.ts";
import { words } from "../../src/ui/words/en.ts";
import { verdictWords } from "../../src/ui/words/verdict-en.ts";
import { CAUSES, ORIGINS } from "../../src/verdict/cause.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const PAGE = readFileSync(join(PACKAGE_ROOT, "docs/troubleshooting.md"), "utf8");
const headings = [...PAGE.matchAll(/^### (.*)$/gm)].map(([, text]) => text);
/** What stands below the heading of a cause. */
const sectionOf = (cause: string): string => PAGE.split(`\n### \`${cause}\`:`)[1]?.split(/\n##/)[0] ?? "";

describe("the page on troubles", () => {
  it("has one heading for each cause, with its words on the screen", () => {
    const expected = CAUSES.map(
      (cause) => `\`${cause}\`: ${verdictWords.causes[cause]} (footer: \`${causeLabel(cause, "en")}\`)`,
    );
    expect([...headings].sort()).toEqual([...expected].sort());
  });

  it.each(CAUSES)("says of %s what it means and what can be done", (cause) => {
    const [, ...lines] = sectionOf(cause).split("\n");
    expect(lines.join(" ").split(/[.;] /).length, cause).toBeGreaterThan(1);
    // Where there is nothing to do, both say so, and only then.
    const isNothing = /^nothing/.test(verdictWords.advice[cause]);
    if (!isNothing) expect(lines.join(" ")).not.toMatch(/nothing (?:to do|known)/i);
  });

  it("has causes that can break a turn among the words behind the rate, and the others apart", () => {
    const [, apart = ""] = PAGE.split("\n## Words that no break has\n");
    const first = [...apart.matchAll(/^### `([^`]+)`/gm)].map(([, cause]) => cause);
    const never = CAUSES.filter((cause) => ["session", "measurement"].includes(ORIGINS[cause]));
    expect(first.sort()).toEqual([...never].sort());
  });

  it.each([words.invalidConfig("PI_CACHE_STATS_…"), words.metricsState.missing.split(";")[0] ?? "", words.judging])(
    "quotes what is said on the screen: %s",
    (text) => {
      expect(PAGE).toContain(`\`${text}\``);
    },
  );

  it("quotes parts of longer sentences as they are", () => {
    for (const [part, whole] of [
      ["records in the session file damaged, of another version", words.unreadableRecords(2)],
      ["requests answered 400, unclassified", words.refusedList(2, "x")],
      ["cached tokens inside input", words.inclusive("m", "90%")],
      ["internal errors: ", words.internalErrors(3)],
      ["another command is called cache-stats too", words.commandShared],
    ] as const) {
      expect(whole).toContain(part);
      expect(PAGE).toContain(part);
    }
  });
});
