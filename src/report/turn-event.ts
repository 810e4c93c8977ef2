import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import { readEntry } from "../usage/entry.ts";
import type { TurnNumbers } from "../usage/turn-numbers.ts";
import { turnReport } from "./build.ts";
import type { TurnReport } from "./schema.ts";

/** The channel of `pi.events` on which every turn is told when it ends. Part of the machine contract. */
export const TURN_EVENT = "cache-stats:turn";

/** The turn of an entry as the contract has it; null when the entry is no turn of this session. */
export function turnEvent(monitor: Monitor, host: Host, numbers: TurnNumbers, entryId: string): TurnReport | null {
  const { scan, session, price } = monitor;
  scan.update(host);
  const fact = readEntry(host.entry(entryId), price);
  if (fact?.kind !== "turn") return null;
  const { verdicts } = session;
  const of = (entry: string) => verdicts?.of(entry);
  const turn = { number: numbers.of(host, entryId), entryId, turn: fact.turn, flags: fact.turn.row.flags };
  return turnReport(turn, { scan, details: { of: (entry) => monitor.detailOf(entry) }, verdicts: { of } });
}
