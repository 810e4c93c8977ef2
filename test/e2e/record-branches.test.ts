import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../src/report/schema.ts";
import { field } from "../../src/unknown.ts";
import { found } from "../support/entries.ts";
import { NAVIGATOR } from "../support/pi/navigator.ts";
import type { RpcPi } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { openSessions, type Sessions } from "../support/pi/sessions.ts";
import { reportOf } from "../support/truth.ts";

let sessions: Sessions;

beforeEach(async () => {
  sessions = await openSessions();
});

afterEach(() => sessions.close());

const start = (...args: readonly string[]): Promise<RpcPi> =>
  sessions.start({ extensions: [EXTENSION, NAVIGATOR], args });

const relations = ({ turns }: Report) => turns.map(({ prefix }) => prefix?.relation ?? null);
const causes = ({ turns }: Report) => turns.map(({ verdict }) => verdict);
const lastOf = ({ turns }: Report) => found(turns.at(-1));

/** Changes one line of the project's rules. */
async function editRules(): Promise<void> {
  const rules = join(sessions.workspace.project, "AGENTS.md");
  const text = await readFile(rules, "utf8");
  await writeFile(rules, text.replace("- Rule 12: keep chapter 12 short", "- Rule 12: keep chapter 12 long"));
}

/** The ids of the session's messages with this role, oldest first. */
async function messages(role: string): Promise<readonly string[]> {
  const entries = await sessions.workspace.sessionEntries();
  return entries
    .filter((entry) => field(field(entry, "message"), "role") === role)
    .map((entry) => String(field(entry, "id")));
}

const RULES_CHANGED = {
  prefix: { relation: "changed", divergence: { section: "system", tag: "project_context", kind: "changed" } },
  verdict: { cause: "system-changed", certainty: "observed" },
};

describe("a copy of a session in another process", () => {
  it.each([
    ["--fork", async (file: string) => ["--fork", file]],
    [
      "a copied file",
      async (file: string) => {
        const copy = join(sessions.workspace.home, "copy.jsonl");
        await copyFile(file, copy);
        return ["--session", copy];
      },
    ],
  ])("keeps the old turns as they were, and its first request continues the last one: %s", async (_name, argsOf) => {
    const first = await start();
    await first.prompt("say hello");
    await first.prompt("call 2 tools");
    const then = await reportOf(first);
    const args = await argsOf(await sessions.file());
    const copy = await start(...args);
    const now = await reportOf(copy);
    expect(causes(now)).toEqual(causes(then));
    expect(relations(now)).toEqual(["baseline", "extended", "extended"]);
    await copy.prompt("and now");
    const after = await reportOf(copy);
    expect(lastOf(after)).toMatchObject({
      prefix: { relation: "extended", divergence: null },
      verdict: { outcome: "hit" },
    });
    expect([after.unreadableRecords, after.internalErrors]).toEqual([0, 0]);
  });

  it("observes what has changed in the rules since the session it is a copy of", async () => {
    const first = await start();
    await first.prompt("say hello");
    await first.prompt("say more");
    await sessions.quit();
    await editRules();
    const copy = await start("--fork", await sessions.file());
    await copy.prompt("and now");
    expect(lastOf(await reportOf(copy))).toMatchObject(RULES_CHANGED);
  });
});

describe("a fork at an earlier message in another process", () => {
  it("is compared with the last request that is recorded before it", async () => {
    const first = await start();
    await first.prompt("say one");
    await first.prompt("say two");
    await first.prompt("say three");
    const second = await start("--continue");
    const [, , third] = await messages("user");
    await second.send({ type: "fork", entryId: third });
    expect(relations(await reportOf(second))).toEqual(["baseline", "extended"]);
    await second.prompt("another way");
    const report = await reportOf(second);
    expect(relations(report)).toEqual(["baseline", "extended", "extended"]);
    expect(lastOf(report).verdict.outcome).toBe("hit");
    // A session of its own, which a further process opens again.
    const last = await start("--continue");
    await last.prompt("and on");
    expect(relations(await reportOf(last))).toEqual(["baseline", "extended", "extended", "extended"]);
  });

  it("observes a change of the rules", async () => {
    const first = await start();
    await first.prompt("say one");
    await first.prompt("say two");
    await sessions.quit();
    await editRules();
    const second = await start("--continue");
    const [, again] = await messages("user");
    await second.send({ type: "fork", entryId: again });
    await second.prompt("another way");
    expect(lastOf(await reportOf(second))).toMatchObject(RULES_CHANGED);
  });
});

describe("a session that is left and opened again", () => {
  it("after a move in the tree recalls the request of the branch it is on, not the one that was sent last", async () => {
    const first = await start();
    await first.prompt("say one");
    await first.prompt("say two");
    await first.prompt("say three");
    const [, two] = await messages("assistant");
    await first.send({ type: "prompt", message: `/go-tree ${two}` });
    await first.prompt("another three");
    await first.prompt("another four");
    const [, , three] = await messages("assistant");
    await first.send({ type: "prompt", message: `/go-tree ${three}` });
    // An entry of Pi's own keeps the move in the file.
    await first.send({ type: "set_session_name", name: "moved" });
    const after = await start("--continue");
    await after.prompt("say four");
    const report = await reportOf(after);
    expect(report.turns).toHaveLength(4);
    expect(lastOf(report)).toMatchObject({
      prefix: { relation: "extended", divergence: null },
      verdict: { outcome: "hit" },
    });
    expect(lastOf(report).prefix?.sections.history.count).toBe(7);
  });

  it("by a reload is compared with the last request before it, and its old turns stay", async () => {
    const pi = await start();
    await pi.prompt("say one");
    await pi.prompt("say two");
    await editRules();
    await pi.send({ type: "prompt", message: "/go-reload" });
    await pi.prompt("say three");
    const report = await reportOf(pi);
    expect(relations(report)).toEqual(["baseline", "extended", "changed"]);
    expect(lastOf(report)).toMatchObject(RULES_CHANGED);
  });

  it("for a new one and back in the same process goes on where it was, and the new one knows nothing of it", async () => {
    const pi = await start();
    await pi.prompt("say one");
    await pi.prompt("say two");
    const file = await sessions.file();
    await pi.send({ type: "new_session" });
    await pi.prompt("say another");
    expect(relations(await reportOf(pi))).toEqual(["baseline"]);
    await editRules();
    await pi.send({ type: "switch_session", sessionPath: file });
    await pi.prompt("say three");
    const report = await reportOf(pi);
    expect(relations(report).slice(0, 2)).toEqual(["baseline", "extended"]);
    expect(lastOf(report).turn).toBe(3);
    expect(lastOf(report)).toMatchObject(RULES_CHANGED);
  });
});
