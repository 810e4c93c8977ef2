import type { Message, Tool } from "@earendil-works/pi-ai";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Observation } from "../../src/prefix/observation.ts";
import { Observer } from "../../src/prefix/observer.ts";
import { adapterPayload, CHAT_APIS, type ChatApi, type Transcript } from "../support/adapters.ts";
import {
  type Conversation,
  conversation,
  type Head,
  headMessage,
  messagesIn,
  messagesOf,
  type Step,
  step,
  tagged,
  text,
  toolNamed,
} from "../support/transcripts.ts";

// Pairs of requests that differ by one known edit, in all ten protocols, as Pi's own adapters build them. What the Observer
// says is checked against a second, plain reading of the two payloads' JSON that shares no code with the first.

const CONVERSATIONS = 40;
const SEED = 20_261_130;

/** What an edit is known to do, beside what the two payloads show. */
interface Known {
  readonly relation?: Observation["relation"] | undefined;
  readonly section?: Section | undefined;
  readonly kind?: string | undefined;
  readonly name?: string | undefined;
  readonly tag?: string | null | undefined;
  /** The reference cannot tell the place: only what is known here is checked. */
  readonly only?: true;
}

interface Case {
  readonly edit: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly known: Known;
}

describe("the request differ agrees with a plain comparison of the payloads", () => {
  for (const api of CHAT_APIS) {
    it(`for generated pairs of ${api}`, { timeout: 60_000 }, async () => {
      const failures = new Map<string, { readonly size: number; readonly message: string }>();
      let pairs = 0;
      const samples = fc.sample(fc.tuple(conversation, choices), { seed: SEED, numRuns: CONVERSATIONS });
      for (const [talk, picks] of samples) {
        for await (const pair of casesOf(api, talk, new Choices(picks))) {
          pairs += 1;
          const problems = check(api, pair);
          if (problems.length === 0) continue;
          const size = JSON.stringify(pair.before).length;
          if ((failures.get(pair.edit)?.size ?? Number.POSITIVE_INFINITY) <= size) continue;
          failures.set(pair.edit, { size, message: describeFailure(pair, problems) });
        }
      }
      expect([...failures].map(([edit, { message }]) => `${edit}\n${message}`).join("\n\n")).toBe("");
      expect(pairs).toBeGreaterThanOrEqual(500);
    });
  }
});

// ── pairs ──────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Random choices of one run, replayed in order. */
const choices = fc.record({
  numbers: fc.array(fc.nat(), { minLength: 100, maxLength: 100 }),
  steps: fc.array(step, { minLength: 2, maxLength: 2 }),
  tool: toolNamed("added_tool"),
  text,
});

class Choices {
  readonly steps: readonly Step[];
  readonly tool: Tool;
  readonly text: string;
  readonly #numbers: readonly number[];
  #at = 0;

  constructor({ numbers, steps, tool, text }: { numbers: number[]; steps: Step[]; tool: Tool; text: string }) {
    this.#numbers = numbers;
    this.steps = steps;
    this.tool = tool;
    this.text = text;
  }

