import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHANGER } from "../support/pi/changer.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";
import { startTerminal } from "../support/pi/terminal.ts";
import { makeWorkspace, SIMULATED_MODELS, type Workspace } from "../support/pi/workspace.ts";
import { type ProviderSimulator, startProvider } from "../support/provider/index.ts";
import { footerRates } from "../support/truth.ts";

const PACKAGE = join(PACKAGE_ROOT, "src/extension.ts");
const SINGLE_FILE = join(PACKAGE_ROOT, "integrations/pi/cache-stats.js");
const SESSION_ID = "11111111-2222-4333-8444-555555555555";

/** What no two runs have in common: times, speeds, and names that Pi makes up. */
const OWN_TO_A_RUN = new Set([
  ...["generatedAt", "at", "lastStart", "expiresAt", "timeToFirstTokenMs", "tokensPerSecond", "speedBasis"],
  ...["file", "entryId"],
]);

interface Shown {
  readonly hitRates: readonly (number | null)[];
  /** The two rows at the bottom. */
  readonly footer: readonly string[];
  /** What `/cache-stats json` has, and every turn. */
  readonly report: string;
}

/** Plays turns, a break among them, and keeps what is shown of them. */
async function play(workspace: Workspace, extension: string, provider: ProviderSimulator): Promise<Shown> {
  const path = join(workspace.project, "report.json");
  const pi = await startTerminal(workspace, {
    ...SIMULATED_MODELS["anthropic-messages"],
    ...{ columns: 120, extensions: [extension, CHANGER], args: ["--session-id", SESSION_ID] },
  });
  const say = async (text: string, requests: number): Promise<readonly string[]> => {
    await pi.enter(text);
    await provider.waitForRequest(requests);
    const { session, latest } = footerRates(provider.requests);
    return pi.waitFor((screen) => screen.some((row) => row.includes(`◆ ${session} ◇ ${latest} `)));
  };
  try {
    await say("say hello", 1);
    await say("call 2 tools", 3);
    await pi.enter("/change-tool");
    const screen = await say("say more", 4);
    await pi.enter(`/cache-stats export json ${path}`);
    await pi.waitFor((now) => now.some((row) => row.includes("Report written to")));
    const hideOwn = (key: string, value: unknown): unknown => (OWN_TO_A_RUN.has(key) ? "…" : value);
    const report = JSON.stringify(JSON.parse(await readFile(path, "utf8")), hideOwn, 1);
    const footer = screen.slice(-2).map((row) => row.replace(/▸ \S+( tok\/s)?/, "▸ …").replaceAll(/ {2,}/g, "  "));
    return { hitRates: provider.requests.map(({ hitRate }) => hitRate), footer, report };
  } finally {
    await pi.stop();
    await rm(path, { force: true });
  }
}

it("shows the same footer and gives the same report from the single file as from the package", async () => {
  // A provider for each, so that neither finds in the cache what the other has sent.
  const providers = [
    { extension: SINGLE_FILE, provider: await startProvider({ minimumTokens: 256, idPrefix: "same" }) },
    { extension: PACKAGE, provider: await startProvider({ minimumTokens: 256, idPrefix: "same" }) },
  ];
  const shown: Shown[] = [];
  const workspaces: Workspace[] = [];
  try {
    for (const { extension, provider } of providers) {
      const workspace = workspaces[0] ?? (await makeWorkspace(provider));
      workspaces[0] = workspace;
      await workspace.use(provider);
      await workspace.forgetSessions();
      shown.push(await play(workspace, extension, provider));
    }
  } finally {
    for (const { provider } of providers) await provider.close();
    for (const workspace of workspaces) await workspace.remove();
  }
  const [single, whole] = shown;
  expect(single).toEqual(whole);
  expect(single?.footer[1]).toMatch(/◆ \d+% ◇ \d+% tools/);
  expect(single?.report).toContain('"tools-changed"');
  expect(single?.hitRates).toHaveLength(4);
}, 60_000);
