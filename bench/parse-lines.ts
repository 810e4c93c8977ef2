/**
 * Reads every line of every file of a folder and parses it, and nothing else: what `bench:cli` compares with. In one of three
 * ways: `readline`, Node's own; `split`, as the example in Pi's documentation of its session files; `bytes`, with the reader
 * of this package.
 */
import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { LineReader } from "../src/sessions/line-reader.ts";

const [way = "", folder = ""] = process.argv.slice(2);
let lines = 0;
const parse = (line: string): void => {
  JSON.parse(line);
  lines += 1;
};
const reader = new LineReader();
const ways: Readonly<Record<string, (path: string) => Promise<void> | void>> = {
  readline: async (path) => {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      parse(line);
    }
  },
  split: (path) => {
    for (const line of readFileSync(path, "utf8").trim().split("\n")) parse(line);
  },
  bytes: (path) => {
    reader.read(path, (bytes, start, end) => {
      parse(bytes.toString("utf8", start, end));
      return true;
    });
  },
};
const read = ways[way];
if (read === undefined) throw new Error(`There is no way called ${way}.`);
for (const name of readdirSync(folder)) await read(join(folder, name));
console.log(lines);
