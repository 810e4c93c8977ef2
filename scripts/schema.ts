/**
 * Writes the machine contracts as JSON Schema from their TypeBox sources: report.schema.json and sessions.schema.json. With
 * --check it writes nothing and fails when a file is not current. Run: npm run schema
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ReportSchema } from "../src/report/schema.ts";
import { SessionsSchema } from "../src/report/sessions-schema.ts";
import { REPORT_SCHEMA, SESSIONS_SCHEMA } from "../src/version.ts";

const CONTRACTS = [
  { file: "report.schema.json", title: REPORT_SCHEMA, schema: ReportSchema },
  { file: "sessions.schema.json", title: SESSIONS_SCHEMA, schema: SessionsSchema },
];

for (const { file, title, schema } of CONTRACTS) {
  const path = join(import.meta.dirname, "..", file);
  const content = `${JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", title, ...schema }, null, 2)}\n`;
  if (!process.argv.includes("--check")) {
    writeFileSync(path, content);
  } else if (readFileSync(path, "utf8") !== content) {
    console.error(`${file} is not current. Run: npm run schema`);
    process.exitCode = 1;
  }
}
