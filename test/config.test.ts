import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";

const DEFAULTS = {
  footer: "full",
  prefixDiagnostics: "all",
  verbose: false,
  record: true,
  otel: false,
  language: "en",
  ascii: false,
  color: true,
  invalid: [],
};

describe("the configuration", () => {
  it("is the default when nothing is set", () => {
    expect(readConfig({})).toEqual(DEFAULTS);
  });

  it("is the default when everything is set to nothing", () => {
    const names = ["FOOTER", "PREFIX_DIAGNOSTICS", "VERBOSE", "LANG", "ASCII"].map((name) => `PI_CACHE_STATS_${name}`);
    expect(readConfig(Object.fromEntries([...names, "NO_COLOR", "LANG"].map((name) => [name, ""])))).toEqual(DEFAULTS);
  });

  it.each([
    ["1", "full"],
    ["true", "full"],
    ["on", "full"],
    ["yes", "full"],
    ["YES", "full"],
    ["full", "full"],
    ["status", "status"],
    ["STATUS", "status"],
    [" status ", "status"],
    ["0", "off"],
    ["false", "off"],
    ["off", "off"],
    ["no", "off"],
  ])("takes %j of PI_CACHE_STATS_FOOTER for a footer that is %s", (value, footer) => {
    expect(readConfig({ PI_CACHE_STATS_FOOTER: value })).toEqual({ ...DEFAULTS, footer });
  });

  it.each([
    ["0", "off"],
    ["false", "off"],
    ["off", "off"],
    ["no", "off"],
    ["head", "head"],
  ])("takes %j of PI_CACHE_STATS_PREFIX_DIAGNOSTICS for observing %s", (value, prefixDiagnostics) => {
    expect(readConfig({ PI_CACHE_STATS_PREFIX_DIAGNOSTICS: value })).toEqual({ ...DEFAULTS, prefixDiagnostics });
  });

  it("keeps no record when asked with 0", () => {
    expect(readConfig({ PI_CACHE_STATS_RECORD: "0" })).toEqual({ ...DEFAULTS, record: false });
  });

  it("exports metrics when asked with 1", () => {
    expect(readConfig({ PI_CACHE_STATS_OTEL: "1" })).toEqual({ ...DEFAULTS, otel: true });
  });

  it("is verbose, or plain in its glyphs, when asked with 1", () => {
    expect(readConfig({ PI_CACHE_STATS_VERBOSE: "1" })).toEqual({ ...DEFAULTS, verbose: true });
    expect(readConfig({ PI_CACHE_STATS_ASCII: "1" })).toEqual({ ...DEFAULTS, ascii: true });
    expect(readConfig({ PI_CACHE_STATS_VERBOSE: "0", PI_CACHE_STATS_ASCII: "0" })).toEqual(DEFAULTS);
  });

  it("has no colour when NO_COLOR has any value, also 0", () => {
    expect(readConfig({ NO_COLOR: "1" }).color).toBe(false);
    expect(readConfig({ NO_COLOR: "0" }).color).toBe(false);
  });

  it.each(["FOOTER", "PREFIX_DIAGNOSTICS", "VERBOSE", "LANG", "ASCII"])(
    "falls back to the default for a bad value of PI_CACHE_STATS_%s and names the variable once, not its value",
    (name) => {
      const config = readConfig({ [`PI_CACHE_STATS_${name}`]: "sideways" });
      expect(config).toEqual({ ...DEFAULTS, invalid: [`PI_CACHE_STATS_${name}`] });
      expect(JSON.stringify(config)).not.toContain("sideways");
    },
  );

  it("does not take the name of something every object has for a value", () => {
    expect(readConfig({ PI_CACHE_STATS_FOOTER: "constructor" }).invalid).toEqual(["PI_CACHE_STATS_FOOTER"]);
    expect(readConfig({ PI_CACHE_STATS_FOOTER: "__proto__" }).footer).toBe("full");
  });
});

describe("the language", () => {
  it.each([
    ["zh_CN.UTF-8", "zh"],
    ["zh", "zh"],
    ["zh-TW", "zh"],
    ["zha_CN", "en"],
    ["de_DE.UTF-8", "en"],
    ["C", "en"],
  ])("follows the locale %s: %s", (locale, language) => {
    expect(readConfig({ LANG: locale }).language).toBe(language);
  });

  it("follows LC_ALL before LC_MESSAGES before LANG, and an empty one counts as unset", () => {
    expect(readConfig({ LC_ALL: "en_US", LC_MESSAGES: "zh_CN", LANG: "zh_CN" }).language).toBe("en");
    expect(readConfig({ LC_ALL: "", LC_MESSAGES: "zh_CN", LANG: "en_US" }).language).toBe("zh");
    expect(readConfig({ LC_ALL: "", LC_MESSAGES: "", LANG: "zh_CN" }).language).toBe("zh");
  });

  it("is what was asked for, whatever the locale", () => {
    expect(readConfig({ PI_CACHE_STATS_LANG: "en", LANG: "zh_CN" }).language).toBe("en");
    expect(readConfig({ PI_CACHE_STATS_LANG: "ZH" }).language).toBe("zh");
  });

  it("falls back to that of the locale for a language there is no text in", () => {
    const config = readConfig({ PI_CACHE_STATS_LANG: "fr", LANG: "zh_CN" });
    expect(config).toMatchObject({ language: "zh", invalid: ["PI_CACHE_STATS_LANG"] });
  });
});

describe("any environment", () => {
  const NAMES = ["PI_CACHE_STATS_FOOTER", "PI_CACHE_STATS_PREFIX_DIAGNOSTICS", "PI_CACHE_STATS_VERBOSE"] as const;
  const OTHERS = ["PI_CACHE_STATS_LANG", "PI_CACHE_STATS_ASCII", "NO_COLOR", "LANG", "LC_ALL", "LC_MESSAGES"] as const;
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("1", "0", "true", "status", "head", "zh", "on", "OFF", "__proto__", "toString", "hasOwnProperty"),
  );

  it("gives a configuration of the closed sets, names every bad variable once and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...NAMES, ...OTHERS), value), (env) => {
        const config = readConfig(env);
        expect(["full", "status", "off"]).toContain(config.footer);
        expect(["all", "head", "off"]).toContain(config.prefixDiagnostics);
        expect(["en", "zh"]).toContain(config.language);
        for (const choice of [config.verbose, config.ascii, config.color]) expect(typeof choice).toBe("boolean");
        expect(new Set(config.invalid).size).toBe(config.invalid.length);
        for (const name of config.invalid) {
          expect(env[name]?.trim()).toBeTruthy();
          const { [name]: _bad, ...rest } = env;
          const without = readConfig(rest);
          expect({ ...config, invalid: [] }).toEqual({ ...without, invalid: [] });
        }
      }),
    );
  });
});
