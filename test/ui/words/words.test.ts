import { describe, expect, it } from "vitest";
import { words as en } from "../../../src/ui/words/en.ts";
import { loadWords } from "../../../src/ui/words/load.ts";
import type { Words } from "../../../src/ui/words/words.ts";
import { words as zh } from "../../../src/ui/words/zh.ts";

/** Texts that are the same in both languages on purpose: a column without a heading. */
const SHARED = new Set(["columns.9"]);
/** Texts that are Chinese without a Chinese word: a name in the brackets of that language. */
const NAMES_ALONE: ReadonlyMap<string, string> = new Map([
  ["owner", "(NAME)"],
  ["labelled", "NAME：TEXT"],
  ["listed", "NAME，OTHER"],
]);

// Any argument a text may be given: a name that is also a number would hide a text that ignores it.
const NUMBER = 31_337;
const NAME = "NAME";

/** Every text of a catalogue by its key; functions are called with an argument of each kind. */
function textsOf(words: Words): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (key: string, value: unknown): void => {
    if (typeof value === "string") texts.set(key, value);
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(key === "" ? name : `${key}.${name}`, inner);
    }
  };
  visit("", words);
  const calls: Readonly<Record<string, string>> = {
    turns: words.turns(NUMBER),
    turnsOfWhichUnrated: words.turnsOfWhichUnrated(NUMBER, 271),
    silentModel: words.silentModel(NAME),
    costOfTurns: words.costOfTurns(NAME),
    costInAll: words.costInAll(NAME),
    fromCache: words.fromCache(NAME, "PROMPT"),
    labelled: words.labelled(NAME, "TEXT"),
    listed: words.listed([NAME, "OTHER"]),
    atLineOnly: words.atLineOnly(NAME),
    duration: words.duration(NUMBER),
    turnNumber: words.turnNumber(NUMBER),
    firstToken: words.firstToken(NAME),
    promptParts: words.promptParts("PROMPT", "FRESH", "READ", "WRITTEN"),
    noPromptTokens: words.noPromptTokens(NAME),
    withoutUsage: words.withoutUsage(NUMBER),
    refreshCount: words.refreshCount(NUMBER, NAME),
    sideTokens: words.sideTokens("PROMPT", "OUTPUT"),
    refusedList: words.refusedList(NUMBER, NAME),
    inclusive: words.inclusive(NAME, "RATE"),
    invalidConfig: words.invalidConfig(NAME),
    metricsExported: words.metricsExported(NUMBER),
    metricsDropped: words.metricsDropped(NUMBER),
    unreadableRecords: words.unreadableRecords(NUMBER),
    internalErrors: words.internalErrors(NUMBER),
    earlierTurns: words.earlierTurns(NUMBER),
    reportWritten: words.reportWritten(NAME),
    reportNotWritten: words.reportNotWritten(NAME, "CODE"),
    usage: words.usage(NAME, "COMMANDS"),
    notACount: words.notACount(NAME),
    owner: words.owner(NAME),
    inTag: words.inTag(NAME),
    atLine: words.atLine(NAME, "CHARACTER"),
    lengths: words.lengths("BEFORE", "AFTER"),
    shareBefore: words.shareBefore(NAME),
    markers: words.markers(NUMBER),
    chars: words.chars(NAME),
    moreLines: words.moreLines(NUMBER),
    lastTurns: words.lastTurns(NUMBER),
    breakOf: words.breakOf(NAME, NUMBER, "TOKENS"),
    causeLabel: words.causeLabel("tools-changed"),
    evidence: words.evidence({ kind: "answered-by", model: NAME }),
    toolAdvice: words.toolAdvice(NAME),
    tagAdvice: words.tagAdvice(NAME),
    toolTextAdvice: words.toolTextAdvice(NAME),
    contextAdvice: words.contextAdvice(NAME),
    verdictOf: words.verdictOf(NUMBER, NAME),
    readOf: words.readOf("READ", "PROMPT", "RATE"),
    missed: words.missed(NAME),
    missedPrice: words.missedPrice(NAME),
    latestIs: words.latestIs(NUMBER, NAME),
    noBreak: words.noBreak(NUMBER),
    noSuchTurn: words.noSuchTurn(NAME, 271, NUMBER),
    breakCount: words.breakCount(NUMBER, NAME),
    warmUntil: words.warmUntil(NAME, "REST"),
    coldSince: words.coldSince(NAME),
    ifCold: words.ifCold(NAME),
    exportUnknown: words.exportUnknown(NAME),
    exportExists: words.exportExists(NAME),
    exportNoFolder: words.exportNoFolder(NAME),
    exportDenied: words.exportDenied(NAME),
    exportDiskFull: words.exportDiskFull(NAME),
    exportNeedsPackage: words.exportNeedsPackage("csv", NAME),
    pageMoreBreaks: words.pageMoreBreaks(NUMBER),
    pageOlderVerdicts: words.pageOlderVerdicts(NUMBER),
    breakTally: words.breakTally(NUMBER),
    outputOf: words.outputOf(NAME),
    outputWithReasoning: words.outputWithReasoning(NAME, "REASONING"),
    ownCost: words.ownCost(NAME),
    savedAmount: words.savedAmount(NAME, "NET"),
  };
  for (const [key, text] of Object.entries(calls)) texts.set(key, text);
  return texts;
}

