import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CommandContext } from "../../src/commands/command.ts";
import { complete, dispatch } from "../../src/commands/dispatch.ts";
import { SUBCOMMANDS } from "../../src/commands/table.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { words as en } from "../../src/ui/words/en.ts";
import { words as zh } from "../../src/ui/words/zh.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { FakeContext, FakePi, FakeUi } from "../support/fake-pi.ts";
import { live, TOOLS_CHANGED } from "../support/verdicts.ts";

const USAGE =
  "Usage: /cache-stats [turns [n] | why [turn] | prefix | diff | panel | export csv|json|html [path] | json [n] | enable | disable | reset]";

function bench(env: Record<string, string> = {}) {
  const context = new FakeContext(new FakeUi("rpc"));
  const monitor = new Monitor(readConfig(env), () => null);
  const commandContext: Omit<CommandContext, "words"> = {
    monitor,
    host: createHost(new FakePi().api, context.ctx),
    piVersion: "1.6.0",
    now: () => 1_700_000_000_000,
    agentDir: () => "/nowhere",
    views: {
      footerTaken: false,
      showPanel: () => "no-terminal" as const,
      apply: () => undefined,
      refresh: () => undefined,
    },
  };
  const ask = (args: string) =>
    dispatch(
      args,
      monitor.config,
      () => commandContext,
      () => monitor.countInternalError(),
    );
  return { session: context.session, monitor, commandContext, ask };
}

