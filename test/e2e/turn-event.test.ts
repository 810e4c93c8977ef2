import { Value } from "typebox/value";
import { expect, it } from "vitest";
import { TurnSchema } from "../../src/report/schema.ts";
import { CHANGER } from "../support/pi/changer.ts";
import { LISTENER } from "../support/pi/listener.ts";
import { startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../support/pi/workspace.ts";
import { startProvider } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

it("tells other extensions of every turn, as the report has it", async () => {
  const simulator = await startProvider({ minimumTokens: 256 });
  const workspace = await makeWorkspace(simulator);
  const extensions = [LISTENER, EXTENSION, CHANGER];
  const pi = await startRpc(workspace, { ...SIMULATED_MODELS["anthropic-messages"], extensions });
  try {
    await pi.prompt("call 2 tools");
    await pi.send({ type: "prompt", message: "/change-tool" });
    await pi.prompt("say more");
    const { turns } = await reportOf(pi);
    const heard: unknown = JSON.parse(await pi.command("/heard"));
    expect(turns).toHaveLength(3);
    expect(heard).toEqual(turns);
    expect(Array.isArray(heard) && heard.every((turn) => Value.Check(TurnSchema, turn))).toBe(true);
    expect(turns.at(-1)?.verdict.cause).toBe("tools-changed");
    expect(JSON.stringify(heard)).not.toContain("PLANTED");
  } finally {
    await pi.stop();
    await simulator.close();
    await workspace.remove();
  }
});
