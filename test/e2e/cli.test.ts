import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../src/report/schema.ts";
import { runCli } from "../support/command-line.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { reportOf } from "../support/truth.ts";

let sessions: Sessions;

beforeEach(async () => {
  sessions = await openSessions();
});

afterEach(() => sessions.close());

/** What is asked of the folder in which this Pi keeps its sessions. */
const cli = (...args: readonly string[]) =>
  runCli(args, { env: { PI_CODING_AGENT_DIR: sessions.workspace.agentDir }, now: Date.now });

/** What a file and the session that it is of must agree in. */
const common = ({ window, models, breaks, totalCost, turns }: Report) => ({
  ...{ window, models, breaks, totalCost },
  verdicts: turns.map(({ turn, verdict, hitRate, usage }) => ({ turn, verdict, hitRate, usage })),
});

describe("the command line over sessions of the real Pi", () => {
  it("says of a session what the extension said in it, also of one that was opened again", async () => {
    const first = await sessions.start({ extensions: [EXTENSION, CHANGER] });
    await first.prompt("say hello");
    await first.send({ type: "prompt", message: "/change-tool" });
    await first.prompt("call 2 tools");
    await first.stop();
    const second = await sessions.start({ extensions: [EXTENSION, CHANGER], args: ["--continue"] });
    await second.prompt("call 3 tools");
    const live = await reportOf(second);
    await second.stop();
    const { exit, out, err } = await cli("report", live.session.file ?? "", "--json");
    expect([exit, err]).toEqual([0, ""]);
    const read: Report = JSON.parse(out);
    expect(common(read)).toEqual(common(live));
    expect(live.breaks.byCause["tools-changed"].count).toBe(1);
  });

  it("finds the folder of Pi's sessions by itself, and lays what broke them to the tool and its extension", async () => {
    const running = await sessions.start({ extensions: [EXTENSION, CHANGER] });
    await running.prompt("say hello");
    await running.send({ type: "prompt", message: "/change-tool" });
    await running.prompt("say hello again");
    await running.stop();
    const { exit, out } = await cli("top");
    expect(exit).toBe(0);
    expect(out).toMatch(/^tools changed +1 /m);
    expect(out).toMatch(/^changer\.ts +1 /m);
    expect((await cli("report", "--max-breaks", "0")).exit).toBe(1);
    expect((await cli("report", "--max-breaks", "1")).exit).toBe(0);
  });

  it("counts a fork's turns once", async () => {
    const running = await sessions.start({ extensions: [EXTENSION, CHANGER] });
    await running.prompt("say hello");
    await running.prompt("say hello again");
    const { session } = await reportOf(running);
    await running.stop();
    const fork = await sessions.start({ extensions: [EXTENSION, CHANGER], args: ["--fork", session.file ?? ""] });
    await fork.prompt("and on");
    await fork.stop();
    const { window, files }: { window: Report["window"]; files: object } = JSON.parse(
      (await cli("report", "--json")).out,
    );
    expect(window.turns).toBe(3);
    expect(files).toMatchObject({ sessions: 2, copies: 0, copiedTurns: 2, unread: [] });
  });
});
