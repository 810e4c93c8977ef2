import { finiteOrNull, isRecord, textOrNull } from "../unknown.ts";
import type { Pricer } from "./cost.ts";
import { type Row, readPricedRow, readRow } from "./row.ts";
import { readTurn, type Turn } from "./turn.ts";

/** Usage that is not a turn: it is listed on its own line and is never "latest". */
export type SideKind = "compaction" | "branchSummary" | "nested";

/** The model whose cache a refresh keeps warm, by the names that the entry carries, and when the entry was written. */
export interface RefreshOf {
  readonly provider: string;
  readonly model: string;
  /** Milliseconds since the epoch, soon after the refresh; null when not recorded. */
  readonly at: number | null;
}

/**
 * What one session entry says about usage.
 * `refresh` is a `usage` entry: a cache-warming refresh or any other kind that Pi records outside the conversation.
 */
export type EntryFact =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "refresh"; readonly row: Row; readonly warms: RefreshOf | null }
  | { readonly kind: "side"; readonly side: SideKind; readonly row: Row };

/**
 * Reads a session entry of any type, version or origin. Null for entries that carry no usage, that are foreign, newer or
 * corrupt. Text in the entry is not looked at.
 */
export function readEntry(entry: unknown, price: Pricer): EntryFact | null {
  if (!isRecord(entry)) return null;
  switch (entry.type) {
    case "message":
      return readMessage(entry.message, price);
    case "usage":
      return readRefresh(entry, price);
    case "compaction":
      return side("compaction", entry.usage);
    case "branch_summary":
      return side("branchSummary", entry.usage);
    default:
      return null;
  }
}

function readRefresh(entry: Readonly<Record<string, unknown>>, price: Pricer): EntryFact {
  const provider = textOrNull(entry.provider) ?? "";
  const model = textOrNull(entry.model) ?? "";
  const warms = entry.kind === "cache_warm" ? { provider, model, at: entryTime(entry) } : null;
  return { kind: "refresh", row: readPricedRow(entry.usage, provider, model, price), warms };
}

function readMessage(message: unknown, price: Pricer): EntryFact | null {
  const turn = readTurn(message, price);
  if (turn !== null) return { kind: "turn", turn };
  if (!isRecord(message) || message.role !== "toolResult") return null;
  return side("nested", message.usage);
}

// Most summaries and tool results carry no usage: that is normal and no row at all, not a malformed one.
function side(side: SideKind, usage: unknown): EntryFact | null {
  return isRecord(usage) ? { kind: "side", side, row: readRow(usage) } : null;
}

/** The entry's id, or null when it has none. */
export function entryId(entry: unknown): string | null {
  return isRecord(entry) ? textOrNull(entry.id) : null;
}

/** The id of the entry before this one on its branch, or null at a root. */
export function parentId(entry: unknown): string | null {
  return isRecord(entry) ? textOrNull(entry.parentId) : null;
}

/** Whether an entry is a turn: what counts when turns are numbered. */
export function isTurnEntry(entry: unknown): boolean {
  return isRecord(entry) && entry.type === "message" && isRecord(entry.message) && entry.message.role === "assistant";
}

/** When the entry was written, in milliseconds since the epoch: for a response the time of its end. Null when unreadable. */
export function entryTime(entry: unknown): number | null {
  const text = isRecord(entry) ? textOrNull(entry.timestamp) : null;
  return text === null ? null : finiteOrNull(Date.parse(text));
}
