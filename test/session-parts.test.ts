import { beforeEach, describe, expect, it, vi } from "vitest";
import cacheStats from "../src/extension.ts";
import { RECORD_TYPE } from "../src/record/record-entry.ts";
import { FakeSession, RunningPi } from "./support/fake-pi.ts";

/** Whether the reader of records, and the schema library with it, was loaded. */
const loaded = vi.hoisted(() => ({ reader: false }));

vi.mock("../src/record/read-records.ts", async (original) => {
  loaded.reader = true;
  return original();
});

beforeEach(() => {
  vi.stubEnv("PI_CACHE_STATS_LANG", "en");
});

/** Opens a session of one turn and what is given, and waits until a command has everything it needs. */
async function opened(...entries: readonly object[]): Promise<string> {
  const session = new FakeSession();
  session.appendTurn([10, 5, 90, 0]);
  for (const entry of entries) session.append(entry);
  const running = new RunningPi(cacheStats, "rpc", session);
  running.start();
  return (await running.command("")).join(" ").replace(/\s+/g, " ");
}

describe("the parts of a session", () => {
  it("leave the reader of records alone until a session holds one", async () => {
    await opened({ type: "custom", customType: "another", data: {} });
    expect(loaded.reader).toBe(false);
    expect(await opened({ type: "custom", customType: RECORD_TYPE, data: {} })).toContain(
      "1 record in the session file",
    );
    expect(loaded.reader).toBe(true);
  });
});
