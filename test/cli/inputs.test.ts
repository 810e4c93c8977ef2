import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findInputs, warnUnread } from "../../src/cli/inputs.ts";
import { main } from "../../src/cli/main.ts";
import { NOT_A_SESSION } from "../../src/sessions/session-file.ts";
import { contextOf } from "../support/cli-context.ts";
import { fakeTerminal, runCli, type Surroundings } from "../support/command-line.ts";
import { chain, READ, TempFolder, turns } from "../support/session-files.ts";

let folder: TempFolder;
let root: string;

beforeEach(() => {
  folder = new TempFolder();
  root = folder.path;
});
afterEach(() => folder.remove());

function inputs(asked: readonly string[], given: Surroundings = {}) {
  return findInputs(asked, fakeTerminal({ cwd: root, ...given }).terminal);
}

describe("the files of a command", () => {
  it("are those of its paths, from the working directory on, in the order in which Pi began them", () => {
    folder.write("a/1.jsonl", "");
    folder.write("b/2.jsonl", "");
    expect(inputs(["b", "a"]).paths).toEqual([join(root, "a/1.jsonl"), join(root, "b/2.jsonl")]);
    expect(inputs(["a"])).toMatchObject({ isOneFile: false, name: "a" });
    expect(inputs(["a", "b"]).name).toBe("a, b");
  });

  it("are read once where two paths lead to them", () => {
    folder.write("a/1.jsonl", "");
    symlinkSync(join(root, "a/1.jsonl"), join(root, "link.jsonl"));
    expect(inputs(["a", "a/1.jsonl", join(root, "a"), "link.jsonl"]).paths).toHaveLength(1);
  });

  it("are one session where the path is a file, also where it is not there", () => {
    folder.write("1.jsonl", "");
    expect(inputs(["1.jsonl"])).toMatchObject({ isOneFile: true, paths: { length: 1 } });
    expect(inputs(["1.jsonl", "1.jsonl"]).isOneFile).toBe(false);
    expect(inputs(["none.jsonl"])).toMatchObject({ isOneFile: true, paths: [], unread: [{ code: "ENOENT" }] });
  });

  it("have a name in one line", () => {
    expect(inputs(["a\u001b[31m\nb"]).name).toBe("a [31m b");
  });
});

describe("without a path", () => {
  const names = (env: Record<string, string>, home: string | null = join(root, "home")) =>
    inputs([], { env, home }).paths.map((path) => path.slice(root.length + 1));

  beforeEach(() => {
    for (const at of ["own", "agent/sessions", "home/.pi/agent/sessions", "home/elsewhere", "home/agent/sessions"]) {
      folder.write(`${at}/--project--/1.jsonl`, "");
    }
  });

  it("the folder that Pi is told to keep sessions in is read", () => {
    const env = { PI_CODING_AGENT_SESSION_DIR: join(root, "own"), PI_CODING_AGENT_DIR: join(root, "agent") };
    expect(names(env)).toEqual(["own/--project--/1.jsonl"]);
    expect(names({ PI_CODING_AGENT_SESSION_DIR: "own" })).toEqual(["own/--project--/1.jsonl"]);
  });

  it("it is that of the agent folder, and else that in the home folder", () => {
    expect(names({ PI_CODING_AGENT_DIR: join(root, "agent") })).toEqual(["agent/sessions/--project--/1.jsonl"]);
    expect(names({})).toEqual(["home/.pi/agent/sessions/--project--/1.jsonl"]);
    const empty = { PI_CODING_AGENT_SESSION_DIR: "", PI_CODING_AGENT_DIR: "" };
    expect(names(empty)).toEqual(["home/.pi/agent/sessions/--project--/1.jsonl"]);
  });

  it("a tilde is the home folder, as Pi takes it", () => {
    expect(names({ PI_CODING_AGENT_SESSION_DIR: "~/elsewhere" })).toEqual(["home/elsewhere/--project--/1.jsonl"]);
    expect(names({ PI_CODING_AGENT_DIR: "~/agent" })).toEqual(["home/agent/sessions/--project--/1.jsonl"]);
  });

  it("a folder that is not there is said not to be, with exit status 2", async () => {
    const { exit, out, err } = await runCli(["report"], { home: join(root, "nobody") });
    expect([exit, out]).toEqual([2, ""]);
    expect(err).toContain(`Not read (ENOENT): ${join(root, "nobody/.pi/agent/sessions")}`);
  });
});

describe("files that were passed over", () => {
  it("are told by name, a few of them, and the others by number", () => {
    const { context, written } = contextOf();
    const unread = Array.from({ length: 8 }, (_, index) => ({
      path: `/f${index}`,
      code: index === 0 ? NOT_A_SESSION : "EACCES",
    }));
    warnUnread(unread, context);
    const lines = written.err.trimEnd().split("\n");
    expect(lines).toHaveLength(6);
    expect([lines[0], lines[1]]).toEqual(["Not a session file of Pi's: /f0", "Not read (EACCES): /f1"]);
    expect(lines.at(-1)).toBe("… and 3 files more that could not be read");
  });

  it("are told in one line each, whatever they are called", () => {
    const { context, written } = contextOf();
    warnUnread([{ path: "/a\u001b]0;x\u0007\n\u202eb", code: "EACCES" }], context);
    expect(written.err).toBe("Not read (EACCES): /a ]0;x b\n");
  });

  it("leave the others to be read", async () => {
    folder.write("1.jsonl", "another tool's");
    folder.session("2.jsonl", chain(turns(READ)));
    const { terminal, written } = fakeTerminal({ cwd: root });
    expect(await main(["report", "."], terminal)).toBe(0);
    expect(written.err).toBe(`Not a session file of Pi's: ${join(root, "1.jsonl")}\n`);
    expect(written.out).toContain("2.jsonl");
  });
});
