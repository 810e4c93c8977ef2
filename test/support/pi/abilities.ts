import { readFileSync } from "node:fs";
import { join } from "node:path";
import { field } from "../../../src/unknown.ts";
import { PACKAGE_ROOT, piFolder } from "./sdk.ts";

/** What Pis learned since the oldest one that the package works on, and the first of the tested Pis that can do it. */
const SINCE = {
  "cache lifetimes in models.json": "0.87.1",
  "cache warming": "0.87.1",
  "the cache numbers of Kimi": "0.85.1",
  "the mouse": "0.85.1",
  "no reload in mid-run": "1.6.0",
} as const;

export type Ability = keyof typeof SINCE;

function versionIn(folder: string): string {
  return String(field(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")), "version"));
}

/** The version of the Pi under test. */
export function piVersion(): string {
  return versionIn(piFolder());
}

/** Whether the Pi under test can do this; a test that needs it says here what is seen where it cannot. */
export function piHas(ability: Ability): boolean {
  return piVersion().localeCompare(SINCE[ability], "en", { numeric: true }) >= 0;
}

/** Why a test of what Pi itself draws cannot be run: the Pi under test is another than the one in package.json. Null where it can. */
export function otherPi(): string | null {
  const manifest: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const pinned = String(field(field(manifest, "devDependencies"), "@earendil-works/pi-coding-agent"));
  const version = piVersion();
  return version === pinned ? null : `the screens on record are those of Pi ${pinned}, this is ${version}`;
}
