import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnReport } from "../../src/report/schema.ts";
import { field } from "../../src/unknown.ts";
import { at } from "../support/fake-pi.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import type { RpcPi } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import type { ProviderSimulator } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

/** Budget of the record per turn, in bytes of the session file. */
const BYTES_PER_TURN = 400;

let sessions: Sessions;
let simulator: ProviderSimulator;
let workspace: Workspace;

beforeEach(async () => {
  sessions = await openSessions();
  ({ simulator, workspace } = sessions);
});

afterEach(() => sessions.close());

const start = (args: readonly string[] = [], env: Record<string, string> = {}, model: object = {}): Promise<RpcPi> =>
  sessions.start({ extensions: [EXTENSION, CHANGER, NAVIGATOR], args, env, ...model });

const records = async (): Promise<readonly unknown[]> =>
  (await sessions.recordLines()).map((line): unknown => JSON.parse(line));
/** Lines of the file as they are: Pi's own fields of an entry are in them. */
const bytesOfRecords = async (): Promise<readonly number[]> =>
  (await sessions.recordLines()).map((line) => Buffer.byteLength(line) + 1);

/** What was seen of a turn's request; shares are kept with four digits. */
const prefixOf = ({ prefix }: TurnReport): unknown =>
  JSON.parse(JSON.stringify(prefix), (key, value) =>
    key === "shareBefore" ? Number(Number(value).toFixed(4)) : value,
  );