  /** 0 up to but not including `end`. */
  below(end: number): number {
    return (this.#numbers[this.#at++ % this.#numbers.length] ?? 0) % end;
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }
}

/** Adapters that append a mid-conversation update where the model takes it; the others rebuild the head. */
const APPENDS_TEXT: ReadonlySet<ChatApi> = new Set<ChatApi>([
  "openai-completions",
  "mistral-conversations",
  "openai-responses",
  "azure-openai-responses",
  "openai-codex-responses",
  "anthropic-messages",
  "pi-messages",
]);
const APPENDS_TOOLS: ReadonlySet<ChatApi> = new Set([...APPENDS_TEXT].filter((api) => api !== "mistral-conversations"));

async function* casesOf(api: ChatApi, talk: Conversation, choose: Choices): AsyncGenerator<Case> {
  const build = (changed: Partial<Conversation>, options: Partial<Transcript> = {}): Promise<unknown> =>
    adapterPayload(api, { messages: messagesOf(api, { ...talk, ...changed }), ...options });
  const payload = await build({});
  const pair = (edit: string, after: unknown, known: Known = {}): Case => ({ edit, before: payload, after, known });
  const withHead = (changed: Partial<Head>): Promise<unknown> => build({ head: { ...talk.head, ...changed } });

  yield pair("identical", await build({}), { relation: "identical" });
  for (const at of [1, 2]) {
    const grown = choose.steps.slice(0, at);
    if (grown.reduce((sum, one) => sum + messagesIn(one), 0) > 4) continue;
    yield pair(`grown by ${at} steps`, await build({ steps: [...talk.steps, ...grown] }), { relation: "extended" });
  }
  yield pair("history shortened", await build({ steps: talk.steps.slice(0, choose.below(talk.steps.length)) }), {
    relation: "shortened",
  });
  yield pair("history emptied of answers", await build({ steps: [] }), { relation: "shortened" });

  const { tools, sections, content } = talk.head;
  const tool = choose.of(tools);
  yield pair("tool reordered", await withHead({ tools: moved(tools, choose) }), {
    section: "tools",
    kind: "reordered",
  });
  yield pair("tool added", await withHead({ tools: tools.toSpliced(choose.below(tools.length + 1), 0, choose.tool) }), {
    section: "tools",
    kind: "added",
    name: "added_tool",
  });
  yield pair("tool removed", await withHead({ tools: tools.filter((one) => one !== tool) }), {
    section: "tools",
    kind: "removed",
    name: tool.name,
  });
  const inTool = { section: "tools", name: tool.name } as const;
  const withTool = (changed: Partial<Tool>): Promise<unknown> =>
    withHead({ tools: tools.map((one) => (one === tool ? { ...one, ...changed } : one)) });
  yield pair("tool description edited", await withTool({ description: edited(tool.description, choose) }), inTool);
  yield pair("tool description cut short", await withTool({ description: cut(tool.description, choose) }), {
    ...inTool,
    kind: "truncated",
  });
  const schema = plain(tool.parameters);
  yield pair("schema property edited", await withTool({ parameters: editedSchema(schema, choose) }), {
    ...inTool,
    kind: "changed",
  });
  yield pair("schema property added", await withTool({ parameters: withProperty(schema, choose.text) }), {
    ...inTool,
    kind: "added",
  });
  yield pair("key order of a schema changed", await withTool({ parameters: turned(schema, choose) }), {
    ...inTool,
    kind: "key-order",
  });

  const prompt = promptSection(api, payload);
  const part = choose.of(sections);
  const rest = sections.filter((one) => one !== part);
  const newText = tagged(part[0], edited(part[1].slice(part[0].length + 3, -part[0].length - 4), choose));
  const changedSections = sections.map((one) => (one === part ? ([part[0], newText] as const) : one));
  yield pair("prompt section edited", await withHead({ sections: changedSections }), {
    section: prompt,
    kind: "changed",
    tag: part[0],
  });
  yield pair("prompt text edited", await withHead({ content: edited(content, choose) }), {
    section: prompt,
    kind: "changed",
    tag: null,
  });
  yield pair("prompt section removed", await withHead({ sections: rest }), {
    section: prompt,
    kind: "removed",
    tag: part[0],
  });
  const before = await withHead({ sections: rest });
  yield {
    edit: "prompt section added",
    before,
    after: payload,
    known: { section: prompt, kind: "added", tag: part[0] },
  };

  const inHistory = { section: "history" } as const;
  const at = choose.below(talk.steps.length);
  const withStep = (changed: Partial<Step>): Promise<unknown> =>
    build({ steps: talk.steps.map((one, index) => (index === at ? { ...one, ...changed } : one)) });
  const chosen = talk.steps[at];
  if (chosen === undefined) throw new Error("no step");
  yield pair("first message edited", await build({ first: edited(talk.first, choose) }), inHistory);
  yield pair("answer edited", await withStep({ text: edited(chosen.text, choose) }), inHistory);
  yield pair("answer cut short", await withStep({ text: cut(chosen.text, choose) }), {
    ...inHistory,
    kind: "truncated",
  });
  if (chosen.thinking !== null) {
    yield pair("thinking edited", await withStep({ thinking: edited(chosen.thinking, choose) }));
    yield pair("thinking removed", await withStep({ thinking: null }));
  }
  const [call, ...otherCalls] = chosen.calls;
  if (call === undefined) {
    yield pair("reply edited", await withStep({ user: edited(chosen.user, choose) }), inHistory);
    yield pair("image removed or added", await withStep({ image: !chosen.image }), inHistory);
  } else {
    const withCall = (changed: Partial<typeof call>): Promise<unknown> =>
      withStep({ calls: [{ ...call, ...changed }, ...otherCalls] });
    yield pair("result edited", await withCall({ result: edited(call.result, choose) }), inHistory);
    yield pair("argument edited", await withCall({ argument: edited(call.argument, choose) }), inHistory);
    yield pair("image of a result removed or added", await withCall({ image: !call.image }), inHistory);
  }
  const middle = await build({ steps: talk.steps.filter((_, index) => index !== at) });
  if (at < talk.steps.length - 1) yield pair("step removed in the middle", middle, inHistory);

  const low = await build({}, { thinking: "low" });
  const high = await build({}, { thinking: "high" });
  const level = { relation: JSON.stringify(low) === JSON.stringify(high) ? "identical" : "changed" } as const;
  yield { edit: "thinking level changed", before: low, after: high, known: level };
  yield { edit: "thinking switched on", before: payload, after: low, known: {} };

  yield* updates(api, talk, choose);
  yield* editsOfPayload(api, payload, choose);
}

/** Updates of prompt and tools in mid-conversation: appended where the API takes them, else a new head. */
async function* updates(api: ChatApi, talk: Conversation, choose: Choices): AsyncGenerator<Case> {
  const build = (messages: readonly Message[]): Promise<unknown> =>
    adapterPayload(api, { messages, appends: true, thinking: "high" });
  const messages = messagesOf(api, talk);
  const before = await build(messages);
  const answer = messagesOf(api, { ...talk, steps: [...talk.steps, ...choose.steps.slice(0, 1)] }).slice(
    messages.length,
  );
  const update = (changed: Partial<Head>): Message => ({
    ...headMessage({ content: "", sections: [], tools: [], ...changed }),
    timestamp: 900,
  });
  const grown = async (edit: string, changed: Partial<Head>, appends: boolean, section: Section): Promise<Case> => ({
    edit,
    before,
    after: await build([...messages, ...answer, update(changed)]),
    known: appends ? { relation: "extended" } : { relation: "changed", section },
  });
  const prompt = promptSection(api, before);
  yield {
    edit: "grown, on a model that takes updates",
    before,
    after: await build([...messages, ...answer]),
    known: { relation: "extended" },
  };
  yield await grown("prompt text appended", { content: choose.text }, APPENDS_TEXT.has(api), prompt);
  const [name = "rules"] = choose.of(talk.head.sections);
  const replaced = { sections: [[name, tagged(name, `${choose.text} new`)] as const] };
  yield await grown("prompt section replaced", replaced, APPENDS_TEXT.has(api), prompt);
  yield await grown("tool appended", { tools: [choose.tool] }, APPENDS_TOOLS.has(api), "tools");
}

/** Edits that only other extensions make: on copies of the payload itself. */
function* editsOfPayload(api: ChatApi, payload: unknown, choose: Choices): Generator<Case> {
  const pair = (edit: string, change: (copy: Fields, lists: Lists) => unknown, known: Known): Case => {
    const copy = plain(structuredClone(payload));
    change(copy, listsOf(api, copy));
    return { edit, before: payload, after: copy, known };
  };
  yield pair("markers moved", (_, lists) => mark(api, lists, choose), { relation: "identical" });
  const marked = plain(structuredClone(payload));
  mark(api, listsOf(api, marked), choose);
  const edits: readonly (readonly [string, (copy: Fields, lists: Lists) => unknown, Known])[] = [
    ["last message removed", (_, { history }) => history.pop(), { relation: "shortened" }],
    [
      "first message removed",
      (_, { history, firstMessage }) => history.splice(firstMessage, 1),
      { section: "history" },
    ],
    [
      "message repeated with another text",
      (_, { history, firstMessage }) => history.splice(firstMessage, 0, { role: "user", content: "inserted" }),
      { section: "history", kind: "added" },
    ],
    [
      "message taken out",
      (_, { history, firstMessage }) => history.splice(firstMessage + 1, 1),
      { section: "history" },
    ],
    [
      "blocks put at the end of the last message",
      (_, { history }) => blocksOf(history.at(-1))?.push({ text: "and", type: "text" }, { text: "more", type: "text" }),
      {},
    ],
    ["tools emptied", (_, { tools }) => tools?.splice(0), { section: "tools", kind: "removed" }],
  ];
  for (const [edit, change, known] of edits) {
    yield pair(edit, change, known);
    // Markers in front of the place do not move it.
    const copy = structuredClone(marked);
    change(copy, listsOf(api, copy));
    yield { edit: `${edit}, behind markers`, before: marked, after: copy, known };
  }
  const behind = structuredClone(marked);
  const { tools } = listsOf(api, behind);
  const last = tools?.at(-1);
  const definition = isFields(last)
    ? [last, last["function"], last["toolSpec"]].find((one) => isFields(one) && "name" in one)
    : null;
  if (isFields(definition)) {
    definition["description"] = "Another.";
    yield {
      edit: "last tool edited behind markers",
      before: marked,
      after: behind,
      known: { section: "tools", kind: "changed" },
    };
  }
  yield* oddities(api, payload);
  for (const edit of ["text as a block", "prompt text as a block"] as const) {
    const [before, after] = [plain(structuredClone(payload)), plain(structuredClone(payload))];
    const known: Known =
      edit === "text as a block"
        ? { relation: "identical" }
        : { relation: "changed", section: promptSection(api, payload), kind: "representation", only: true };
    const done = edit === "text as a block" ? asBlock(api, before, after) : promptAsBlock(api, before, after);
    if (!done) continue;
    yield { edit, before, after, known };
    yield { edit: `${edit}, and back`, before: after, after: before, known };
  }
}

/** What Pi itself does not send today, but a protocol allows. */
function* oddities(api: ChatApi, payload: unknown): Generator<Case> {
  const [once, twice] = [plain(structuredClone(payload)), plain(structuredClone(payload))];
  const tools = listsOf(api, once).tools;
  const more = listsOf(api, twice).tools;
  if (tools !== null && more !== null) {
    more.push(structuredClone(tools.at(-1)));
    const known = { relation: "changed", section: "tools", only: true } as const;
    yield { edit: "second tool of one name removed", before: twice, after: once, known: { ...known, kind: "removed" } };
    yield { edit: "second tool of one name added", before: once, after: twice, known: { ...known, kind: "added" } };
  }
  const changed = plain(structuredClone(payload));
  const system = changed["system"];
  if (Array.isArray(system)) {
    plain(system[0])["citations"] = { enabled: true };
    yield {
      edit: "field of a prompt block added",
      before: payload,
      after: changed,
      known: { section: "system", kind: "added" },
    };
  }
  const { history } = listsOf(api, changed);
  const [first] = history;
  if (api === "pi-messages") {
    const old = plain(structuredClone(payload));
    const sections = [old, changed].map((copy) => plain(plain(listsOf(api, copy).history[0])["sections"]));
    for (const [at, all] of sections.entries()) all["notes[2]"] = `text ${at}`;
    const known = { section: "system", kind: "changed", name: "notes[2]" } as const;
    yield { edit: "section with brackets in its name edited", before: old, after: changed, known };
  } else if (isFields(first) && (first["role"] === "system" || first["role"] === "developer")) {
    first["role"] = first["role"] === "system" ? "developer" : "system";
    yield { edit: "role of the prompt changed", before: payload, after: changed, known: { relation: "changed" } };
  }
}

function blocksOf(message: unknown): unknown[] | null {
  const found = isFields(message) ? (message["content"] ?? message["parts"]) : null;
  return Array.isArray(found) ? found : null;
}

/** Another order: one tool at another place. */
function moved(tools: readonly Tool[], choose: Choices): readonly Tool[] {
  const from = choose.below(tools.length);
  const to = (from + 1 + choose.below(tools.length - 1)) % tools.length;
  const [tool] = tools.slice(from, from + 1);
  return tool === undefined ? tools : tools.toSpliced(from, 1).toSpliced(to, 0, tool);
}

/** One character at a random place replaced, put in or, at the last place excepted, taken out. */
function edited(old: string, choose: Choices): string {
  const characters = [...old];
  const at = choose.below(characters.length);
  const how = choose.below(at === characters.length - 1 ? 2 : 3);
  return characters.toSpliced(at, how === 1 ? 0 : 1, ...(how === 2 ? [] : ["換"])).join("");
}

function cut(old: string, choose: Choices): string {
  const characters = [...old];
  return characters.slice(0, 1 + choose.below(characters.length - 1)).join("");
}

function editedSchema(schema: Fields, choose: Choices): Fields {
  const copy = structuredClone(schema);
  const properties = plain(copy["properties"]);
  const q = plain(properties["q"]);
  if (choose.below(2) === 0) q["description"] = edited(String(q["description"]), choose);
  else q["type"] = "integer";
  return copy;
}

function withProperty(schema: Fields, description: string): Fields {
  const copy = structuredClone(schema);
  plain(copy["properties"])["extra"] = { type: "string", description };
  return copy;
}

function turned(schema: Fields, choose: Choices): Fields {
  const copy = structuredClone(schema);
  const properties = plain(copy["properties"]);
  const q = plain(properties["q"]);
  if (choose.below(2) === 0) return Object.fromEntries(Object.entries(copy).reverse());
  properties["q"] = Object.fromEntries(Object.entries(q).reverse());
  return copy;
}

/** The payload's own lists. */
interface Lists {
  readonly tools: unknown[] | null;
  readonly history: unknown[];
  readonly firstMessage: number;
}

function listsOf(api: ChatApi, payload: Fields): Lists {
  switch (api) {
    case "pi-messages": {
      const history = list(plain(payload["context"])["messages"]);
      return { tools: list(plain(history[0])["toolsAdded"]), history, firstMessage: 1 };
    }
    case "google-generative-ai":
    case "google-vertex": {
      const group = plain(list(plain(payload["config"])["tools"])[0]);
      return { tools: list(group["functionDeclarations"]), history: list(payload["contents"]), firstMessage: 0 };
    }
    case "bedrock-converse-stream": {
      const tools = list(plain(payload["toolConfig"])["tools"]);
      return { tools, history: list(payload["messages"]), firstMessage: 0 };
    }
    default: {
      const history = list(payload["messages"] ?? payload["input"]);
      const isHead = (item: unknown): boolean =>
        isFields(item) && ["system", "developer"].includes(String(item["role"]));
      const first = history.findIndex((item) => !isHead(item));
      return { tools: "tools" in payload ? list(payload["tools"]) : null, history, firstMessage: first };
    }
  }
}

/** Puts cache markers at random places, the way the protocol has them. */
function mark(api: ChatApi, { tools, history, firstMessage }: Lists, choose: Choices): void {
  const message = plain(choose.of(history.slice(firstMessage)));
  const content = Array.isArray(message["content"]) ? message["content"] : null;
  if (api === "bedrock-converse-stream") {
    const point = { cachePoint: { type: "default" } };
    tools?.splice(choose.below(tools.length), 0, point);
    content?.splice(choose.below(content.length + 1), 0, point);
  } else if (api === "anthropic-messages" || api === "openai-completions") {
    for (const holder of [choose.of(tools ?? [{}]), choose.of(content ?? [{}])]) {
      if (isFields(holder)) holder["cache_control"] = { type: "ephemeral", ttl: "1h" };
    }
  }
}

/** Makes the first user message a bare text in one and its block in the other; false where the protocol has no such switch. */
function asBlock(api: ChatApi, before: Fields, after: Fields): boolean {
  if (api.startsWith("google") || api.startsWith("bedrock")) return false;
  const [old, now] = [before, after].map((payload) => {
    const { history, firstMessage } = listsOf(api, payload);
    return plain(history[firstMessage]);
  });
  if (old === undefined || now === undefined) return false;
  old["content"] = "bare text";
  now["content"] = [{ type: api.endsWith("responses") ? "input_text" : "text", text: "bare text" }];
  return true;
}

function promptAsBlock(api: ChatApi, before: Fields, after: Fields): boolean {
  if (api.startsWith("google")) {
    plain(before["config"])["systemInstruction"] = "bare text";
    plain(after["config"])["systemInstruction"] = { parts: [{ text: "bare text" }] };
    return true;
  }
  if (api === "anthropic-messages") {
    before["system"] = "bare text";
    after["system"] = [{ type: "text", text: "bare text" }];
    return true;
  }
  if (api !== "openai-completions" && api !== "mistral-conversations" && !api.endsWith("responses")) return false;
  const [old, now] = [before, after].map((payload) => plain(listsOf(api, payload).history[0]));
  if (old === undefined || now === undefined || !("content" in old)) return false;
  if (old["role"] !== "system" && old["role"] !== "developer") return false;
  old["content"] = "bare text";
  now["content"] = [{ type: api.endsWith("responses") ? "input_text" : "text", text: "bare text" }];
  return true;
}

// ── the reference ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Section = "tools" | "system" | "developer" | "instructions" | "params" | "history";
const ORDER: readonly Section[] = ["tools", "system", "developer", "instructions", "params", "history"];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Fields = Record<string, unknown>;

/** An item of a section where it stands in the payload. */
interface Item {
  readonly index: number | null;
  readonly path: string;
  readonly name: string | null;
  readonly value: Json;
}
type View = Readonly<Record<Section, readonly Item[]>>;

/** A place that two payloads differ in. */
interface Place {
  readonly section: Section;
  readonly kind: string;
  readonly index: number | null;
  readonly name: string | null;
  readonly path: string;
  readonly char: number | null;
  readonly line: number | null;
  /** Lengths of the two texts; null where not both are text. */
  readonly chars: readonly [before: number, after: number] | null;
}

interface Expected {
  readonly relation: Observation["relation"];
  /** Places that may be called the first; mostly one. */
  readonly places: readonly Place[];
}

/** The section that carries the prompt in a payload. */
function promptSection(api: ChatApi, payload: unknown): Section {
  const view = viewOf(api, payload);
  return ORDER.find((name) => PROMPTS.has(name) && view[name].length > 0) ?? "system";
}
const PROMPTS: ReadonlySet<Section> = new Set<Section>(["system", "developer", "instructions"]);

function check(api: ChatApi, { before, after, known }: Case): string[] {
  const snapshot = JSON.stringify(after);
  const observer = new Observer("salt", "all");
  const first = observer.request(before, REQUEST);
  observer.answered();
  const seen = observer.request(after, REQUEST);
  const expected = compare(viewOf(api, before), viewOf(api, after));
  const problems: string[] = [];
  const same = (what: string, actual: unknown, wanted: unknown): void => {
    if (actual !== wanted) problems.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`);
  };
  same("first relation", first.relation, "baseline");
  same("payload changed", JSON.stringify(after) === snapshot, true);
  if (known.only) {
    same("relation", seen.relation, known.relation);
    same("section", seen.divergence?.section, known.section);
    same("kind", seen.divergence?.kind, known.kind);
    return problems;
  }
  // The same after the user has moved in the tree: then another history is a branch, and another head still a change.
  const inHistory = expected.places.length > 0 && expected.places.every(({ section }) => section === "history");
  const other = new Observer("salt", "all");
  other.request(before, REQUEST);
  other.answered();
  other.moved();
  const { relation } = other.request(after, REQUEST);
  same("relation after a move", relation, inHistory ? "branched" : expected.relation);
  same("relation", seen.relation, expected.relation);
  if (known.relation !== undefined) same("relation by the edit", seen.relation, known.relation);
  const { divergence } = seen;
  if (expected.relation !== "changed") {
    same("divergence", divergence, null);
    for (const section of ORDER) {
      const state = seen.sections[section].state;
      const fits = section === "history" ? ["stable", "extended", "empty", "changed"] : ["stable", "absent", "empty"];
      if (!fits.includes(state)) problems.push(`state of ${section}: ${state}`);
    }
    return problems;
  }
  if (divergence === null) return [...problems, "no divergence"];
  if (known.section !== undefined) same("section by the edit", divergence.section, known.section);
  if (known.kind !== undefined) same("kind by the edit", divergence.kind, known.kind);
  if (known.name !== undefined) same("name by the edit", divergence.name, known.name);
  if (known.tag !== undefined) same("tag by the edit", divergence.tag, known.tag);
  if (!(divergence.shareBefore >= 0 && divergence.shareBefore <= 1)) problems.push(`share: ${divergence.shareBefore}`);
  same("state", seen.sections[divergence.section].state, "changed");
  const attempts = expected.places.map((place) => differences(place, divergence, known));
  const best = attempts.toSorted((a, b) => a.length - b.length)[0] ?? ["the reference sees no difference"];
  return [...problems, ...best];
}

const REQUEST = {
  scope: { session: "s", provider: "p", api: "a", model: "m", baseUrl: "" },
  ownerOf: () => null,
};

function differences(place: Place, seen: NonNullable<Observation["divergence"]>, known: Known): string[] {
  const problems: string[] = [];
  const same = (what: string, actual: unknown, wanted: unknown): void => {
    if (actual !== wanted) problems.push(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(wanted)}`);
  };
  same("section", seen.section, place.section);
  // A tagged part that came or went is text in a block, and called by what happened to the part.
  const isPart = known.tag !== undefined && known.tag !== null && (known.kind === "added" || known.kind === "removed");
  if (!isPart) same("kind", seen.kind, place.kind);
  same("index", seen.index, place.index);
  if (place.name !== null || place.section === "tools") same("name", seen.name, place.name);
  same("char", seen.char, place.char);
  same("line", seen.line, place.line);
  if (place.chars !== null) {
    same("length before", seen.before?.chars, place.chars[0]);
    same("length after", seen.after?.chars, place.chars[1]);
  }
  if (!fitsPath(seen.path ?? "", place)) same("path", seen.path, place.path);
  return problems;
}

