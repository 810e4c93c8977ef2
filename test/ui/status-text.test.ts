import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statusText } from "../../src/ui/status-text.ts";
import { SessionScan } from "../../src/usage/session-scan.ts";
import { CAUSES } from "../../src/verdict/cause.ts";
import cases from "../cases/cases.json" with { type: "json" };
import { at, FakeSession, type Tokens } from "../support/fake-pi.ts";

function scanned(session: FakeSession): SessionScan {
  const { manager } = session;
  const scan = new SessionScan(() => null);
  scan.update({
    sessionId: manager.getSessionId,
    leafId: manager.getLeafId,
    entryCount: () => null,
    entries: manager.getEntries,
    entry: manager.getEntry,
    branch: manager.getBranch,
  });
  return scan;
}

function sessionOf(...turns: readonly Tokens[]): FakeSession {
  const session = new FakeSession();
  for (const tokens of turns) session.appendTurn(tokens);
  return session;
}

const anyCause = fc.option(fc.constantFrom(...CAUSES));
const widest = Number(
  at(
    cases.cases.find(({ id }) => id === "C52"),
    ...["inputs", 0, "expect", "maxOwnColumns"],
  ),
);

describe("the status text", () => {
  it("is the rate of the latest turn in whole percent", () => {
    const scan = scanned(sessionOf([100, 5, 0, 9_900], [300, 5, 9_700, 0]));
    expect(statusText(scan, "en")).toBe("hit 97%");
    expect(statusText(scan, "zh")).toBe("命中 97%");
  });

  it("is n/a before any turn, before any cache activity and after a turn without prompt tokens", () => {
    expect(statusText(scanned(sessionOf()), "en")).toBe("hit n/a");
    expect(statusText(scanned(sessionOf([100, 5, 0, 0])), "en")).toBe("hit n/a");
    expect(statusText(scanned(sessionOf([10, 5, 90, 0], [0, 0, 0, 0])), "en")).toBe("hit n/a");
  });

  it("names the cause of a break where there is room for it", () => {
    const scan = scanned(sessionOf([100, 5, 0, 9_900], [9_400, 5, 600, 0]));
    expect(statusText(scan, "en", "tools-changed")).toBe("hit 6% tools");
    expect(statusText(scan, "en", "system-changed")).toBe("hit 6% system");
    expect(statusText(scan, "zh", "tools-changed")).toBe("命中 6% 工具");
    expect(statusText(scan, "en", null)).toBe("hit 6%");
  });

  it("leaves out a label that does not fit in its 14 columns", () => {
    const scan = scanned(sessionOf([100, 5, 0, 9_900], [9_400, 5, 600, 0]));
    // "hit 6% expired" has 14 columns, "hit 6% provider" has 15.
    expect(statusText(scan, "en", "expired")).toBe("hit 6% expired");
    expect(statusText(scan, "en", "provider-side")).toBe("hit 6%");
    expect(statusText(scan, "zh", "system-changed")).toBe("命中 6%");
  });

  it.each(["en", "zh"] as const)("takes at most the columns that C52 allows, for every rate (%s)", (language) => {
    expect(widest).toBe(14);
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000_000), fc.nat(2_000_000), anyCause, (input, read, write, cause) => {
        const text = statusText(scanned(sessionOf([input, 1, read, write])), language, cause);
        expect(visibleWidth(text)).toBeLessThanOrEqual(widest);
      }),
    );
    const smallest = statusText(scanned(sessionOf([1_999_999, 1, 1, 0])), language);
    expect(smallest).toContain("<0.1%");
    expect(visibleWidth(smallest)).toBeLessThanOrEqual(widest);
  });
});
