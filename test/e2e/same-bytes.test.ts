import { expect, it } from "vitest";
import { type RpcPi, startRpc } from "../support/pi/rpc.ts";
import { EXTENSION } from "../support/pi/sdk.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProtocolName, startProvider, type Truth } from "../support/provider/index.ts";

const PROTOCOLS: readonly ProtocolName[] = ["anthropic-messages", "openai-completions", "openai-responses"];
/** An older Pi starts with the thinking level that was set last, so it is said. */
const START = ["--session-id", "11111111-2222-4333-8444-555555555555", "--thinking", "medium"];

// What a client makes up anew for each request, or the operating system for each connection.
const OWN_TO_A_REQUEST = new Set(["host", "x-client-request-id", "traceparent"]);

it.each(PROTOCOLS)("sends the provider the same bytes with and without the extension over %s", async (protocol) => {
  const first = await startProvider({ idPrefix: "same" });
  const workspace = await makeWorkspace(first, { settings: { retry: { baseDelayMs: 10 } } });
  const second = await startProvider({ idPrefix: "same" });
  try {
    for (const simulator of [first, second]) {
      await workspace.forgetSessions();
      await workspace.use(simulator);
      simulator.enqueue({ text: "Hello." }, { fault: { kind: "status", status: 529 } });
      await play(workspace, protocol, simulator === first ? [] : [EXTENSION]);
    }
    expect(first.requests.length).toBeGreaterThan(6);
    expect(second.requests).toHaveLength(first.requests.length);
    expect(firstDifference(second.requests.map(bodyOf).join("\n"), first.requests.map(bodyOf).join("\n"))).toBeNull();
    expect(second.requests.map(headersOf)).toEqual(first.requests.map(headersOf));
  } finally {
    await first.close();
    await second.close();
    await workspace.remove();
  }
});

/** One conversation with everything that makes Pi send differently. Our own commands run only where we are loaded. */
async function play(workspace: Workspace, protocol: ProtocolName, extensions: readonly string[]): Promise<void> {
  const model = SIMULATED_MODELS[protocol];
  const pi: RpcPi = await startRpc(workspace, { ...model, extensions, args: START });
  const ours = async (command: string): Promise<void> => {
    if (extensions.length > 0) await pi.command(command);
  };
  try {
    await pi.prompt("say hello");
    await ours("/cache-stats");
    await pi.prompt(`fails first, then call 2 tools ${"and so on ".repeat(100)}`);
    await ours("/cache-stats reset");
    await pi.send({ type: "set_thinking_level", level: "high" });
    await pi.prompt(`think about it ${"and so on ".repeat(100)}`);
    await ours("/cache-stats disable");
    await pi.prompt("call 1 tools");
    await ours("/cache-stats enable");
    await pi.prompt("a last word");
    await ours("/cache-stats json");
  } finally {
    await pi.stop();
  }
}

/** The surroundings of the first difference, so that a failure is readable; null when there is none. */
function firstDifference(a: string, b: string): string | null {
  if (a === b) return null;
  let at = 0;
  while (a[at] === b[at]) at += 1;
  return `…${a.slice(Math.max(0, at - 80), at + 80)}… against …${b.slice(Math.max(0, at - 80), at + 80)}…`;
}

function bodyOf(truth: Truth): string {
  return `${truth.path} ${truth.rawBody.toString("latin1")}`;
}

function headersOf(truth: Truth): Record<string, string> {
  return Object.fromEntries(Object.entries(truth.headers).filter(([name]) => !OWN_TO_A_REQUEST.has(name)));
}