/** Lines of all texts in a request; single words can be names. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.split("\n").filter((line) => line.trim().includes(" "));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe("the record in the session file", () => {
  it("explains the turns of an earlier process as they were explained then, with their speed", async () => {
    const before = await start();
    await before.prompt("say hello");
    await before.send({ type: "prompt", message: "/change-tool" });
    await before.prompt("call 2 tools");
    const then = await reportOf(before);
    const why = await before.command("/cache-stats why 2");
    expect(why).toContain("tools changed · observed");
    const after = await start(["--continue"]);
    const now = await reportOf(after);
    expect(now.turns.map(({ verdict }) => verdict)).toEqual(then.turns.map(({ verdict }) => verdict));
    expect(now.turns.map(prefixOf)).toEqual(then.turns.map(prefixOf));
    now.turns.forEach(({ timeToFirstTokenMs }, index) => {
      expect(timeToFirstTokenMs).toBe(Math.round(then.turns[index]?.timeToFirstTokenMs ?? Number.NaN));
    });
    expect(await after.command("/cache-stats why 2")).toBe(why);
    // Nothing of it comes into the current run.
    expect(now.run.turns).toBe(0);
  });

  it("is one entry a run, small, and holds no text", async () => {
    const running = await start();
    await running.prompt("say hello");
    for (let run = 0; run < 30; run++) await running.prompt(`call ${1 + (run % 4)} tools`);
    await running.send({ type: "prompt", message: "/change-clock" });
    await running.prompt("call 2 tools");
    await running.send({ type: "prompt", message: "/change-tool" });
    await running.prompt("read notes.txt");
    const written = await records();
    expect(written).toHaveLength(33);
    const text = JSON.stringify(written);
    expect(text).not.toContain("127.0.0.1");
    expect(text).not.toContain(workspace.home);
    const sent = simulator.requests.flatMap(({ rawBody }) => textsIn(JSON.parse(rawBody.toString())));
    expect(sent.join()).toContain("PLANTED-TOOL-TEXT");
    expect(sent.join()).toContain("Water the plants");
    for (const line of sent) expect(text).not.toContain(line);
    const turns = written.flatMap((entry) => field(field(entry, "data"), "t"));
    expect(turns.length).toBe(simulator.requests.length);
    expect((await bytesOfRecords()).reduce((sum, bytes) => sum + bytes, 0) / turns.length).toBeLessThan(BYTES_PER_TURN);
  });

  it.each(Object.entries(SIMULATED_MODELS))(
    "keeps to its budget where each run has one turn: %s",
    async (_api, model) => {
      const running = await start([], {}, model);
      for (let run = 0; run < 20; run++) await running.prompt(`say ${run}`);
      const bytes = await bytesOfRecords();
      // An automatic cache reports nothing of the first run, which leaves no record.
      expect(bytes.length).toBeGreaterThanOrEqual(19);
      expect(bytes.reduce((sum, one) => sum + one, 0) / bytes.length).toBeLessThan(BYTES_PER_TURN);
      expect(Math.max(...bytes.slice(1))).toBeLessThan(300);
    },
  );

  it("is not written when it is switched off, nor after runs that reported no cache numbers", async () => {
    const off = await start([], { PI_CACHE_STATS_RECORD: "0" });
    await off.prompt("say hello");
    expect(await records()).toEqual([]);
    simulator.reporting = "none";
    await workspace.forgetSessions();
    const silent = await start();
    await silent.prompt("say hello");
    expect(await records()).toEqual([]);
    const verbose = await start([], { PI_CACHE_STATS_VERBOSE: "1" });
    await verbose.prompt("say hello");
    expect(await records()).toHaveLength(1);
  });
});

describe("the first request after a session was opened again", () => {
  const rules = () => join(workspace.project, "AGENTS.md");
  const editRules = async (from: string, to: string): Promise<void> => {
    const text = await readFile(rules(), "utf8");
    expect(text).toContain(from);
    await writeFile(rules(), text.replace(from, to));
  };

  it("is compared with the last one before: a line of the rules that changed is observed, by section and line", async () => {
    const before = await start();
    await before.prompt("say hello");
    await before.prompt("call 2 tools");
    await editRules("- Rule 12: keep chapter 12 short and clear.", "- Rule 12: keep chapter 12 long and dark.");
    const after = await start(["--continue"]);
    await after.prompt("and now");
    const why = (await after.command("/cache-stats why")).replace(/\s+/g, " ");
    expect(why).toMatch(/^Turn 4: (partial )?miss · system prompt changed · observed/);
    expect(why).toMatch(/system\[0\]\.text AGENTS.md in <project_context> changed: line \d+/);
    const { turns } = await reportOf(after);
    const line = turns.at(-1)?.prefix?.divergence?.line ?? 0;
    expect(promptSent().split("\n")[line - 1]).toContain("Rule 12: keep chapter 12 long");
    const text = JSON.stringify(await records());
    for (const word of ["Rule 12", "keep chapter", "say hello", "127.0.0.1"]) expect(text).not.toContain(word);
  });

  it("continues it where nothing changed, and reads what was there", async () => {
    const before = await start();
    await before.prompt("say hello");
    await before.prompt("call 2 tools");
    const after = await start(["--continue"]);
    await after.prompt("and now");
    const { turns } = await reportOf(after);
    expect(turns.at(-1)?.prefix).toMatchObject({ relation: "extended", divergence: null });
    expect(turns.at(-1)?.verdict.outcome).toBe("hit");
    await after.prompt("and again");
    expect((await reportOf(after)).turns.at(-1)?.prefix?.relation).toBe("extended");
  });

  it("is compared along the branch it is on, after the user had moved in the tree", async () => {
    const before = await start();
    await before.prompt("say hello");
    await before.prompt("say more");
    await before.prompt("and more");
    const first = (await workspace.sessionEntries()).find(
      (entry) => field(field(entry, "message"), "role") === "assistant",
    );
    await before.send({ type: "prompt", message: `/go-tree ${String(field(first, "id"))}` });
    await before.prompt("another way");
    const after = await start(["--continue"]);
    await after.prompt("and on");
    const { turns } = await reportOf(after);
    expect(turns.map(({ prefix }) => prefix?.relation)).toEqual(["baseline", "branched", "extended"]);
    expect(turns.at(-1)?.verdict.outcome).toBe("hit");
  });

  it("names a tool that was not there before", async () => {
    const before = await start();
    await before.prompt("say hello");
    const after = await start(["--continue"]);
    await after.send({ type: "prompt", message: "/change-tool" });
    await after.prompt("and now");
    expect(await after.command("/cache-stats why")).toContain("tools[4] planted_tool of changer.ts added");
  });

  it("has nothing to be compared with where no record was kept, and says so", async () => {
    const before = await start([], { PI_CACHE_STATS_RECORD: "0" });
    await before.prompt("say hello");
    await editRules("Rule 12", "Rule twelve");
    const after = await start(["--continue"]);
    await after.prompt("and now");
    expect((await reportOf(after)).turns.at(-1)?.prefix?.relation).toBe("baseline");
  });

  /** The system prompt of the last request, as the provider got it. */
  function promptSent(): string {
    const body: unknown = JSON.parse(simulator.requests.at(-1)?.rawBody.toString() ?? "{}");
    return String(at(body, "system", 0, "text"));
  }
});
