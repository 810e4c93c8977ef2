import { Type } from "typebox";
import { SECTIONS } from "../prefix/snapshot.ts";
import { choice, count, nullable } from "./schema-parts.ts";

const SECTION = choice(SECTIONS);

const Section = Type.Object({
  state: choice(["baseline", "stable", "extended", "changed", "absent", "empty", "unknown", "skipped", "disabled"]),
  reason: nullable(Type.String()),
  count: count(),
  /** UTF-16 code units. */
  chars: count(),
});

/** The first place where two requests differ. Names, positions and lengths; never text. */
export const DivergenceSchema = Type.Object({
  section: SECTION,
  kind: choice(["added", "removed", "reordered", "key-order", "representation", "changed", "truncated"]),
  index: nullable(count()),
  name: nullable(Type.String()),
  role: nullable(Type.String()),
  path: nullable(Type.String()),
  tag: nullable(Type.String()),
  line: nullable(count()),
  char: nullable(count()),
  before: nullable(Type.Object({ chars: count() })),
  after: nullable(Type.Object({ chars: count() })),
  owner: nullable(Type.String()),
  shareBefore: Type.Number({ minimum: 0, maximum: 1 }),
});

/** What one request looked like beside the one before it. */
export const ObservationSchema = Type.Object({
  relation: choice([
    "baseline",
    "identical",
    "extended",
    "shortened",
    "branched",
    "changed",
    "unknown",
    "skipped",
    "disabled",
  ]),
  reason: nullable(Type.String()),
  shape: nullable(Type.String()),
  sections: Type.Record(SECTION, Section),
  blocks: Type.Object({ project_instructions: nullable(count()), available_skills: nullable(count()) }),
  divergence: nullable(DivergenceSchema),
  /** The first difference of each section that differs, in sending order; of the parameters each one that differs. */
  divergences: Type.Array(DivergenceSchema),
  /** Where a request that `branched` leaves the one before. */
  branchPoint: nullable(DivergenceSchema),
  otherDivergences: Type.Record(Type.String(), count()),
  /** The head is one that this conversation had before the last: A → B → A. */
  flap: Type.Boolean(),
  /** Which of its model's lifetimes the request asks for. */
  retention: nullable(choice(["short", "long"])),
  /** Content blocks between the last request's marker in the history and the nearest of this one. */
  blocksSinceMarker: nullable(count()),
  markers: Type.Array(
    Type.Object({ section: SECTION, index: count(), block: nullable(count()), ttl: nullable(Type.String()) }),
  ),
});
