import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { field, isRecord } from "../../src/unknown.ts";
import { PACKAGE_ROOT } from "../support/pi/sdk.ts";

const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), "utf8");
const isThere = (path: string): boolean => existsSync(join(PACKAGE_ROOT, path));
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(PACKAGE_ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => normalize(join(folder, name)));

const NOTES = pagesIn(".agents/notes");
const DOCS = pagesIn("docs");
const PAGES = [...pagesIn("."), ...DOCS, ...NOTES];
const manifest: unknown = JSON.parse(read("package.json"));

/** Links to files of this repository, as paths from its root. */
function linksOf(page: string): readonly string[] {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target.replace(/#.*$/, ""));
  return links
    .filter((link) => link !== "" && !/^[a-z]+:/.test(link))
    .map((link) => normalize(join(dirname(page), link)));
}

/** Paths of this repository that stand in code. */
const pathsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/`((?:src|test|bench|demo|docs|scripts|integrations|\.agents|\.ci)\/[\w./-]*)`/g)].map(
    ([, path = ""]) => path,
  );

describe("the pages", () => {
  it("are those at the root, in docs and among the notes", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["AGENTS.md", "CONTRIBUTING.md", "SECURITY.md", "docs/privacy.md"]));
    expect(PAGES.length).toBeGreaterThan(25);
  });

  it.each(PAGES)("link to what is there: %s", (page) => {
    expect(linksOf(page).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(PAGES)("name files and folders that are there: %s", (page) => {
    expect(pathsOf(page).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(PAGES)("name scripts that can be run: %s", (page) => {
    const scripts = field(manifest, "scripts");
    const named = [...read(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !isRecord(scripts) || !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it("that are packed link to what is packed too", () => {
    const files = field(manifest, "files");
    // npm packs these whatever the list says.
    const packed = ["README.md", "LICENSE", "package.json", ...(Array.isArray(files) ? files : [])];
    const isPacked = (path: string): boolean => packed.some((one) => path === one || path.startsWith(`${one}/`));
    const targets = DOCS.flatMap((page) => linksOf(page).map((path) => `${page} → ${path}`));
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((target) => !isPacked(target.split(" → ")[1] ?? ""))).toEqual([]);
  });
});

describe("AGENTS.md", () => {
  const index = read("AGENTS.md").split("\n## Where things are\n")[1] ?? "";

  it("has every folder of the sources in its index", () => {
    const folders = readdirSync(join(PACKAGE_ROOT, "src")).filter((name) =>
      statSync(join(PACKAGE_ROOT, "src", name)).isDirectory(),
    );
    expect(folders.length).toBeGreaterThan(8);
    for (const folder of folders) expect(index).toContain(`\`src/${folder}/\``);
  });

  it("has every page of docs in its index", () => {
    for (const page of DOCS) expect(index).toContain(`\`${page}\``);
  });
});

describe("the index of notes", () => {
  const rows = [...read(".agents/notes/README.md").matchAll(/^\| \[([\w-]+)\]\(([\w.-]+)\) \| \S.* \|$/gm)];

  it("has each note in the folder, once, and no other, in the order of subjects", () => {
    const listed = rows.map(([, , file]) => `.agents/notes/${file}`);
    expect([...listed].sort()).toEqual(NOTES.filter((note) => !note.endsWith("README.md")).sort());
    const subjects = rows.map(([, subject]) => subject);
    expect(subjects).toEqual([...subjects].sort());
    for (const [, subject, file] of rows) expect(file).toMatch(new RegExp(`^\\d{4}-\\d{2}-\\d{2}-${subject}\\.md$`));
  });

  it("is of notes that say their context, their choice and what would change it", () => {
    for (const [, , file] of rows) {
      const note = read(`.agents/notes/${file}`);
      for (const part of ["**Context.**", "**Choice.**", "**What would change our mind.**"]) {
        expect(note, file).toContain(part);
      }
    }
  });
});