/** In a history, names that a model or a user chose are left out: the path ends at the arguments or the response. */
function fitsPath(path: string, place: Place): boolean {
  // A bare text may be called by its own place or by that of the block that it stands for.
  if (path === place.path || path === place.path.replace(/\.content\[0\]\.text$/, ".content")) return true;
  if (place.kind === "key-order" && place.path.startsWith(path)) return path === place.path.replace(/\.[^.]+$/, "");
  return (
    place.section === "history" && place.path.startsWith(path) && /\.(input|args|arguments|response|output)$/.test(path)
  );
}

function compare(old: View, now: View): Expected {
  for (const section of ORDER) {
    if (section === "history") continue;
    const places = differencesIn(section, old[section], now[section]);
    if (places.length > 0) return { relation: "changed", places };
  }
  const [before, after] = [old.history, now.history];
  const at = before.findIndex((item, index) => !alike(item.value, after[index]?.value));
  if (at < 0) return { relation: after.length > before.length ? "extended" : "identical", places: [] };
  if (at === after.length) return { relation: "shortened", places: [] };
  if (at === before.length - 1 && isContinued(before[at]?.value, after[at]?.value)) {
    return { relation: "extended", places: [] };
  }
  return { relation: "changed", places: inLists("history", before, after, at) };
}

