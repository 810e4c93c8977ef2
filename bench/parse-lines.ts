/** Reads every line of every file of a folder and parses it, and nothing else: what `bench:cli` compares with. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { LineReader } from "../src/sessions/line-reader.ts";

const folder = process.argv[2] ?? "";
const reader = new LineReader();
let lines = 0;
for (const name of readdirSync(folder)) {
  reader.read(join(folder, name), (bytes, start, end) => {
    JSON.parse(bytes.toString("utf8", start, end));
    lines += 1;
    return true;
  });
}
console.log(lines);
