import { afterEach, beforeEach, expect, it } from "vitest";
import { field } from "../../src/unknown.ts";
import { runCli } from "../support/command-line.ts";
import { chain, header, READ, TempFolder, turns } from "../support/session-files.ts";

let folder: TempFolder;

beforeEach(() => {
  folder = new TempFolder();
});
afterEach(() => folder.remove());

it("the page of many sessions shows the newest twenty thousand turns, and says how many older ones it does not", async () => {
  const [entry] = chain(turns(READ));
  const line = JSON.stringify(entry);
  const lines = Array.from({ length: 20_005 }, (_, index) =>
    line.replace('"e1"', `"e${index}"`).replace("null", `"e${index - 1}"`),
  );
  folder.write("long.jsonl", `${JSON.stringify(header())}\n${lines.join("\n")}\n`);
  const { exit, out, err } = await runCli(["report", ".", "--html"], { cwd: folder.path });
  const data: unknown = JSON.parse(/<script[^>]*type="application\/json"[^>]*>([^<]*)<\/script>/.exec(out)?.[1] ?? "");
  const numbers = field(data, "turn");
  expect([exit, Array.isArray(numbers) && [numbers.length, numbers[0], numbers.at(-1)]]).toEqual([
    0,
    [20_000, 6, 20_005],
  ]);
  expect(err).toBe("the page shows the newest 20,000 turns; 5 older ones are in its sums only\n");
  expect(out).toContain("20,005 turns");
});

it("the page of a folder speaks of its sessions, and holds no text of theirs", async () => {
  folder.session("a.jsonl", chain(turns(READ, READ)));
  const { out } = await runCli(["report", ".", "--html"], { cwd: folder.path });
  expect(out).toContain("1 session");
  expect(out).not.toContain(">answer<");
  expect(out).not.toContain('"answer"');
});