/** Whether a message has got more blocks at its end and is otherwise what it was. */
function isContinued(before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  const key = "parts" in before ? "parts" : "content";
  const [old, now] = [before[key], after[key]];
  if (!Array.isArray(old) || !Array.isArray(now)) return false;
  return alike(before, { ...after, [key]: now.slice(0, old.length) });
}

function differencesIn(section: Section, old: readonly Item[], now: readonly Item[]): readonly Place[] {
  const longest = Math.max(old.length, now.length);
  const at = Array.from({ length: longest }, (_, index) => index).find(
    (index) => !alike(old[index]?.value, now[index]?.value) || old[index]?.name !== now[index]?.name,
  );
  if (at === undefined) return [];
  const named = [...old, ...now].every(({ name }) => name !== null);
  if (!named) return inLists(section, old, now, at);
  const find = (items: readonly Item[], name: string | null | undefined): Item | undefined =>
    items.find((item) => item.name === name);
  // Parameters have no order among themselves: whichever differs may be named.
  const candidates = section === "params" ? [...old, ...now] : [now[at], old[at]];
  const places: Place[] = [];
  for (const item of candidates) {
    if (item === undefined) continue;
    const [before, after] = [find(old, item.name), find(now, item.name)];
    if (before === undefined) places.push(whole(section, "added", item));
    else if (after === undefined) places.push(whole(section, "removed", item));
    else if (section !== "params" && old.indexOf(before) !== now.indexOf(after)) continue;
    else places.push(...inside(section, before, after));
  }
  const [moved] = now.slice(at, at + 1);
  return places.length > 0 || moved === undefined ? places : [whole(section, "reordered", moved)];
}

