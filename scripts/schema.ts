/**
 * Writes report.schema.json, the machine contract as JSON Schema, from its TypeBox source. With --check it writes
 * nothing and fails when the file is not current. Run: npm run schema
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReportSchema } from "../src/report/schema.ts";
import { REPORT_SCHEMA } from "../src/version.ts";

const path = join(import.meta.dirname, "../report.schema.json");
const schema = { $schema: "https://json-schema.org/draft/2020-12/schema", title: REPORT_SCHEMA, ...ReportSchema };
const content = `${JSON.stringify(schema, null, 2)}\n`;

if (!process.argv.includes("--check")) {
  writeFileSync(path, content);
} else if (readFileSync(path, "utf8") !== content) {
  console.error("report.schema.json is not current. Run: npm run schema");
  process.exitCode = 1;
}
