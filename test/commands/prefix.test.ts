import { describe, expect, it } from "vitest";
import { diff, prefix } from "../../src/commands/prefix.ts";
import { readConfig } from "../../src/config.ts";
import { Monitor } from "../../src/monitor.ts";
import { createHost } from "../../src/pi-host.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { words } from "../../src/ui/words/en.ts";
import { FakeContext, FakePi } from "../support/fake-pi.ts";

const SCOPE = { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" };

function bench() {
  const monitor = new Monitor(readConfig({}), () => null);
  const observer = new Observer("salt", "all");
  monitor.requests.use(observer);
  const send = (system: string) => {
    const payload = {
      model: "m",
      messages: [
        { role: "system", content: system },
        { role: "user", content: "hi" },
      ],
    };
    monitor.observe(payload, true, { scope: SCOPE, ownerOf: () => null });
    observer.answered();
  };
  const context = {
    ...{ monitor, words, piVersion: null, now: () => 0, agentDir: () => "/nowhere" },
    host: createHost(new FakePi().api, new FakeContext().ctx),
    views: {
      footerTaken: false,
      showPanel: () => "no-terminal" as const,
      apply: () => undefined,
      refresh: () => undefined,
    },
  };
  return { monitor, send, prefix: () => prefix(context, ""), diff: () => diff(context, "") };
}

describe("/cache-stats prefix", () => {
  it("says that there was no request, and then what the last one looked like", async () => {
    const { send, prefix } = bench();
    expect(await prefix()).toEqual({ level: "info", text: "no request seen yet" });
    send("SECRET");
    const { text } = await prefix();
    expect(text).toMatch(/^prefix: first request here/);
    expect(text).not.toContain("SECRET");
  });

  it("shows the newest request, not the last change", async () => {
    const { send, prefix } = bench();
    for (const system of ["a", "b", "b"]) send(system);
    expect((await prefix()).text).toMatch(/^prefix: the same request as before$/m);
  });

  it("knows nothing any more after the observation was switched off and on", async () => {
    const { monitor, send, prefix } = bench();
    send("a");
    monitor.disable();
    send("b");
    expect((await prefix()).text).toBe("no request seen yet");
    monitor.enable();
    send("c");
    expect((await prefix()).text).toMatch(/^prefix: first request here/);
  });
});

describe("/cache-stats diff", () => {
  it("shows the text of the last change, also after requests without one", async () => {
    const { send, diff } = bench();
    expect((await diff()).text).toMatch(/^Nothing to show/);
    for (const system of ["old text", "new text", "new text"]) send(system);
    const { level, text } = await diff();
    expect(level).toBe("info");
    expect(text.split("\n").slice(-2)).toEqual(["- old text", "+ new text"]);
  });
});