function inLists(section: Section, old: readonly Item[], now: readonly Item[], at: number): readonly Place[] {
  const [before, after] = [old[at], now[at]];
  if (before === undefined) return after === undefined ? [] : [whole(section, "added", after)];
  if (after === undefined) return [whole(section, "removed", before)];
  if (now.length > old.length && alike(before.value, now[at + 1]?.value)) return [whole(section, "added", after)];
  if (now.length < old.length && alike(old[at + 1]?.value, after.value)) return [whole(section, "removed", before)];
  return inside(section, before, after);
}

function whole(section: Section, kind: string, { index, path, name }: Item): Place {
  return { section, kind, index, name, path, char: null, line: null, chars: null };
}

function inside(section: Section, before: Item, after: Item): readonly Place[] {
  const { index, name } = after;
  return leaves(before.value, after.value, after.path).map((leaf) => ({ section, index, name, ...leaf }));
}

type Leaf = Pick<Place, "kind" | "path" | "char" | "line" | "chars">;

/** Where two values differ: the one place, or several of which any may be first. */
function leaves(before: Json, after: Json, path: string): readonly Leaf[] {
  const leaf = (kind: string, path: string): Leaf => ({ kind, path, char: null, line: null, chars: null });
  if (alike(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const shared = Math.min(before.length, after.length);
    let at = 0;
    while (at < shared && alike(before[at], after[at])) at += 1;
    const here = `${path}[${at}]`;
    if (before.length === after.length) return leaves(before[at] ?? null, after[at] ?? null, here);
    const grew = after.length > before.length;
    const [longer, shorter] = grew ? [after, before] : [before, after];
    const isInsertion = alike(longer.slice(at + longer.length - shorter.length), shorter.slice(at));
    if (isInsertion) return [leaf(grew ? "added" : "removed", here)];
    return [leaf(grew ? "added" : "removed", here), ...leaves(before[at] ?? null, after[at] ?? null, here)];
  }
  if (isObject(before) && isObject(after)) {
    const [old, now] = [Object.keys(before), Object.keys(after)];
    const found = [...new Set([...now, ...old])].flatMap((key): readonly Leaf[] => {
      const [a, b] = [before[key], after[key]];
      if (a === undefined) return [leaf("added", `${path}.${key}`)];
      if (b === undefined) return [leaf("removed", `${path}.${key}`)];
      return leaves(a, b, `${path}.${key}`);
    });
    const firstMoved = now.find((key, index) => key !== old[index]) ?? "";
    return found.length > 0 ? found : [leaf("key-order", `${path}.${firstMoved}`)];
  }
  if (typeof before !== "string" || typeof after !== "string") return [leaf("changed", path)];
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const line = before.slice(0, at).split("\n").length;
  return [
    {
      kind: at === after.length ? "truncated" : "changed",
      path,
      char: at + 1,
      line,
      chars: [before.length, after.length],
    },
  ];
}

/** One value for JSON's sake: order of fields counts. */
function alike(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

// ── sections of a payload, read from its JSON ──────────────────────────────────────────────────────────────────────────

/** Fields at the top that cannot change a prompt, or are read as other sections. */
const NO_PARAMS = new Set([
  ...["messages", "input", "contents", "context", "instructions", "system", "tools", "systemInstruction", "toolConfig"],
  ...[
    "stream",
    "stream_options",
    "store",
    "metadata",
    "temperature",
    "include",
    "inferenceConfig",
    "config",
    "options",
  ],
  ...[
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "maxTokens",
    "maxOutputTokens",
    "automaticContinuation",
  ],
]);

function viewOf(api: ChatApi, payload: unknown): View {
  const json = object(parsed(payload));
  const sections: Record<Section, Item[]> = {
    tools: [],
    system: [],
    developer: [],
    instructions: [],
    params: paramsOf(json, ""),
    history: [],
  };
  const whole = (path: string, value: Json | undefined): Item[] =>
    value === undefined ? [] : [{ index: null, path, name: null, value }];
  const tools = (path: string, value: Json | undefined): Item[] =>
    items(path, value).map((item) => ({ ...item, name: nameOf(item.value) }));
  switch (api) {
    case "pi-messages": {
      const [first, ...history] = items("context.messages", object(json["context"])["messages"]);
      const message = object(first?.value);
      const content = message["content"] === "" ? undefined : message["content"];
      sections.tools = tools("context.messages[0].toolsAdded", message["toolsAdded"]);
      sections.system = [
        ...whole("context.messages[0].content", content),
        ...Object.entries(object(message["sections"])).map(([name, value]) => {
          return { index: null, path: `context.messages[0].sections.${name}`, name, value };
        }),
      ];
      sections.params.push(...paramsOf(object(json["options"]), "options."));
      sections.history = history.map((item) => ({ ...item, value: asBlocks(item.value, "text") }));
      return sections;
    }
    case "google-generative-ai":
    case "google-vertex": {
      const config = object(json["config"]);
      const [group] = items("config.tools", config["tools"]);
      sections.tools = tools("config.tools[0].functionDeclarations", object(group?.value)["functionDeclarations"]);
      sections.system = whole("config.systemInstruction", config["systemInstruction"]);
      sections.params.push(...paramsOf(config, "config."));
      sections.history = items("contents", json["contents"]);
      return sections;
    }
    case "bedrock-converse-stream":
      sections.tools = tools("toolConfig.tools", object(json["toolConfig"])["tools"]);
      sections.system = items("system", json["system"]);
      sections.history = items("messages", json["messages"]);
      return sections;
    case "anthropic-messages":
      sections.tools = tools("tools", json["tools"]);
      sections.system =
        typeof json["system"] === "string" ? whole("system", json["system"]) : items("system", json["system"]);
      sections.history = items("messages", json["messages"]).map(textAsBlocks);
      return sections;
    default: {
      sections.tools = tools("tools", json["tools"]);
      sections.instructions = whole("instructions", json["instructions"]);
      const base = "input" in json ? "input" : "messages";
      let isHead = true;
      for (const item of items(base, json[base])) {
        const { role, type } = object(item.value);
        if (isHead && type === "additional_tools") {
          sections.tools.push(...tools(`${item.path}.tools`, object(item.value)["tools"]));
        } else if (isHead && (role === "system" || role === "developer")) sections[role].push(item);
        else {
          isHead = false;
          sections.history.push(textAsBlocks(item));
        }
      }
      return sections;
    }
  }
}

function paramsOf(json: { readonly [key: string]: Json }, prefix: string): Item[] {
  return Object.entries(json)
    .filter(([key]) => !NO_PARAMS.has(key))
    .map(([name, value]) => ({ index: null, path: prefix + name, name, value }));
}

function items(path: string, value: Json | undefined): Item[] {
  const found = Array.isArray(value) ? value : [];
  return found
    .map((value, index) => ({ index, path: `${path}[${index}]`, name: null, value: withoutMarkers(value) }))
    .filter((_, index) => !isPoint(found[index]));
}

function nameOf(tool: Json): string | null {
  const { name, function: inner, toolSpec } = object(tool);
  const found = name ?? object(inner)["name"] ?? object(toolSpec)["name"];
  return typeof found === "string" ? found : null;
}

function isPoint(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).join() === "cachePoint";
}

function withoutMarkers(value: Json): Json {
  if (Array.isArray(value)) return value.filter((item) => !isPoint(item)).map(withoutMarkers);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== "cache_control");
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutMarkers(inner)]));
}

