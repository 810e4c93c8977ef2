import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnReport } from "../../src/report/schema.ts";
import { found } from "../support/entries.ts";
import { at } from "../support/fake-pi.ts";
import { INJECTOR } from "../support/pi/injector.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { reportOf } from "../support/truth.ts";

let sessions: Sessions;

beforeEach(async () => {
  sessions = await openSessions();
});

afterEach(() => sessions.close());

interface Conditions {
  /** What an extension puts into the prompt. */
  readonly injected?: string;
  readonly args?: readonly string[];
}

/** Plays a turn or two, quits, and plays one more under other conditions: its report, and the prompts before and after. */
async function overnight(evening: Conditions, morning: Conditions, meanwhile = async (): Promise<void> => undefined) {
  const start = ({ injected = "", args = [] }: Conditions, more: readonly string[]) =>
    sessions.start({ extensions: [EXTENSION, INJECTOR], args: [...args, ...more], env: { TEST_INJECTED: injected } });
  const first = await start(evening, []);
  await first.prompt("say hello");
  await first.prompt("call 1 tools");
  const before = promptSent();
  await sessions.quit();
  await meanwhile();
  const second = await start(morning, ["--continue"]);
  await second.prompt("and now");
  const why = (await second.command("/cache-stats why")).replace(/\s+/g, " ");
  const report = await reportOf(second);
  expect(report.internalErrors).toBe(0);
  return { turn: found(report.turns.at(-1)), why, before, after: promptSent() };
}

/** The lines of the system prompt of the last request, as the provider got it. */
function promptSent(): readonly string[] {
  const body: unknown = JSON.parse(sessions.simulator.requests.at(-1)?.rawBody.toString() ?? "{}");
  return String(at(body, "system", 0, "text")).split("\n");
}

const OBSERVED: Partial<TurnReport["verdict"]> = { cause: "system-changed", certainty: "observed" };
const MEMORY = "<memory>\nPLANTED-ONE likes tea.\nPLANTED-TWO likes rain.\n</memory>";

describe("the first request after a night", () => {
  it("without the block that an extension had put into the prompt: observed, with its tag and line", async () => {
    const { turn, why, before } = await overnight({ injected: MEMORY }, {});
    expect(turn.verdict).toMatchObject(OBSERVED);
    expect(turn.prefix?.divergence).toMatchObject({ section: "system", tag: "memory", kind: "removed" });
    expect(before[(turn.prefix?.divergence?.line ?? 0) - 1]).toBe("<memory>");
    expect(why).toContain("<memory> removed");
    expect(await readFile(await sessions.file(), "utf8")).not.toContain("PLANTED");
  });

  it("with a block that was not there before: observed, with its tag and line", async () => {
    const { turn, after } = await overnight({}, { injected: MEMORY });
    expect(turn.verdict).toMatchObject(OBSERVED);
    expect(turn.prefix?.divergence).toMatchObject({ section: "system", tag: "memory", kind: "added" });
    expect(after[(turn.prefix?.divergence?.line ?? 0) - 1]).toBe("<memory>");
    expect((await sessions.recordLines()).join()).not.toContain("PLANTED");
  });

  it("with another date in a block: observed, with the block's tag and the date's line", async () => {
    const today = (date: string): Conditions => ({
      injected: `<today>\nWeather: fine\nDate: PLANTED ${date}\n</today>`,
    });
    const { turn, why, after } = await overnight(today("Monday"), today("Tuesday"));
    expect(turn.verdict).toMatchObject(OBSERVED);
    expect(turn.prefix?.divergence).toMatchObject({ section: "system", tag: "today", kind: "changed" });
    expect(after[(turn.prefix?.divergence?.line ?? 0) - 1]).toBe("Date: PLANTED Tuesday");
    expect(why).toMatch(/in <today> changed: line \d+/);
    const file = await readFile(await sessions.file(), "utf8");
    for (const word of ["PLANTED", "Monday", "Tuesday"]) expect(file).not.toContain(word);
  });

  it("with another date in the project's rules: observed, with the line", async () => {
    const rules = join(sessions.workspace.project, "AGENTS.md");
    const dated = async (date: string): Promise<void> => {
      const text = (await readFile(rules, "utf8")).replace(/\nToday is .*\n/, "\n");
      await writeFile(rules, text.replace("\n- Rule 30", `\nToday is ${date}\n- Rule 30`));
    };
    await dated("Monday");
    const { turn, why, after } = await overnight({}, {}, () => dated("Tuesday"));
    expect(turn.verdict).toMatchObject(OBSERVED);
    expect(turn.prefix?.divergence).toMatchObject({ section: "system", tag: "project_context", kind: "changed" });
    expect(after[(turn.prefix?.divergence?.line ?? 0) - 1]).toBe("Today is Tuesday");
    expect(turn.prefix?.divergence?.name).toBe("AGENTS.md");
    expect(why).toContain("AGENTS.md in <project_context> changed");
    expect(why).toContain("an edit of AGENTS.md");
    const ours = (await sessions.recordLines()).join();
    for (const word of ["Today is", "Monday", "Tuesday"]) expect(ours).not.toContain(word);
  });

  it("with another text appended to the prompt on the command line: observed, with the line", async () => {
    const appended = (date: string): Conditions => ({
      args: ["--append-system-prompt", `The date is PLANTED ${date}.`],
    });
    const { turn, after } = await overnight(appended("Monday"), appended("Tuesday"));
    expect(turn.verdict).toMatchObject(OBSERVED);
    expect(after[(turn.prefix?.divergence?.line ?? 0) - 1]).toContain("The date is PLANTED Tuesday.");
    expect((await sessions.recordLines()).join()).not.toContain("PLANTED");
  });

  it("under the same conditions: nothing is observed, and the cache is read", async () => {
    const { turn } = await overnight({ injected: MEMORY }, { injected: MEMORY });
    expect(turn.prefix).toMatchObject({ relation: "extended", divergence: null });
    expect(turn.verdict.outcome).toBe("hit");
  });
});
