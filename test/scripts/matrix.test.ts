import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMatrixOptions, USAGE } from "../../scripts/matrix/options.ts";
import { isGood, type Outcome, outcomeText } from "../../scripts/matrix/outcome.ts";
import { manifestOf, PI_VERSIONS } from "../../scripts/matrix/pi-versions.ts";
import { field } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const packageJson: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));

describe("what npm run test:matrix is asked", () => {
  it("is everything on all Pis unless told otherwise", () => {
    expect(readMatrixOptions([])).toEqual({
      versions: ["0.84.2", "0.85.1", "0.87.1", "1.0.3", "1.4.0", "1.6.0"],
      keep: false,
      files: ["test/e2e", "test/integrations/single-file.test.ts"],
    });
  });

  it("can be some Pis, each once, and some files", () => {
    expect(
      readMatrixOptions(["--pi", "0.84.2", "--pi=1.2.3", "--pi", "0.84.2", "--keep", "test/e2e/tui.test.ts"]),
    ).toEqual({ versions: ["0.84.2", "1.2.3"], keep: true, files: ["test/e2e/tui.test.ts"] });
  });

  it.each([[["--help"]], [["--pi", "latest"]], [["--pi", "^1.0.0"]], [["--pi"]], [["--fast"]]])(
    "is answered with how to ask: %j",
    (args) => {
      expect(readMatrixOptions(args)).toContain(USAGE);
    },
  );
});

describe("the Pis of the matrix", () => {
  it("end with the one that all other tests run on", () => {
    expect(PI_VERSIONS.at(-1)).toBe(field(field(packageJson, "devDependencies"), "@earendil-works/pi-coding-agent"));
  });

  it("come with their own packages where a range would take later ones", () => {
    expect(manifestOf("0.84.2")).toMatchObject({
      dependencies: { "@earendil-works/pi-coding-agent": "0.84.2" },
      overrides: { "@earendil-works/pi-ai": "0.84.2", "@earendil-works/pi-client": "0.84.2" },
    });
    expect(manifestOf("1.0.3")).toMatchObject({
      overrides: { "@earendil-works/pi-tui": "1.0.3", "@earendil-works/chord": "0.87.1" },
    });
    expect(manifestOf("1.6.0")).toMatchObject({ overrides: {} });
    expect(manifestOf("1.2.3")).toMatchObject({ dependencies: { "@earendil-works/pi-coding-agent": "1.2.3" } });
  });
});

describe("how it went", () => {
  const fine: Outcome = { version: "1.6.0", passed: 170, failed: [], skipped: [], seconds: 120.4, trouble: "" };
  const skipped = [{ title: "screens.test.ts: en-60", reason: "another Pi" }];

  it("is a table, and by name what failed and what was skipped", () => {
    expect(outcomeText([{ ...fine, version: "0.84.2", failed: ["a.test.ts: b"], skipped }, fine])).toBe(
      [
        "Pi      passed   failed   skipped  time",
        "0.84.2  170      1        1        120 s",
        "1.6.0   170      0        0        120 s",
        "",
        "  failed on 0.84.2: a.test.ts: b",
        "  skipped on 0.84.2: screens.test.ts: en-60 (another Pi)",
      ].join("\n"),
    );
  });

  it("is good only where something ran and nothing went wrong", () => {
    expect(isGood({ ...fine, skipped })).toBe(true);
    expect(isGood({ ...fine, passed: 0, skipped })).toBe(false);
    expect(isGood({ ...fine, failed: ["a.test.ts: b"] })).toBe(false);
    expect(isGood({ ...fine, trouble: "could not be installed" })).toBe(false);
  });
});