/** In a history a bare text is the same as one block of text. */
function textAsBlocks(item: Item): Item {
  const { role } = object(item.value);
  const type = !item.path.startsWith("input") ? "text" : role === "assistant" ? "output_text" : "input_text";
  return { ...item, value: asBlocks(item.value, type) };
}

function asBlocks(value: Json, type: string): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== "content") return [key, inner];
      if (typeof inner === "string") return [key, [{ type, text: inner }]];
      const isResult = (block: Json): boolean => isObject(block) && block["type"] === "tool_result";
      return [
        key,
        Array.isArray(inner) ? inner.map((block) => (isResult(block) ? asBlocks(block, type) : block)) : inner,
      ];
    }),
  );
}

// ── reading what has no type ───────────────────────────────────────────────────────────────────────────────────────────

function parsed(payload: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(payload));
  return json;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function object(value: Json | undefined): { readonly [key: string]: Json } {
  return isObject(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plain(value: unknown): Fields {
  if (!isFields(value)) throw new Error("not an object");
  return value;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("not a list");
  return value;
}

function describeFailure({ before, after, known }: Case, problems: readonly string[]): string {
  const [a, b] = [JSON.stringify(before), JSON.stringify(after)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (json: string): string => json.slice(Math.max(0, at - 60), at + 100);
  return `  ${problems.join("; ")}\n  known: ${JSON.stringify(known)}\n  before: …${around(a)}\n  after:  …${around(b)}`;
}
