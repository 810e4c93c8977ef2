import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { htmlText } from "../../../src/export/html/document.ts";
import { fullReport } from "../../../src/export/json.ts";
import { exportedTurns } from "../../../src/export/turns.ts";
import type { ReportSource } from "../../../src/report/build.ts";
import { words as en } from "../../../src/ui/words/en.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";
import { found } from "../../support/entries.ts";
import { changedAt, live, price } from "../../support/verdicts.ts";
import { sourceOf, turnAt, workingSession } from "../sessions.ts";

async function pageOf(source: ReportSource, language: "en" | "zh" = "en"): Promise<string> {
  const turns = exportedTurns(source);
  return found(await htmlText(fullReport(source, turns), turns, language === "zh" ? zh : en, language));
}

/** What a reader without scripts sees: the page's text. */
function textOf(page: string): string {
  return page
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

const all = (page: string, pattern: RegExp): string[] => [...page.matchAll(pattern)].map((match) => match[1] ?? "");

describe("the page", () => {
  it("says all that matters without a script", async () => {
    const text = textOf(await pageOf(workingSession(120)));
    expect(text).toMatch(/session \d\d\.\d% 120 turns [\d,]+ of [\d,]+ prompt tokens from cache/);
    expect(text).toContain("current run n/a no turns in this range");
    expect(text).toMatch(/saved by reading from cache \$\d+\.\d{3}/);
    expect(text).toMatch(/cache expired time 2 [\d,]+ \$\d\.\d{3} \d+%/);
    expect(text).toMatch(
      /92 2026-11-30 [\d:]+Z m1 tools changed observed [\d,]+ \$\d\.\d{3} tools\[4\] web_search added/,
    );
  });

  it("is whole for a session without turns: no charts, no breaks, no made-up number", async () => {
    const page = await pageOf(sourceOf([]));
    expect(page).not.toContain('class="plot"');
    expect(textOf(page)).toContain("latest turn n/a no turns in this range");
    expect(textOf(page)).not.toMatch(/\d%|\$|NaN|undefined|null/);
  });

  it("prints n/a and no 0% for models that report no cache", async () => {
    const text = textOf(await pageOf(sourceOf([turnAt(0, [5_000, 5, 0, 0]), turnAt(9, [6_000, 5, 0, 0])])));
    expect(text).toContain("session n/a 2 turns, 2 without cache numbers");
    expect(text).not.toMatch(/\d%/);
  });

  it("lists the models where there are several", async () => {
    const one = await pageOf(sourceOf([turnAt(0, [100, 5, 0, 9_900])]));
    expect(textOf(one)).not.toContain(en.page.models);
    const two = await pageOf(sourceOf([turnAt(0, [100, 5, 0, 9_900]), turnAt(9, [100, 5, 0, 9_900], { model: "m2" })]));
    expect(textOf(two)).toMatch(/By model .* acme \/ m1 1 0\.0% 10,000 0 n\/a acme \/ m2 1 0\.0% 10,000 0/);
  });

  it("lists the 200 newest breaks and says how many more there are", async () => {
    const entries = Array.from({ length: 251 }, (_, index) => turnAt(index * 10, [100, 5, 0, 9_900]));
    const page = await pageOf(sourceOf(entries));
    expect(all(page, /href="#turn-(\d+)"/g)).toHaveLength(200);
    expect(all(page, /href="#turn-(\d+)"/g)[0]).toBe("251");
    expect(textOf(page)).toContain("50 older breaks are not in this list");
  });

  it("marks dollars that a subscription pays as notional", async () => {
    const entries = [turnAt(0, [100, 5, 0, 9_900]), turnAt(9, [9_900, 5, 0, 100])];
    expect(textOf(await pageOf(sourceOf(entries, { pricer: price, subscription: true })))).toContain("Notional:");
    expect(textOf(await pageOf(sourceOf(entries, { pricer: price })))).not.toMatch(/notional/i);
  });

  it("lets only its own scripts and style run, and loads nothing", async () => {
    const page = await pageOf(workingSession(30));
    const policy = found(/http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]).replaceAll(
      "&#39;",
      "'",
    );
    const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const scripts = all(page, /<script>(.*?)<\/script>/gs).map(hashOf);
    const [style] = all(page, /<style>(.*?)<\/style>/gs).map(hashOf);
    expect(scripts).toHaveLength(2);
    expect(policy).toBe(
      `default-src 'none'; script-src ${scripts.join(" ")}; style-src ${style}; base-uri 'none'; form-action 'none'`,
    );
    expect(page.replace(/<(script|style)>.*?<\/\1>/gs, "")).not.toMatch(
      / (src|srcset|style|on\w+)=|<(link|img|iframe|base)\b/,
    );
  });

  it("is in Chinese for a Chinese reader", async () => {
    const page = await pageOf(workingSession(120), "zh");
    expect(page).toContain('<html lang="zh-Hans">');
    expect(textOf(page)).toContain("缓存过期");
    expect(textOf(page)).toMatch(/会话 \d\d\.\d% 120 轮/);
    expect(textOf(page)).not.toMatch(/\b(turns|breaks|cached|written|cause)\b/);
  });

  it("lets no name open a tag or turn the text around it", async () => {
    const odd = `</script><script>alert(1)</script>"'&\u202e\u0000${"long ".repeat(100)}`;
    const seen = live(changedAt({ section: "tools", name: odd, path: odd, owner: odd, tag: odd, shareBefore: 0 }));
    const page = await pageOf(
      sourceOf(
        [
          turnAt(0, [100, 5, 0, 9_900]),
          turnAt(
            9,
            [9_900, 5, 0, 100],
            { provider: odd, api: odd, model: odd, stopReason: odd, thinkingLevel: odd },
            seen,
          ),
        ],
        { sessionId: odd },
      ),
    );
    expect(all(page, /<(script)\b/g)).toHaveLength(3);
    expect(page).not.toContain("<script>alert");
    expect(page).not.toMatch(/[\u202e\0]/);
    expect(page).toContain("<bdi>&lt;/script&gt;&lt;script&gt;alert(1)");
  });

  it("holds no text of a message", async () => {
    const content = [{ type: "text", text: "PLANTED-ANSWER" }];
    expect(await pageOf(sourceOf([turnAt(0, [1, 1, 1, 1], { content, errorMessage: "PLANTED-ERROR" })]))).not.toContain(
      "PLANTED",
    );
  });
});
