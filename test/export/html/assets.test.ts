import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { joinModules, readAssets } from "../../../src/export/html/assets.ts";
import { found } from "../../support/entries.ts";

describe("what goes into the page", () => {
  it("is the chart library as it is published, with its licence before it", async () => {
    const { library } = found(await readAssets());
    const published = readFileSync(createRequire(import.meta.url).resolve("uplot/dist/uPlot.iife.min.js"), "utf8");
    expect(library.endsWith(published)).toBe(true);
    expect(library).toMatch(/^\/\* uPlot\nThe MIT License/);
  });

  it("is one script that parses, without imports and exports", async () => {
    const { script } = found(await readAssets());
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/^(import|export) /m);
    expect(script).toContain("function drawPlots(");
  });

  it("ends no element and starts no comment that would hide one", async () => {
    const { style, library, script } = found(await readAssets());
    for (const text of [library, script]) expect(text).not.toMatch(/<\/script|<!--/i);
    expect(style).not.toMatch(/<\/style/i);
  });

  it("would be hashed as the browser reads it: no carriage return, no zero byte", async () => {
    for (const text of Object.values(found(await readAssets()))) expect(text).not.toMatch(/[\r\0]/);
  });
});

describe("modules in one script", () => {
  it("lose their imports and exports and share one scope of their own", () => {
    const joined = joinModules([
      "export const one = 1;\n",
      'import { one } from "./one.js";\nexport const two = one + 1;\nresult = two;\n',
    ]);
    const sandbox = { result: 0 };
    new Script(joined).runInNewContext(sandbox);
    expect(sandbox).toEqual({ result: 2 });
  });

  it("fail where two of them use one name", () => {
    expect(() => new Script(joinModules(["const name = 1;\n", "const name = 2;\n"]))).toThrow(SyntaxError);
  });
});
