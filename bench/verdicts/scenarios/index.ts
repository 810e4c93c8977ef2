import type { Scenario } from "../scenario.ts";
import { MIXED } from "./mixed.ts";
import { PROMPT } from "./prompt.ts";
import { PROVIDER } from "./provider.ts";
import { QUIET } from "./quiet.ts";
import { REOPENED } from "./reopened.ts";
import { SESSION } from "./session.ts";
import { SETTINGS } from "./settings.ts";
import { TIME } from "./time.ts";
import { UNLIKELY } from "./unlikely.ts";

/** All scenarios, in the order of the table. */
export const SCENARIOS: readonly Scenario[] = [
  ...PROMPT,
  ...SETTINGS,
  ...SESSION,
  ...REOPENED,
  ...TIME,
  ...PROVIDER,
  ...MIXED,
  ...UNLIKELY,
  ...QUIET,
];
