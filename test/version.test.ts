import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { field } from "../src/unknown.ts";
import { REPORT_SCHEMA, VERSION } from "../src/version.ts";

describe("the version", () => {
  it("is that of package.json", () => {
    const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect(VERSION).toBe(field(manifest, "version"));
  });

  it("of the machine contract is report@1, which programs compare as a whole", () => {
    expect(REPORT_SCHEMA).toBe("pi-cache-stats/report@1");
  });
});