describe("/cache-stats", () => {
  it.each(["", "  ", "\n\t"])("answers %j with the summary", async (args) => {
    const { ask } = bench();
    const answer = await ask(args);
    expect(answer.level).toBe("info");
    expect(answer.text).toMatch(/^Prompt cache · pi-cache-stats /);
  });

  it("runs a subcommand whatever the case of its word and the blanks around", async () => {
    const { monitor, ask } = bench();
    expect((await ask("  DISABLE  ")).text).toContain("cache-stats is off");
    expect(monitor.enabled).toBe(false);
  });

  it("answers an unknown word with one usage line that names it", async () => {
    const { ask } = bench();
    expect(await ask("foo")).toEqual({ level: "warning", text: `Unknown: foo. ${USAGE}` });
  });

  it("does not echo control characters or a long text that was typed", async () => {
    const { ask } = bench();
    const { text } = await ask(`\u001b[31m${"x".repeat(10_000)}`);
    expect(text.length).toBeLessThan(250);
    expect(text).not.toContain("\u001b[31m");
    expect(text.split("\n")).toHaveLength(1);
  });

  it("echoes no control character at all in a usage line", async () => {
    const { ask } = bench();
    expect((await ask("x".repeat(100))).text).not.toMatch(/\p{Cc}/u);
  });

  it.each(["enable now", "disable 1", "reset all"])("does nothing but say how for %j", async (args) => {
    const { monitor, ask } = bench();
    const [, rest] = args.split(" ");
    expect(await ask(args)).toEqual({ level: "warning", text: `Unknown: ${rest}. ${USAGE}` });
    expect(monitor.enabled).toBe(true);
  });

  it.each([
    ["turns 0", "0"],
    ["turns x", "x"],
    ["turns -3", "-3"],
    ["turns 1 2", "1 2"],
    ["json 1.5", "1.5"],
    ["json 0", "0"],
  ])("answers %j with what is wrong about it", async (args, shown) => {
    const { ask } = bench();
    expect(await ask(args)).toEqual({
      level: "warning",
      text: `${shown} is not a number of turns; give a whole number from 1.`,
    });
  });

  it("answers a bad count on one bounded line", async () => {
    const { ask } = bench();
    const { text } = await ask(`turns a\n\u001b[31m${"x".repeat(10_000)}`);
    expect(text.length).toBeLessThan(250);
    expect(text).not.toMatch(/\p{Cc}/u);
  });

  it("shows the last n turns with turns n", async () => {
    const { session, ask } = bench();
    for (let index = 0; index < 3; index++) session.appendTurn([10, 5, 90, 0]);
    expect((await ask("turns 2")).text).toMatch(/^1 earlier turn not shown/);
    expect((await ask("turns")).text.split("\n")).toHaveLength(4);
  });

  it("uses plain marks where those were asked for", async () => {
    const { session, ask } = bench({ PI_CACHE_STATS_ASCII: "1" });
    session.appendTurn([10, 5, 90, 0]);
    const { text } = await ask("");
    expect(text).toMatch(/^[\x20-\x7e\n]+$/);
    expect(text).toMatch(/^S session +90\.0%/m);
    expect(text).toMatch(/^L latest turn +90\.0%/m);
  });

  it("uses plain arrows too where those were asked for", async () => {
    const lengths = async (env: Record<string, string>) => {
      const { session, monitor, ask } = bench(env);
      const verdicts = new SessionVerdicts({
        ...{ price: () => null, lifetimes: () => ({ short: null, long: null }), opened: null },
        live: () => live(TOOLS_CHANGED),
      });
      monitor.session.judgeWith(verdicts);
      session.appendTurn([0, 5, 0, 10_000]);
      session.appendTurn([0, 5, 0, 10_000]);
      return (await ask("why")).text;
    };
    expect(await lengths({})).toContain("10 → 12 characters");
    const plain = await lengths({ PI_CACHE_STATS_ASCII: "1" });
    expect(plain).toContain("10 -> 12 characters");
    expect(plain).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it("speaks Chinese when asked to", async () => {
    const { ask } = bench({ PI_CACHE_STATS_LANG: "zh" });
    expect((await ask("")).text).toMatch(/^提示缓存/);
    expect((await ask("foo")).text).toBe(
      "未知：foo。用法：/cache-stats [turns [n] | why [turn] | prefix | diff | panel | export csv|json|html [path] | json [n] | enable | disable | reset]",
    );
    expect((await ask("turns 0")).text).toMatch(/^0 不是轮数/);
  });

  it("answers any text with one message and never throws", async () => {
    const { ask } = bench();
    for (const args of [
      "__proto__",
      "constructor",
      "summary",
      "turns turns",
      "\u0000",
      "帮助",
      "👩‍💻",
      "/",
      "--help",
    ]) {
      const { text } = await ask(args);
      expect(text, args).not.toBe("");
    }
  });
});

describe("a fault", () => {
  afterEach(() => {
    vi.doUnmock("../../src/ui/words/load.ts");
    vi.doUnmock("../../src/commands/summary.ts");
    vi.resetModules();
  });

  /** Answers with the summary where asking for the context does what `fault` does. */
  async function faulty(fault: () => Promise<never>, env: Record<string, string> = {}) {
    const faults: string[] = [];
    const answer = await dispatch("", readConfig(env), fault, () => void faults.push("fault"));
    return { answer, faults };
  }
  const thrown = (): never => {
    throw new Error("SECRET FAULT");
  };
  const rejected = () => Promise.reject(new Error("SECRET FAULT"));

  it.each([
    ["thrown", thrown],
    ["rejected", rejected],
  ])("in the context, %s, is one answer without its text, and is counted once", async (_, fault) => {
    const { answer, faults } = await faulty(fault);
    expect(answer).toEqual({ level: "error", text: en.failed });
    expect(faults).toEqual(["fault"]);
  });

  it("in a subcommand is one answer in the language of the user", async () => {
    const { session, monitor, ask } = bench({ PI_CACHE_STATS_LANG: "zh" });
    session.failing = true;
    for (const args of ["", "turns", "json", "reset"]) {
      expect(await ask(args), args).toEqual({ level: "error", text: zh.failed });
    }
    expect(monitor.internalErrors).toBe(4);
  });

  it("in loading the words is one answer, in English", async () => {
    vi.resetModules();
    vi.doMock("../../src/ui/words/load.ts", () => ({ loadWords: rejected }));
    const { dispatch: withoutWords } = await import("../../src/commands/dispatch.ts");
    const faults: string[] = [];
    const answer = await withoutWords(
      "",
      readConfig({ PI_CACHE_STATS_LANG: "zh" }),
      thrown,
      () => void faults.push("fault"),
    );
    expect(answer).toEqual({ level: "error", text: "cache-stats could not answer." });
    expect(faults).toEqual(["fault"]);
  });

  it("in loading a subcommand is one answer", async () => {
    vi.resetModules();
    vi.doMock("../../src/commands/summary.ts", thrown);
    const { dispatch: withoutSummary } = await import("../../src/commands/dispatch.ts");
    const faults: string[] = [];
    const { commandContext } = bench();
    const answer = await withoutSummary(
      "",
      readConfig({}),
      () => commandContext,
      () => void faults.push("fault"),
    );
    expect(answer).toEqual({ level: "error", text: en.failed });
    expect(faults).toEqual(["fault"]);
  });

  it("is in plain characters where those were asked for", async () => {
    const { answer } = await faulty(rejected, { PI_CACHE_STATS_ASCII: "1" });
    expect(answer.text).toMatch(/^[\x20-\x7e]+$/);
  });
});

describe("the context of a command", () => {
  it("may be ready at once or later, and is asked for once", async () => {
    const { commandContext } = bench();
    for (const context of [() => commandContext, () => Promise.resolve(commandContext)]) {
      let asked = 0;
      const counted = () => {
        asked += 1;
        return context();
      };
      const answer = await dispatch("", readConfig({}), counted, () => expect.unreachable());
      expect(answer.text).toMatch(/^Prompt cache/);
      expect(asked).toBe(1);
    }
  });
});

describe("tab completion", () => {
  const values = async (prefix: string) => (await complete(prefix, "en"))?.map(({ value }) => value) ?? null;

  it("offers every subcommand with its description", async () => {
    const all = (await complete("", "en")) ?? [];
    expect(all.map(({ value }) => value)).toEqual(SUBCOMMANDS.map(({ name }) => name));
    for (const { label, value, description } of all) {
      expect(label).toBe(value);
      expect(description).not.toBe("");
    }
  });

  it("offers what begins with the typed text, whatever its case", async () => {
    expect(await values("t")).toEqual(["turns"]);
    expect(await values("RE")).toEqual(["reset"]);
    expect(await values("  en")).toEqual(["enable"]);
  });

  it("is null when nothing fits and after the first word", async () => {
    expect(await values("foo")).toBeNull();
    expect(await values("turns 5")).toBeNull();
  });

  it("offers nothing more once the word is typed in full, so that Enter runs it", async () => {
    for (const { name } of SUBCOMMANDS) expect(await values(name), name).toBeNull();
  });

  it("is described in Chinese when asked to", async () => {
    expect((await complete("tur", "zh"))?.[0]?.description).toMatch(/\p{Script=Han}/u);
  });
});

describe("the table of subcommands", () => {
  it("leads each word to code that can be run", async () => {
    for (const { name, load } of SUBCOMMANDS) expect(typeof (await load()), name).toBe("function");
  });

  it("reads no subcommand's code before it runs", () => {
    const source = readFileSync(new URL("../../src/commands/table.ts", import.meta.url), "utf8");
    expect(source).not.toMatch(/^import (?!type)/m);
  });
});

describe("tab completion of what follows a word", () => {
  it("offers the formats of an export, each with its command", async () => {
    const offered = async (typed: string) =>
      (await complete(typed, "en"))?.map(({ value, label }) => [value, label]) ?? null;
    expect(await offered("export ")).toEqual([
      ["export csv", "csv"],
      ["export json", "json"],
      ["export html", "html"],
    ]);
    expect(await offered("export h")).toEqual([["export html", "html"]]);
    expect(await offered("export html")).toBeNull();
    expect(await offered("export html x")).toBeNull();
    expect(await offered("why 3")).toBeNull();
    expect(await offered("nothing x")).toBeNull();
  });
});
