import { Type } from "typebox";
import { SECTIONS } from "../prefix/snapshot.ts";
import { choice, count, nullable } from "../report/schema-parts.ts";
import { CAUSES } from "../verdict/cause.ts";
import { LONGEST_SECONDS } from "../verdict/lifetime.ts";
import { RECORD_VERSION } from "./run-record.ts";

/** Longer than any name or digest that a record holds: what is longer was not written by this package. */
const LONGEST = 10_000;

const text = (maxLength: number) => Type.String({ maxLength });
const index = () => Type.Integer({ minimum: 0 });
/** Values in a row whose places say what they are. */
const row = () => Type.Array(Type.Union([text(LONGEST), Type.Number(), Type.Null()]), { maxItems: 10 });

const CompactSection = Type.Union([Type.Literal(0), Type.Array(Type.Union([text(LONGEST), count()]), { maxItems: 4 })]);
const Markers = Type.Array(Type.Union([Type.Number(), row()]));

/** Seconds, within the limit of every declared lifetime. */
const lifetimes = () => {
  const seconds = nullable(Type.Number({ exclusiveMinimum: 0, maximum: LONGEST_SECONDS }));
  return Type.Optional(Type.Tuple([seconds, seconds]));
};

const Usual = Type.Object({
  s: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  e: nullable(text(100)),
  l: lifetimes(),
  o: Type.Optional(
    Type.Object({
      s: Type.Array(CompactSection),
      m: Markers,
      p: nullable(text(100)),
      b: Type.Array(nullable(count())),
      t: nullable(choice(["short", "long"])),
    }),
  ),
});

const Turn = Type.Object({
  e: Type.String({ minLength: 1, maxLength: 200 }),
  v: Type.Optional(Type.Array(nullable(Type.Number({ minimum: 0 })), { minItems: 2, maxItems: 3 })),
  // Checked as the observation that is made of it.
  o: Type.Optional(Type.Unknown()),
  u: Type.Optional(text(100)),
  g: Type.Optional(choice(CAUSES)),
  h: Type.Optional(count()),
  l: lifetimes(),
});

const SectionPrintSchema = Type.Object({
  b: Type.Optional(text(200)),
  f: Type.Optional(index()),
  r: Type.Optional(text(200)),
  i: Type.Array(Type.Union([Type.String(), Type.Array(Type.Union([Type.String(), index()]))])),
  c: Type.Array(count()),
  n: Type.Optional(Type.Array(nullable(text(LONGEST)))),
  p: Type.Optional(Type.Array(nullable(text(LONGEST)))),
  g: Type.Optional(Type.Array(Type.Array(Type.Tuple([text(LONGEST), index(), index()])))),
});

const Print = Type.Object({
  a: Type.Optional(text(100)),
  s: Type.Optional(text(100)),
  e: Type.Optional(Type.Literal(1)),
  m: Type.Optional(Type.Array(row())),
  h: Type.Optional(Type.Partial(Type.Record(choice(SECTIONS), nullable(SectionPrintSchema)))),
  l: Type.Optional(nullable(Type.Array(Type.Union([text(200), index()])))),
  k: Type.Optional(index()),
  i: Type.Optional(Type.String()),
  c: Type.Optional(Type.Array(count())),
});

/** `RunRecord` of run-record.ts, whoever wrote it: an entry may have been edited, or be another package's. */
export const RunSchema = Type.Object({
  v: Type.Literal(RECORD_VERSION),
  u: Type.Optional(Usual),
  t: Type.Array(Turn, { maxItems: 100_000 }),
  p: Type.Optional(Print),
  k: text(100),
});

/** A marker of a request. */
export const MarkerSchema = Type.Object({
  section: choice(SECTIONS),
  index: count(),
  block: nullable(count()),
  ttl: nullable(text(100)),
});
