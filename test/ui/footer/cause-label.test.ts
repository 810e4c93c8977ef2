import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { causeLabel } from "../../../src/ui/footer/cause-label.ts";
import { CAUSES } from "../../../src/verdict/cause.ts";

describe("the word for a cause", () => {
  it("is in the reader's language", () => {
    expect(causeLabel("tools-changed", "en")).toBe("tools");
    expect(causeLabel("tools-changed", "zh")).toBe("工具");
    expect(causeLabel("provider-side", "en")).toBe("provider");
    expect(causeLabel("provider-side", "zh")).toBe("提供方");
  });

  it.each(["en", "zh"] as const)("is one short word of its own for each cause (%s)", (language) => {
    const labels = CAUSES.map((cause) => causeLabel(cause, language));
    expect(new Set(labels).size).toBe(CAUSES.length);
    for (const label of labels) {
      expect(label).toMatch(/^\S+$/);
      expect(visibleWidth(label)).toBeLessThanOrEqual(10);
    }
  });

  it("is English in ASCII alone", () => {
    for (const cause of CAUSES) expect(causeLabel(cause, "en")).toMatch(/^[a-z]+$/);
  });
});
