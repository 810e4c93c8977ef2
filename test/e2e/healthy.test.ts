import { expect, it } from "vitest";
import { startRpc } from "../support/pi/rpc.ts";
import { makeWorkspace, SIMULATED_MODELS } from "../support/pi/workspace.ts";
import { type ProtocolName, type Reply, startProvider } from "../support/provider/index.ts";
import { reportOf } from "../support/truth.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];
const TURNS = 200;
/** Responses to one prompt: nine with tool calls, then an answer. */
const PER_PROMPT = 10;

const replies: readonly Reply[] = Array.from({ length: PER_PROMPT }, (_, step): Reply => {
  if (step === PER_PROMPT - 1) return { text: "All read, 全部读完 😀." };
  const call = { name: "read", arguments: { path: "notes.txt", offset: 1, limit: step + 1 } };
  return { ...(step % 3 === 0 ? { thinking: "What is next?" } : {}), text: `Step ${step}.`, toolCalls: [call] };
});

it.each(PROTOCOLS)(
  "raises no alarm in a healthy session of 200 turns over %s",
  async (protocol) => {
    const simulator = await startProvider({ minimumTokens: 256 });
    const workspace = await makeWorkspace(simulator);
    const pi = await startRpc(workspace, SIMULATED_MODELS[protocol]);
    try {
      for (let prompt = 0; prompt < TURNS / PER_PROMPT; prompt++) {
        simulator.enqueue(...replies);
        await pi.prompt(`please read number ${prompt} 请读 😀`);
      }
      const { turns, internalErrors } = await reportOf(pi);
      expect(turns).toHaveLength(TURNS);
      const relations = turns.map(({ prefix }) => prefix?.relation);
      expect(relations[0]).toBe("baseline");
      expect(new Set(relations.slice(1))).toEqual(new Set(["extended"]));
      expect(turns.every(({ prefix }) => prefix?.divergence === null)).toBe(true);
      expect(internalErrors).toBe(0);
    } finally {
      await pi.stop();
      await simulator.close();
      await workspace.remove();
    }
  },
  120_000,
);
