import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";

/** A page of a file on disk, with everything it complained about and asked for. */
export interface OpenPage {
  readonly page: Page;
  /** Errors of its scripts and messages of the console that are warnings or worse. */
  readonly complaints: readonly string[];
  /** Addresses of all requests, its own file included. */
  readonly requests: readonly string[];
}

/** Starts the browser. Throws with what to do where there is none: a page that nobody opened is not tested. */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `No ${CHROMIUM}. Install it: apt-get update && apt-get install -y --no-install-recommends chromium`,
    );
  }
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      ...["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
      ...["--disable-sync", "--no-first-run"],
    ],
  });
}

/** Opens a file as a user does, from disk, and waits until its charts are drawn, where it has any. */
export async function openFile(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  context.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(path).href);
  if ((await page.locator("canvas, .plot").count()) > 0 && options.javaScriptEnabled !== false) {
    await page.locator("html[data-drawn]").waitFor();
  }
  return { page, complaints, requests };
}

/** Milliseconds from the start of navigation to the frame after the charts were drawn and take clicks. */
export async function msUntilUsable(page: Page): Promise<number> {
  return Number(await page.locator("html").getAttribute("data-drawn"));
}
