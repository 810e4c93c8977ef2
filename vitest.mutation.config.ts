import { statSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files first: a mutant dies by the first test that fails, and those of one part alone are the quick ones. */
class ShortFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((a, b) => size(a) - size(b));
  }
}

/**
 * The tests that mutants of the three cores are held against: their own, those of what is recorded of them, and the case
 * list. Left out are the payloads that Pi's adapters build in hundreds and the hostile ones, which take nine tenths of the
 * time of all: a mutant counts as killed only by a test that says what was broken.
 */
export default defineConfig({
  test: {
    include: ["test/{usage,prefix,verdict,record,cases}/**/*.test.ts", "test/session-state.test.ts"],
    exclude: [
      "test/prefix/hostile.test.ts",
      "test/prefix/generated-pairs.test.ts",
      "test/cases/sequence-cases.test.ts",
    ],
    // The cores hold no state in their modules: one load of them serves all test files.
    isolate: false,
    sequence: { sequencer: ShortFirst },
    setupFiles: ["test/support/mutation/few-runs.ts"],
    // Instrumented code is several times slower, and Stryker has a limit of its own for each mutant.
    testTimeout: 120_000,
  },
});
