/**
 * The cost of observing a request, against one JSON.stringify of the same payload in the same process. Run:
 * npm run bench:prefix
 */
import { Observer } from "../src/prefix/observer.ts";
import { Limits, median } from "./measure.ts";

const CONTEXT = {
  scope: { session: "s", provider: "p", api: "anthropic-messages", model: "m", baseUrl: "http://127.0.0.1" },
  ownerOf: () => null,
};

interface Size {
  readonly name: string;
  readonly items: number;
  readonly charsPerItem: number;
  readonly tools: number;
  /** Share of one stringify that an unchanged request may cost. */
  readonly limit: number;
}

const SIZES: readonly Size[] = [
  { name: "400 KB, 160 items, 28 tools", items: 160, charsPerItem: 2_300, tools: 28, limit: 0.1 },
  { name: "10 MB, 3,400 items", items: 3_400, charsPerItem: 2_900, tools: 28, limit: 0.05 },
];

/** Plain code in most items, CJK and emoji in some, as in real sessions. */
function text(item: number, chars: number): string {
  const line =
    item % 10 === 0 ? `第 ${item} 行:缓存命中率很高 😀 ` : `line ${item}: const value = compute(${item}); // note\n`;
  const whole = line.repeat(Math.ceil(chars / line.length)).slice(0, chars);
  // Flattened, as strings are that came out of a parser.
  return JSON.parse(JSON.stringify(whole));
}

/** What Pi holds; payloads are built around these strings anew for each request. */
function conversation({ items, charsPerItem, tools }: Size) {
  const texts = Array.from({ length: items * 2 }, (_, item) => text(item, charsPerItem));
  const ids = texts.map((_, item) => `toolu_${item}`);
  const paths = texts.map((_, item) => `src/file-${item}.ts`);
  const descriptions = Array.from({ length: tools }, (_, index) => text(index * 10 + 1, 900));
  const prompt = text(1, 12_000);
  const message = (item: number) => {
    const [body = "", id = "", path = ""] = [texts[item], ids[item - (item % 2)], paths[item]];
    if (item % 4 === 0) return { role: "user", content: [{ type: "text", text: body }] };
    if (item % 2 === 1) {
      const call = { type: "tool_use", id, name: "read", input: { path, limit: 200 } };
      return { role: "assistant", content: [{ type: "text", text: body }, call] };
    }
    const content = [{ type: "text", text: body }];
    return { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: false }] };
  };
  const tool = (index: number) => ({
    name: `tool_${index}`,
    description: descriptions[index],
    input_schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path to the file" },
        offset: { type: "number", description: "First line" },
        limit: { type: "number", description: "Number of lines" },
        mode: { type: "string", enum: ["a", "b", "c"] },
      },
      required: ["path"],
    },
  });
  return (count: number) => ({
    model: "m",
    messages: Array.from({ length: count }, (_, item) => message(item)),
    max_tokens: 8_000,
    stream: true,
    system: [{ type: "text", text: prompt, cache_control: { type: "ephemeral" } }],
    tools: Array.from({ length: tools }, (_, index) => tool(index)),
    thinking: { type: "enabled", budget_tokens: 4_096 },
  });
}

/** Milliseconds of one call. */
function time(call: () => void): number {
  const start = process.hrtime.bigint();
  call();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/**
 * Medians over requests that grow by about 1% each, every one built anew as Pi does. Each kind of work has a pass of its
 * own, so that none pays for the memory that another leaves behind.
 */
function measure(size: Size) {
  const build = conversation(size);
  const step = Math.max(1, Math.round(size.items / 100));
  const payloads = 30;
  const pass = (work: (payload: ReturnType<typeof build>, round: number) => number | null): number => {
    const times: number[] = [];
    for (let round = 0; round < payloads * 3; round++) {
      const count = Math.round(size.items * 0.7) + (round % payloads) * step;
      const ms = work(build(count), round);
      if (ms !== null) times.push(ms);
    }
    return median(times);
  };
  let written = 0;
  const stringify = pass((payload) =>
    time(() => {
      written += JSON.stringify(payload).length;
    }),
  );
  const observer = new Observer("salt", "all");
  const unchanged = pass((payload, round) => {
    // The conversation starts again: its first request has nothing to be compared with.
    if (round % payloads === 0) observer.clear();
    let relation = "";
    const ms = time(() => {
      relation = observer.request(payload, CONTEXT).relation;
    });
    observer.answered();
    if (relation !== (round % payloads === 0 ? "baseline" : "extended")) throw new Error(relation);
    return relation === "extended" ? ms : null;
  });
  const first = pass((payload) => {
    const fresh = new Observer("salt", "all");
    return time(() => void fresh.request(payload, CONTEXT));
  });
  if (written === 0) throw new Error("nothing was written");
  return { chars: JSON.stringify(build(size.items)).length, stringify, unchanged, first };
}

function heap(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run with --expose-gc, as npm run bench:prefix does");
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}

/** Bytes that an observer keeps after a few requests, beside the strings, which the conversation holds too. */
function kept(size: Size): number {
  const build = conversation(size);
  const observer = new Observer("salt", "all");
  for (let more = 3; more >= 0; more--) {
    observer.request(build(size.items - more), CONTEXT);
    observer.answered();
  }
  const holding = heap();
  observer.clear();
  const empty = heap();
  // Still in use here, so the strings were not collected with what was cleared.
  if (build(size.items).messages.length !== size.items) throw new Error("the conversation is gone");
  return holding - empty;
}

const limits = new Limits();
for (const size of SIZES) {
  const [bytes] = size.name.split(",");
  measure(size);
  // Of three measurements the quietest: whatever else the machine does can only add.
  const runs = Array.from({ length: 3 }, () => measure(size));
  const best = runs.reduce((a, b) => (a.unchanged / a.stringify <= b.unchanged / b.stringify ? a : b));
  const { chars, stringify, unchanged, first } = best;
  const ms = (value: number): string => `${value.toFixed(3)} ms`;
  console.log(`${size.name} (${chars.toLocaleString("en-US")} characters of JSON)`);
  console.log(`  stringify ${ms(stringify)}, unchanged but for 1% ${ms(unchanged)}, first sight ${ms(first)}`);
  limits.check(
    `a request of ${bytes}, unchanged but for 1%, of one stringify`,
    (unchanged / stringify) * 100,
    size.limit * 100,
    "%",
  );
  limits.check(`first sight of a request of ${bytes}, of one stringify`, (first / stringify) * 100, 100, "%");
  limits.check(`kept between requests of ${bytes}, beside the payload's strings`, kept(size) / (1024 * 1024), 1, "MB");
}
limits.finish();
