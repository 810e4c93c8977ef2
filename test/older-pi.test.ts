import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import cacheStats from "../src/extension.ts";
import { words } from "../src/ui/words/en.ts";
import { assistant, at, FakeContext, FakePi, FakeUi } from "./support/fake-pi.ts";

/** What later Pis have and the oldest does not, as far as the package uses it. Each can be taken away by itself. */
const NEWER = ["getSettings", "events", "getEntryCount", "getProvider", "custom", "messageEntryId"] as const;
type Newer = (typeof NEWER)[number];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  for (const name of ["PI_CACHE_STATS_FOOTER", "PI_CACHE_STATS_LANG", "NO_COLOR", "LC_ALL", "LANG"]) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A Pi without these, in a session, after a turn. `saved` is what it keeps of a message: the very object, or a copy. */
async function afterTurn(lacking: readonly Newer[], saved: (message: object) => object = (message) => message) {
  const pi = new FakePi();
  const screen = new FakeUi("tui");
  const context = new FakeContext(screen);
  for (const part of [pi.parts, context.session.manager, screen.ui]) {
    for (const name of lacking) Reflect.deleteProperty(part, name);
  }
  context.hasProviders = !lacking.includes("getProvider");
  // With a login, so that Pi is asked what kind it is.
  context.usesOAuth = true;
  cacheStats(pi.api);
  const emit = (type: string, event: object = {}): unknown => pi.emit(type, { type, ...event }, context.ctx);
  const command = async (args: string): Promise<string> => {
    const before = screen.notifications.length;
    await pi.commands.get("cache-stats")?.handler(args, context.ctx);
    return screen.notifications
      .slice(before)
      .map(({ text }) => text)
      .join("\n");
  };
  const turn = async (): Promise<void> => {
    const message = assistant([10, 100, 90, 0]);
    emit("turn_start");
    await Promise.all([emit("before_provider_request", { payload: { messages: [] } })].flat());
    emit("message_start", { message });
    emit("message_update", { message, assistantMessageEvent: { type: "text_delta", delta: "x" } });
    vi.advanceTimersByTime(2_000);
    emit("message_end", { message });
    const messageEntryId = context.session.append({ type: "message", message: saved(message) });
    emit("turn_end", { message, toolResults: [], ...(lacking.includes("messageEntryId") ? {} : { messageEntryId }) });
    emit("agent_settled");
  };
  emit("session_start", { reason: "startup" });
  // The parts that are loaded in the background.
  await command("");
  await turn();
  return { pi, screen, context, command, turn };
}

type Older = Awaited<ReturnType<typeof afterTurn>>;
const turnsOf = async ({ command }: Older): Promise<string> => stripVTControlCharacters(await command("turns"));
const footerOf = ({ screen }: Older): string => stripVTControlCharacters((screen.footer?.render(160) ?? []).join("\n"));

const ONE_EACH: readonly (readonly Newer[])[] = NEWER.map((name) => [name]);

describe.each([...ONE_EACH, NEWER].map((lacking) => ({ lacking, names: lacking.join(", ") })))(
  "a Pi without $names",
  ({ lacking }) => {
    it("has the true rate in footer and summary, and no fault", async () => {
      const older = await afterTurn(lacking);
      expect(footerOf(older)).toContain("◆ 90% ◇ 90%");
      const summary = await older.command("");
      expect(summary).toMatch(/^◆ session +90\.0%/m);
      expect(summary).not.toContain("internal errors");
    });

    it("answers every view, and no fault is counted", async () => {
      const older = await afterTurn(lacking);
      for (const word of ["turns", "why", "prefix", "panel"]) {
        expect(await older.command(word), word).not.toContain("could not answer");
      }
      expect(await older.command("")).not.toContain("internal errors");
    });
  },
);

describe("a Pi that does not say under which entry a turn was saved", () => {
  it("is asked for the entry with the very message, so that speed and request are known of the turn", async () => {
    const older = await afterTurn(["messageEntryId"]);
    expect(await turnsOf(older)).toMatch(/ t\/s$/m);
    expect(at(older.pi.told, 0, "data", "turn")).toBe(1);
  });

  it("and keeps another object has n/a for the speed, tells nobody of the turn, and counts its tokens all the same", async () => {
    const older = await afterTurn(["messageEntryId"], (message) => structuredClone(message));
    expect(await turnsOf(older)).not.toMatch(/ t\/s$/m);
    expect(await turnsOf(older)).toContain("n/a");
    expect(older.pi.told).toEqual([]);
    expect(footerOf(older)).toContain("◆ 90% ◇ 90%");
    expect(await older.command("")).not.toContain("internal errors");
  });
});

it("a Pi whose settings cannot be asked counts as compacting by itself, which is what Pi does unless told otherwise", async () => {
  const older = await afterTurn(["getSettings"]);
  expect(footerOf(older)).toContain("(auto)");
  const newer = await afterTurn([]);
  newer.pi.settings = { compaction: { enabled: false } };
  // The setting is taken again some time after the last frame.
  vi.advanceTimersByTime(1_000);
  expect(footerOf(newer)).not.toContain("(auto)");
});

it("a Pi without custom screens says in a sentence that the panel needs a newer one", async () => {
  expect(await (await afterTurn(["custom"])).command("panel")).toBe(words.panelNeedsNewerPi);
  expect(await (await afterTurn([])).command("panel")).toBe("");
});
