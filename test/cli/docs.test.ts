import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Asked } from "../../src/cli/asked.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { EXIT } from "../../src/cli/terminal.ts";
import { cliWords } from "../../src/ui/words/cli-en.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const DOCS = read("docs/cli.md");
const README = read("README.md");

/** What the words of a command line ask for; throws where they are not understood. */
async function asked(words: readonly string[]): Promise<readonly [command: string, asked: Asked]> {
  const ran: [string, Asked][] = [];
  const note = (command: string, options: Asked) => {
    ran.push([command, options]);
    return Promise.resolve(EXIT.ok);
  };
  const commands = {
    report: (_paths: readonly string[], options: Asked) => note("report", options),
    top: (_paths: readonly string[], options: Asked) => note("top", options),
    compare: (_first: string, _second: string, options: Asked) => note("compare", options),
  };
  const program = buildProgram(
    cliWords,
    commands,
    () => undefined,
    () => 0,
  );
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync([...words], { from: "user" });
  const [first] = ran;
  if (first === undefined) throw new Error(`Nothing ran: ${words.join(" ")}`);
  return first;
}

describe("the page on the command line", () => {
  const program = buildProgram(
    cliWords,
    { report: async () => EXIT.ok, top: async () => EXIT.ok, compare: async () => EXIT.ok },
    () => undefined,
    () => 0,
  );

  it("names every command and every option", () => {
    for (const command of program.commands) {
      expect(DOCS).toContain(`\`${command.name()} `);
      for (const option of command.options) expect(DOCS).toContain(option.long ?? option.flags);
    }
  });

  it("has a CI job whose steps the program understands, one of which holds it against limits", async () => {
    const lines = [...DOCS.matchAll(/^ *(?:- )?run: npx --yes pi-cache-stats (.+)$/gm)].map(([, words = ""]) => words);
    const steps = await Promise.all(lines.map((line) => asked(line.split(" "))));
    expect(steps.map(([command]) => command)).toEqual(["report", "report"]);
    expect(steps[0]?.[1]).toMatchObject({ failUnder: 0.85, maxBreaks: 3 });
    expect(steps[1]?.[1]).toMatchObject({ format: "html", output: "cache.html" });
  });

  it("and the README show commands that the program understands", async () => {
    const shown = [DOCS, README].map((text) => /^npx pi-cache-stats (.+)$/m.exec(text)?.[1] ?? "");
    for (const words of shown) expect((await asked(words.split(" ")))[0]).toBe("top");
  });
});
