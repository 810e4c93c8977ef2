import { describe, expect, it } from "vitest";
import { run } from "../../src/commands/why.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { words } from "../../src/ui/words/en.ts";
import type { LiveFacts } from "../../src/verdict/facts.ts";
import { SessionVerdicts } from "../../src/verdict/session-verdicts.ts";
import { noPrice } from "../support/entries.ts";
import { FakeContext, FakePi, type Tokens } from "../support/fake-pi.ts";
import { LIFETIMES, live, observation, START, SYSTEM_CHANGED, TOOLS_CHANGED } from "../support/verdicts.ts";

const WRITE: Tokens = [0, 5, 0, 10_000];
const READ: Tokens = [500, 5, 10_000, 0];

function bench({ judging = true, kept = 2_000 } = {}) {
  const context = new FakeContext();
  const host = createHost(new FakePi().api, context.ctx);
  const monitor = new Monitor(readConfig({}), noPrice);
  const facts = new Map<string, LiveFacts>();
  monitor.sessionStarted();
  if (judging) {
    const source = {
      ...{ price: noPrice, lifetimes: () => LIFETIMES, opened: null },
      live: (id: string | null) => facts.get(id ?? "") ?? null,
    };
    monitor.session.judgeWith(new SessionVerdicts(source, kept));
  }
  const turn = (tokens: Tokens, seen = observation(), rest: object = {}): string => {
    const id = context.session.appendTurn(tokens, rest);
    facts.set(id, live(seen));
    return id;
  };
  const command = {
    ...{ monitor, words, piVersion: null, now: () => START, agentDir: () => "/nowhere", host },
    views: {
      footerTaken: false,
      showPanel: () => "no-terminal" as const,
      apply: () => undefined,
      refresh: () => undefined,
    },
  };
  return { context, session: context.session, monitor, host, turn, why: (args = "") => run(command, args) };
}

describe("/cache-stats why", () => {
  it("says that there are no turns", async () => {
    expect(await bench().why()).toEqual({ level: "info", text: words.noTurns });
    expect(await bench().why("1")).toEqual({ level: "info", text: words.noTurns });
  });

  it("explains the newest turn if it broke, and says nothing else", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    const { level, text } = await why();
    expect(level).toBe("info");
    expect(text).toMatch(/^Turn 2: miss · tools changed · observed/);
  });

  it("explains otherwise the newest break, and says how the latest turn went", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    turn(WRITE, SYSTEM_CHANGED);
    turn(WRITE, TOOLS_CHANGED);
    turn(READ);
    expect((await why()).text).toMatch(
      /^Turn 4, the latest: hit \(why 4 for more\)\. The newest break:\nTurn 3: miss · tools/,
    );
    expect((await why()).text.split("\n").length).toBeLessThanOrEqual(8);
  });

  it("explains the newest turn if it was an expected rebuild, although there was a break before", async () => {
    const { session, turn, why } = bench();
    const first = turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    session.moveTo(first);
    session.append({ type: "message", message: { role: "user", content: "again" } });
    turn([9_000, 5, 1_000, 0], observation({ relation: "branched" }));
    expect((await why()).text).toMatch(/^Turn 2: expected rebuild · moved in the tree/);
  });

  it("says that nothing broke, and explains the latest turn", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    expect((await why()).text).toMatch(/^Turn 1: expected rebuild · cold start/);
    turn(READ);
    expect((await why()).text).toMatch(/^No break in 2 turns\. .*\nTurn 2: hit/);
  });

  it("explains the turn that was asked for", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    turn(READ);
    expect((await why("1")).text).toMatch(/^Turn 1: expected rebuild · cold start/);
    expect((await why("3")).text).toMatch(/^Turn 3: hit/);
  });

  it.each(["0", "4", "-1", "1.5", "two", "1 2", "99999999999"])(
    "warns of %s, which is no turn of this branch",
    async (args) => {
      const { turn, why } = bench();
      for (const tokens of [WRITE, READ, READ]) turn(tokens);
      const { level, text } = await why(args);
      expect(level).toBe("warning");
      expect(text).toBe(`${args} is not a turn of this branch; give a number from 1 to 3.`);
    },
  );

  it("warns in one line without control codes, whatever was typed", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    expect((await why(`\u001b[31m\n${"x".repeat(900)}`)).text).toMatch(/^[^\p{Cc}]{1,120}$/u);
  });

  it("looks at the active branch alone", async () => {
    const { session, turn, why } = bench();
    const first = turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    session.moveTo(first);
    expect((await why()).text).toMatch(/^Turn 1: expected rebuild/);
    expect((await why("2")).level).toBe("warning");
  });

  it("counts turns from the root also after a reset, and knows those since", async () => {
    const { monitor, host, turn, why } = bench();
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    monitor.reset(host);
    turn(READ);
    expect((await why()).text).toMatch(/^No break in the only turn\. .*\nTurn 3: hit/);
    expect((await why("1")).text).toBe("1 is not a turn of this branch; give a number from 3 to 3.");
  });

  it("judges again what is no longer kept", async () => {
    const { turn, why } = bench({ kept: 1 });
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    for (let count = 0; count < 3; count++) turn(READ);
    expect((await why()).text).toMatch(/Turn 2: miss · tools changed/);
    expect((await why("1")).text).toMatch(/^Turn 1: expected rebuild/);
  });

  it("explains nothing as a break before the judge is there", async () => {
    const { turn, why } = bench({ judging: false });
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED);
    expect((await why()).text).toMatch(/^No break in 2 turns\. .*\nTurn 2: not measured/);
  });

  it("explains a turn that failed as not measured", async () => {
    const { turn, why } = bench();
    turn(WRITE);
    turn([0, 0, 0, 0], observation(), { stopReason: "error", errorMessage: "SECRET" });
    const { text } = await why("2");
    expect(text).toMatch(/^Turn 2: not measured \(claude-sonnet\)/);
    expect(text).not.toContain("SECRET");
  });

  it("says that dollars are notional where a subscription pays", async () => {
    const { context, turn, why } = bench();
    const paid = {
      usage: {
        input: 11_000,
        output: 5,
        cacheRead: 1_000,
        cacheWrite: 0,
        cost: { input: 1.1, cacheRead: 0.01, total: 1.11 },
      },
    };
    const text = async () => (await why()).text.replace(/\s+/g, " ");
    turn(WRITE);
    turn(WRITE, TOOLS_CHANGED, paid);
    expect(await text()).toContain("$0.810 lost to do");
    context.usesOAuth = true;
    context.oauth = { isSubscription: true };
    expect(await text()).toContain("$0.810 lost (notional: subscription) to do");
  });
});
