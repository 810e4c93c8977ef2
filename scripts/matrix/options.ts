import { parseArgs } from "node:util";
import { PI_VERSIONS } from "./pi-versions.ts";

/** All that runs in a real Pi. */
const ALL_FILES = ["test/e2e", "test/integrations/single-file.test.ts"];

export const USAGE = `Usage: npm run test:matrix -- [--pi VERSION]… [--keep] [FILE]…
  --pi     a Pi to test, again for more; default ${PI_VERSIONS.join(", ")}
  --keep   leave the folders with the Pis in place, and say where they are
  FILE     what vitest is to run instead of ${ALL_FILES.join(" ")}`;

export interface MatrixOptions {
  readonly versions: readonly string[];
  readonly keep: boolean;
  readonly files: readonly string[];
}

/** What was asked for; a text to be shown instead where it was not understood, and for `--help`. */
export function readMatrixOptions(args: readonly string[]): MatrixOptions | string {
  const options = {
    pi: { type: "string", multiple: true },
    keep: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help === true) return USAGE;
    const versions = [...new Set(values.pi ?? PI_VERSIONS)];
    const odd = versions.find((version) => !/^\d+\.\d+\.\d+$/.test(version));
    if (odd !== undefined) return `--pi ${odd}: not a version such as 1.6.0\n${USAGE}`;
    return { versions, keep: values.keep ?? false, files: positionals.length === 0 ? ALL_FILES : positionals };
  } catch (error) {
    return `${error instanceof Error ? error.message : "?"}\n${USAGE}`;
  }
}
