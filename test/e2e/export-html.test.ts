import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { htmlText } from "../../src/export/html/document.ts";
import { fullReport } from "../../src/export/json.ts";
import { exportedTurns } from "../../src/export/turns.ts";
import type { ReportSource } from "../../src/report/build.ts";
import { words as en } from "../../src/ui/words/en.ts";
import { words as zh } from "../../src/ui/words/zh.ts";
import { isRecord } from "../../src/unknown.ts";
import { formatHitRate } from "../../src/usage/hit-rate.ts";
import { sourceOf, turnAt, workingSession } from "../export/sessions.ts";
import { msUntilUsable, type OpenPage, openFile, startBrowser } from "../support/browser.ts";
import { found } from "../support/entries.ts";
import { changedAt, live, price } from "../support/verdicts.ts";

let folder: string;
let browser: Browser;
let opened: OpenPage | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cache-stats-page-"));
  browser = await startBrowser();
});
afterEach(async () => {
  // Whatever a test did with the page, nothing of it complained or left the machine.
  // Reading the canvas back is what the tests do, and the browser says what that costs.
  expect(opened?.complaints.filter((text) => !text.includes("willReadFrequently"))).toEqual([]);
  expect(opened?.requests.filter((address) => !address.startsWith(pathToFileURL(folder).href))).toEqual([]);
  await opened?.page.context().close();
  opened = null;
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

async function write(source: ReportSource, language: "en" | "zh" = "en"): Promise<string> {
  const turns = exportedTurns(source);
  const path = join(folder, `${crypto.randomUUID()}.html`);
  await writeFile(path, found(await htmlText(fullReport(source, turns), turns, language === "zh" ? zh : en, language)));
  return path;
}

async function open(
  source: ReportSource,
  options: Parameters<typeof openFile>[2] = {},
  language?: "en" | "zh",
): Promise<Page> {
  opened = await openFile(browser, await write(source, language), options);
  return opened.page;
}

/** The colours in a chart's canvas, with how many pixels have them. */
async function coloursIn(page: Page, chart: string): Promise<ReadonlyMap<string, number>> {
  const counts: unknown = await page.evaluate(`(() => {
    const { width, height } = document.querySelector("#${chart} canvas");
    const { data } = document.querySelector("#${chart} canvas").getContext("2d").getImageData(0, 0, width, height);
    const counts = {};
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.slice(at, at + 4).join();
      counts[colour] = (counts[colour] ?? 0) + 1;
    }
    return counts;
  })()`);
  return new Map(Object.entries(isRecord(counts) ? counts : {}).map(([colour, pixels]) => [colour, Number(pixels)]));
}

/** Puts the pointer over a part (0..1) of the first chart. */
async function point(page: Page, part: number): Promise<{ readonly x: number; readonly y: number }> {
  const place = page.locator("#per-turn .u-over");
  await place.scrollIntoViewIfNeeded();
  const box = found(await place.boundingBox());
  const at = { x: box.x + box.width * part, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  return at;
}

// biome-ignore lint/performance/useDomNodeTextContent: what a reader sees, which is not all that the element holds.
const text = (page: Page, selector: string): Promise<string> => page.locator(selector).innerText();
const TEAL = "42,140,140,255";

describe("the page in Chromium", () => {
  it("draws its charts, and asks for nothing but itself", async () => {
    const page = await open(workingSession(120));
    for (const chart of ["per-turn", "added-up", "lost"]) {
      expect((await coloursIn(page, chart)).size).toBeGreaterThan(3);
    }
    expect((await coloursIn(page, "per-turn")).get(TEAL)).toBeGreaterThan(10_000);
    expect(opened?.requests).toHaveLength(1);
  });

  it("shows the numbers of the turn under the pointer", async () => {
    const source = workingSession(120);
    const page = await open(source);
    const turns = exportedTurns(source);
    for (const part of [0.1, 0.5, 0.9]) {
      await point(page, part);
      const number = Number(/^Turn (\d+) /.exec(await text(page, "#readout"))?.[1]);
      expect(Math.abs(number - part * 120)).toBeLessThan(2);
      const { report } = found(turns[number - 1]);
      expect(await text(page, '[data-value="read"]')).toBe(report.usage?.cacheRead.toLocaleString("en-US"));
      expect(await text(page, '[data-value="fresh"]')).toBe(report.usage?.input.toLocaleString("en-US"));
      expect(await text(page, '[data-value="rate"]')).toBe(formatHitRate(report.hitRate, 1));
    }
    await page.mouse.move(1, 1);
    expect(await text(page, "#readout")).toMatch(/^Turn 120 /);
  });

  it("opens the turn that is clicked, with what broke it and where", async () => {
    const page = await open(workingSession(120));
    expect(await text(page, "#detail")).toBe(en.page.chooseTurn);
    const { x, y } = await point(page, 91.5 / 120);
    await page.mouse.click(x, y);
    const detail = await text(page, "#detail");
    expect(detail).toMatch(/^Turn 92: miss\n/);
    expect(detail).toMatch(/cause\s+tools changed\s+certainty\s+observed/);
    expect(detail).toMatch(/tokens missed\s+[\d,]+\s+lost\s+\$\d/);
    expect(detail).toContain("tools[4] web_search added");
    expect(detail).toMatch(/hit rate\s+0\.0%/);
  });

  it("moves with the arrow keys, from break to break with the buttons, and to the turn of a link", async () => {
    const page = await open(workingSession(120));
    await page.keyboard.press("ArrowRight");
    expect(await text(page, "#detail h3")).toMatch(/^Turn 1: expected rebuild/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    expect(await text(page, "#detail h3")).toMatch(/^Turn 2:/);
    await page.locator("#next").click();
    expect(await text(page, "#detail h3")).toMatch(/^Turn 23: miss/);
    await page.locator("#next").click();
    const second = await text(page, "#detail h3");
    await page.locator("#next").click();
    await page.locator("#previous").click();
    expect(await text(page, "#detail h3")).toBe(second);
    await page.locator('a[href="#turn-92"]').click();
    // The page hears of the new address a moment after the click.
    await expect.poll(() => text(page, "#detail h3")).toBe("Turn 92: miss");
  });

  it("stays at the first and the last turn", async () => {
    const page = await open(sourceOf([turnAt(0, [100, 5, 0, 9_900]), turnAt(9, [100, 5, 9_900, 0])]));
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    expect(await text(page, "#detail h3")).toMatch(/^Turn 2:/);
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft"]) await page.keyboard.press(key);
    expect(await text(page, "#detail h3")).toMatch(/^Turn 1:/);
  });

  it("zooms all charts where the pointer is drawn across one, and shows everything again after a double click", async () => {
    const page = await open(workingSession(120));
    const before = { turns: await coloursIn(page, "per-turn"), sums: await coloursIn(page, "added-up") };
    const { x, y } = await point(page, 0.5);
    await page.mouse.down();
    await page.mouse.move(x + 100, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => coloursIn(page, "added-up")).not.toEqual(before.sums);
    // A drag chooses no turn.
    expect(await text(page, "#detail")).toBe(en.page.chooseTurn);
    await point(page, 0.001);
    expect(await text(page, "#readout")).toMatch(/^Turn (60|61) /);
    await page.mouse.dblclick(x, y);
    await point(page, 0.001);
    expect(await text(page, "#readout")).toMatch(/^Turn 1 /);
    await page.mouse.move(1, 1);
    await page.locator("#whole").click();
  });

  it("is light or dark as the reader's system is, charts included, and follows it", async () => {
    const page = await open(workingSession(60), { colorScheme: "dark" });
    const ground = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await ground()).toBe("rgb(21, 24, 27)");
    const dark = await coloursIn(page, "per-turn");
    expect(dark.has(TEAL)).toBe(false);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await ground()).toBe("rgb(253, 253, 252)");
    await expect.poll(async () => (await coloursIn(page, "per-turn")).has(TEAL)).toBe(true);
  });

  it("prints light, with its charts and without its buttons, also from a dark screen", async () => {
    const page = await open(workingSession(60), { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect.poll(async () => (await coloursIn(page, "per-turn")).has(TEAL)).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.locator("#next").isVisible()).toBe(false);
    expect(await page.locator("#per-turn canvas").isVisible()).toBe(true);
    expect(await page.locator("#per-turn canvas").evaluate((canvas) => canvas.clientWidth)).toBe(660);
    expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(20_000);
  });

  it.each([400, 1280])("is never wider than a screen of %i pixels", async (width) => {
    const page = await open(workingSession(120), { viewport: { width, height: 800 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    const wide = await page.evaluate(
      "[...document.querySelectorAll('.plot canvas')].some((one) => one.getBoundingClientRect().right > innerWidth)",
    );
    expect(wide).toBe(false);
  });

  it("says everything but the charts without JavaScript", async () => {
    const page = await open(workingSession(60), { javaScriptEnabled: false });
    expect(await text(page, "noscript")).toContain(en.page.needsScript);
    expect(await text(page, "#breaks ~ .list")).toContain("cache expired");
  });

  it("has no charts and no faults without turns, and all of them with one", async () => {
    const none = await open(sourceOf([]));
    expect(await none.locator("canvas").count()).toBe(0);
    expect(await text(none, "main")).toContain(en.noTurns);
    await none.context().close();
    const one = await open(sourceOf([turnAt(0, [100, 5, 0, 9_900])]));
    expect(await text(one, '[data-value="written"]')).toBe("9,900");
    await one.keyboard.press("ArrowRight");
    expect(await text(one, "#detail h3")).toBe("Turn 1: expected rebuild");
  });

  it("leaves a gap for what was not measured, and prints n/a", async () => {
    const aborted = turnAt(20, [0, 0, 0, 0], { usage: undefined, timestamp: "?", stopReason: "aborted" });
    const page = await open(sourceOf([turnAt(0, [5_000, 5, 0, 0]), aborted]));
    expect(await text(page, '[data-value="rate"]')).toBe("n/a");
    expect(await text(page, '[data-value="read"]')).toBe("n/a");
    expect(await text(page, '[data-value="rate-sum"]')).toBe("n/a");
    // No point and no line of the rate's colour: the axis' text has another.
    expect((await coloursIn(page, "per-turn")).has("23,33,43,255")).toBe(false);
  });

  it("rounds rates as the reports do", async () => {
    const counts = [
      [3, 5, 9_997, 0],
      [0, 5, 10_000, 0],
      [100_000, 5, 1, 0],
      [71, 5, 29, 0],
      [3, 5, 1, 0],
    ] as const;
    const source = sourceOf(counts.map((row, index) => turnAt(index * 9, row)));
    const page = await open(source);
    for (const { report } of exportedTurns(source)) {
      await page.keyboard.press("ArrowRight");
      expect(await text(page, '[data-value="rate"]')).toBe(formatHitRate(report.hitRate, 1));
    }
  });

  it("stays itself whatever the names are", async () => {
    const odd = `</script><script>document.title="taken"</script><img src=x>"'&\u202e\u0000${"long ".repeat(100)}`;
    const seen = live(changedAt({ section: "tools", name: odd, path: odd, owner: odd, tag: odd, shareBefore: 0 }));
    const page = await open(
      sourceOf(
        [
          turnAt(0, [100, 5, 0, 9_900]),
          turnAt(9, [9_900, 5, 0, 100], { provider: odd, model: odd, stopReason: odd }, seen),
        ],
        {
          ...{ sessionId: odd, pricer: price },
        },
      ),
    );
    expect(await page.title()).toMatch(/^Prompt cache · <\/script>/);
    await page.locator("#next").click();
    expect(await text(page, "#detail")).toContain('</script><script>document.title="taken"');
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(1280);
  });

  it("speaks Chinese where the reader does", async () => {
    const page = await open(workingSession(120), {}, "zh");
    await page.locator("#next").click();
    expect(await text(page, "#detail h3")).toBe("第 2 轮：部分未命中");
    await page.locator("#next").click();
    expect(await text(page, "#detail h3")).toBe("第 23 轮：未命中");
    expect(await text(page, "#detail")).toMatch(/原因\s+缓存过期/);
    expect(await page.locator("html").getAttribute("lang")).toBe("zh-Hans");
  });

  it("is small and soon there with 10,000 turns, and every turn can be chosen", async () => {
    const path = await write(workingSession(10_000));
    expect((await stat(path)).size).toBeLessThan(2_000_000);
    opened = await openFile(browser, path);
    const { page } = opened;
    // The true figure and its limit of a second: npm run bench:html.
    expect(await msUntilUsable(page)).toBeLessThan(5_000);
    expect(await text(page, "#thinned")).toMatch(/^every \d+ turns are drawn together/);
    const { x, y } = await point(page, 0.4);
    await page.mouse.click(x, y);
    const number = Number(/^Turn (\d+):/.exec(await text(page, "#detail h3"))?.[1]);
    expect(Math.abs(number - 4_000)).toBeLessThan(20);
    await page.keyboard.press("ArrowRight");
    expect(await text(page, "#detail h3")).toMatch(new RegExp(`^Turn ${number + 1}:`));
    await page.mouse.down();
    await page.mouse.move(x + 20, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => text(page, "#thinned")).toBe("");
  });
});
