/**
 * The exported page with 10,000 turns: its size, how long making it takes, and how long Chromium needs from the start of
 * navigation until the charts are painted and a turn can be chosen. Run: npm run bench:html
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { htmlText } from "../src/export/html/document.ts";
import { fullReport } from "../src/export/json.ts";
import { exportedTurns } from "../src/export/turns.ts";
import { words } from "../src/ui/words/en.ts";
import { workingSession } from "../test/export/sessions.ts";
import { msUntilUsable, openFile, startBrowser } from "../test/support/browser.ts";
import { Limits, median } from "./measure.ts";

const TURNS = 10_000;
const ROUNDS = 7;

const folder = await mkdtemp(join(tmpdir(), "cache-stats-html-"));
const browser = await startBrowser();
try {
  const source = workingSession(TURNS);
  const start = performance.now();
  const turns = exportedTurns(source);
  const text = await htmlText(fullReport(source, turns), turns, words, "en");
  if (text === null) throw new Error("uplot is not installed: npm ci");
  const made = performance.now() - start;
  const file = join(folder, "report.html");
  await writeFile(file, text);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openFile(browser, file);
    times.push(await msUntilUsable(page));
    await page.context().close();
  }
  console.log(`opened ${ROUNDS} times: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
  const limits = new Limits();
  limits.check("size of the page of 10,000 turns", Buffer.byteLength(text) / 1_000, 2_000, "kB");
  limits.check("making it", made, 2_000, "ms");
  limits.check("from navigation to charts painted, median", median(times), 1_000, "ms");
  limits.finish();
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
