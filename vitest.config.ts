import { defineConfig } from "vitest/config";
import { patient } from "./test/support/patience.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // As many as a small machine has cores; the default is one less, and tests in the real Pi wait more than they compute.
    maxWorkers: 2,
    // Nothing in src keeps state in its modules, but for what it has loaded: they need not be loaded anew for each file.
    isolate: false,
    testTimeout: patient(30_000),
    hookTimeout: patient(60_000),
    coverage: {
      provider: "v8",
      include: ["src/**/*.{ts,js}"],
      // The exported page's own scripts run in Chromium alone: test/e2e/export-html.test.ts. V8 tells of this process only.
      exclude: ["src/export/html/*.js"],
      reporter: [["text", { skipFull: true }], "json"],
      reportOnFailure: true,
      thresholds: { lines: 95, branches: 90 },
    },
  },
});
