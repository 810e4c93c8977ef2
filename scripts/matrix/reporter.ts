import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { Outcome } from "./outcome.ts";

/** Names the file that takes the result. */
export const RESULT_FILE = "PI_CACHE_STATS_MATRIX_RESULT";

/** Writes how the tests went, as JSON, with the reasons of what was skipped; vitest's own JSON has no place for them. */
export default class MatrixReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const broken = modules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId);
    const result: Omit<Outcome, "version" | "seconds"> = {
      passed: cases.filter((test) => test.result().state === "passed").length,
      failed: cases.filter((test) => test.result().state === "failed").map(titleOf),
      skipped: cases.flatMap((test) => {
        const outcome = test.result();
        return outcome.state === "skipped" ? [{ title: titleOf(test), reason: outcome.note ?? "no reason given" }] : [];
      }),
      trouble: [...broken, ...unhandled.map(({ message }) => message)].join("; "),
    };
    const file = process.env[RESULT_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(result));
  }
}

function titleOf(test: TestCase): string {
  return `${test.module.relativeModuleId}: ${test.fullName}`;
}
