import type { ReportSource } from "../report/build.ts";
import type { Branch } from "../usage/branch.ts";
import { entryId, parentId } from "../usage/entry.ts";
import { Ledger } from "../usage/ledger.ts";
import { type Place, ROOT, TurnList } from "../usage/turn-list.ts";
import { viewOf } from "./file-view.ts";
import type { JudgedFile } from "./judged-file.ts";

/** Which turns of a file: those that led to its last entry, or those of all branches. */
export type FileRange = "branch" | "file";

/** What a report on a file is made of. `now` is milliseconds since the epoch. */
export function sourceOf(judged: JudgedFile, range: FileRange, now: number): ReportSource {
  const { file, totals, verdicts, records } = judged;
  const { breaks, money } = verdicts;
  const nothing = { speed: null, live: null };
  return {
    now,
    piVersion: null,
    enabled: true,
    session: { id: file.id, file: file.path },
    // No process has the session open.
    run: new Ledger(),
    scan: { window: totals, isReset: judged.since !== null },
    branch: turnsOf(judged, range),
    details: { of: (entry) => (entry === null ? nothing : (records.details.get(entry) ?? nothing)) },
    verdicts: { breaks, money, clock: verdicts.clock(null, now), of: (entry) => verdicts.of(entry) },
    isSubscription: () => false,
    prefix: null,
    refusals: [],
    invalidConfig: [],
    unreadableRecords: records.unreadable,
    internalErrors: 0,
  };
}

/** The turns that count, each with the number and the marks that it has on its own branch. */
function turnsOf({ file, prices, isCounted }: JudgedFile, range: FileRange): Branch {
  const list = new TurnList(prices.price);
  const counted = new Set(file.entries.filter((_, index) => isCounted[index] === true));
  const read = (entry: unknown, before: Place): Place =>
    counted.has(entry) ? list.add(entry, before) : list.pass(entry, before);
  if (range === "branch") {
    // As Pi walks it: an entry may stand before its parent in the file.
    viewOf(file)
      .branch()
      .reduce<Place>((place, entry) => read(entry, place), ROOT);
    return list;
  }
  const places = new Map<string, Place>();
  for (const entry of file.entries) {
    const parent = parentId(entry);
    const after = read(entry, (parent === null ? undefined : places.get(parent)) ?? ROOT);
    const id = entryId(entry);
    if (id !== null) places.set(id, after);
  }
  return list;
}
