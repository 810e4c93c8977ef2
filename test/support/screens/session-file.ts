import { writeFile } from "node:fs/promises";

/** Tokens of one answer: new, output, read, written. */
type Counts = readonly [fresh: number, output: number, read: number, written: number];

interface Answer {
  readonly counts: Counts;
  /** Seconds after the entry before. */
  readonly after?: number;
  readonly provider?: string;
  readonly api?: string;
  readonly model?: string;
  readonly stopReason?: string;
}

/** When the session of the screens began; all its times follow from it. */
const BEGAN = Date.UTC(2026, 10, 28, 9, 30, 0);
/** Dollars per million tokens, as the test models declare. */
const RATES = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

/**
 * A session as Pi writes it, the same to the byte each time: a model switch, a pause that outlived the cache, a refresh, a
 * compaction, a failed turn, misses that nothing in the file explains, and a branch that was left. For pictures of what
 * people see, and for tests that read them.
 */
export class SessionFile {
  readonly #lines: unknown[] = [];
  readonly #cwd: string;
  #time = BEGAN;
  #count = 0;
  #parent: string | null = null;

  constructor(cwd: string) {
    this.#cwd = cwd;
    const timestamp = new Date(this.#time).toISOString();
    this.#lines.push({ type: "session", version: 3, id: "5c4ee000-0000-4000-8000-000000000001", timestamp, cwd });
  }

  /** A question and its answer. Returns the answer's entry. */
  turn({ counts, after = 40, ...names }: Answer): string {
    this.#wait(after);
    this.#append({
      type: "message",
      message: { role: "user", content: `question ${this.#count}`, timestamp: this.#time },
    });
    const { provider = "sim-anthropic", api = "anthropic-messages", model = "claude-sim", stopReason = "stop" } = names;
    const message = {
      role: "assistant",
      content: [{ type: "text", text: `answer ${this.#count}` }],
      ...{ api, provider, model, stopReason, usage: usageOf(counts), timestamp: this.#time, thinkingLevel: "medium" },
      ...(stopReason === "error" ? { errorMessage: "529 overloaded" } : {}),
    };
    this.#wait(4);
    return this.#append({ type: "message", message });
  }

  compaction(tokensBefore: number): void {
    this.#wait(20);
    const usage = usageOf([900, 300, 0, 0]);
    this.#append({ type: "compaction", summary: "so far", firstKeptEntryId: this.#parent, tokensBefore, usage });
  }

  refresh(read: number): void {
    this.#wait(240);
    const usage = usageOf([0, 0, read, 0]);
    this.#append({ type: "usage", kind: "cache_warm", provider: "sim-anthropic", model: "claude-sim", usage });
  }

  modelChange(provider: string, modelId: string): void {
    this.#wait(2);
    this.#append({ type: "model_change", provider, modelId });
  }

  /** What comes next goes on from an earlier entry. */
  moveTo(entry: string): void {
    this.#parent = entry;
  }

  async write(path: string): Promise<void> {
    await writeFile(path, `${this.#lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  }

  get cwd(): string {
    return this.#cwd;
  }

  #wait(seconds: number): void {
    this.#time += seconds * 1_000;
  }

  #append(body: object): string {
    this.#count += 1;
    const id = this.#count.toString(16).padStart(8, "0");
    this.#lines.push({ id, parentId: this.#parent, timestamp: new Date(this.#time).toISOString(), ...body });
    this.#parent = id;
    return id;
  }
}

function usageOf([input, output, cacheRead, cacheWrite]: Counts): object {
  const [a, b, c, d] = [
    input * RATES.input,
    output * RATES.output,
    cacheRead * RATES.cacheRead,
    cacheWrite * RATES.cacheWrite,
  ];
  const cost = {
    input: a / 1e6,
    output: b / 1e6,
    cacheRead: c / 1e6,
    cacheWrite: d / 1e6,
    total: (a + b + c + d) / 1e6,
  };
  return { input, output, cacheRead, cacheWrite, totalTokens: input + output + cacheRead + cacheWrite, cost };
}

/** A working day: 31 turns of the branch, three more on a branch that was left. */
export function workingDay(cwd: string): SessionFile {
  const file = new SessionFile(cwd);
  let context = 9_000;
  const grow = (by: number, more: Partial<Answer> = {}): string => {
    const entry = file.turn({ counts: [6, 180, context, by], ...more });
    context += by + 6;
    return entry;
  };
  file.turn({ counts: [6, 240, 0, context] });
  for (let turn = 2; turn <= 9; turn++) grow(700 + turn * 90);
  // A miss that nothing in the file explains.
  file.turn({ counts: [6, 210, 4_000, context - 3_200] });
  for (let turn = 11; turn <= 14; turn++) grow(1_300);
  // A pause of half an hour, then a refresh that kept the cache.
  file.turn({ counts: [6, 190, 0, context + 800], after: 1_800 });
  context += 800;
  file.refresh(context);
  for (let turn = 16; turn <= 19; turn++) grow(1_100);
  file.turn({ counts: [0, 0, 0, 0], stopReason: "error" });
  file.compaction(context);
  context = 6_000;
  file.turn({ counts: [6, 200, 3_800, 2_200] });
  const fork = grow(600);
  for (let turn = 23; turn <= 25; turn++) grow(500);
  file.moveTo(fork);
  context = 6_900;
  for (let turn = 23; turn <= 25; turn++) grow(650);
  file.modelChange("sim-responses", "gpt-sim");
  const gpt = { provider: "sim-responses", api: "openai-responses", model: "gpt-sim" };
  file.turn({ counts: [9_400, 260, 0, 0], ...gpt });
  file.turn({ counts: [700, 220, 9_300, 0], ...gpt });
  file.turn({ counts: [5_200, 220, 5_200, 0], ...gpt });
  file.turn({ counts: [400, 190, 10_300, 0], ...gpt });
  return file;
}