const functionsOf = (words: Words): string[] =>
  Object.entries(words)
    .filter(([, value]) => typeof value === "function")
    .map(([key, value]) => `${key}/${String(value.length)}`)
    .sort();

describe("the words", () => {
  it("have the same shape in English and Chinese", () => {
    expect([...textsOf(zh).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
    expect(functionsOf(zh)).toEqual(functionsOf(en));
  });

  it("of this test are all there are: no function is left uncalled", () => {
    const called = new Set(textsOf(en).keys());
    for (const name of functionsOf(en)) expect(called).toContain(name.replace(/\/.*/, ""));
  });

  it.each([
    ["en", en],
    ["zh", zh],
  ])("are never empty (%s)", (_, words) => {
    for (const [key, text] of textsOf(words)) if (!SHARED.has(key)) expect(text.trim(), key).not.toBe("");
  });

  it("are not the other language's", () => {
    const chinese = textsOf(zh);
    for (const [key, text] of textsOf(en)) {
      if (SHARED.has(key)) expect(chinese.get(key), key).toBe(text);
      else expect(chinese.get(key), key).not.toBe(text);
    }
  });

  it.each([
    ["en", en],
    ["zh", zh],
  ])("say every number and name they are given (%s)", (_, words) => {
    const given: Readonly<Record<string, readonly string[]>> = {
      turns: ["31,337"],
      turnsOfWhichUnrated: ["31,337", "271"],
      silentModel: [NAME],
      costOfTurns: [NAME],
      costInAll: [NAME],
      fromCache: [NAME, "PROMPT"],
      turnNumber: ["31337"],
      firstToken: [NAME],
      promptParts: ["PROMPT", "FRESH", "READ", "WRITTEN"],
      noPromptTokens: [NAME],
      withoutUsage: ["31"],
      refreshCount: ["31", NAME],
      sideTokens: ["PROMPT", "OUTPUT"],
      refusedList: ["31", NAME],
      inclusive: [NAME, "RATE"],
      invalidConfig: [NAME],
      metricsExported: ["31,337"],
      metricsDropped: ["31337"],
      internalErrors: ["31337"],
      earlierTurns: ["31"],
      reportWritten: [NAME],
      reportNotWritten: [NAME, "CODE"],
      usage: [NAME, "COMMANDS"],
      notACount: [NAME],
      owner: [NAME],
      inTag: [NAME],
      atLine: [NAME, "CHARACTER"],
      lengths: ["BEFORE", "AFTER"],
      shareBefore: [NAME],
      markers: ["31"],
      chars: [NAME],
      moreLines: ["31"],
      evidence: [NAME],
      lastTurns: ["31337"],
      breakOf: [NAME, "31,337", "TOKENS"],
      toolAdvice: [NAME],
      tagAdvice: [NAME],
      toolTextAdvice: [NAME],
      contextAdvice: [NAME],
      verdictOf: ["31337", NAME],
      readOf: ["READ", "PROMPT", "RATE"],
      missed: [NAME],
      missedPrice: [NAME],
      latestIs: ["31337", NAME],
      noBreak: ["31,337"],
      noSuchTurn: [NAME, "271", "31337"],
      breakCount: ["31,337", NAME],
      warmUntil: [NAME, "REST"],
      coldSince: [NAME],
      ifCold: [NAME],
      savedAmount: [NAME, "NET"],
    };
    const texts = textsOf(words);
    for (const [key, parts] of Object.entries(given)) {
      for (const part of parts) expect(texts.get(key), key).toContain(part);
    }
  });

  it("are one line each", () => {
    for (const words of [en, zh]) for (const [key, text] of textsOf(words)) expect(text, key).not.toMatch(/[\r\n]/);
  });

  it("are written in Chinese where they are Chinese", () => {
    for (const [key, text] of textsOf(zh)) {
      if (NAMES_ALONE.has(key)) expect(text, key).toBe(NAMES_ALONE.get(key));
      else if (!SHARED.has(key)) expect(text, key).toMatch(/\p{Script=Han}/u);
    }
  });

  it("count one in the singular in English", () => {
    expect(en.turns(1)).toBe("1 turn");
    expect(en.turns(2)).toBe("2 turns");
    expect(en.turnsOfWhichUnrated(1, 1)).toBe("1 turn, 1 without cache numbers");
    expect(en.turnsOfWhichUnrated(3, 1)).toBe("3 turns, 1 without cache numbers");
    expect(en.earlierTurns(1)).toContain("1 earlier turn ");
  });

  it("name the unknown word in the usage line", () => {
    expect(en.usage("foo", "turns")).toBe("Unknown: foo. Usage: /cache-stats [turns]");
  });

  it("are loaded by language", async () => {
    expect(await loadWords("en")).toBe(en);
    expect(await loadWords("zh")).toBe(zh);
  });
});
