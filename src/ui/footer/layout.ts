import { sliceByColumn, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import { formatHitRate } from "../../usage/hit-rate.ts";
import type { Glyphs } from "../glyphs.ts";
import { compactTokens, tokensPerSecond } from "../numbers.ts";
import type { Paint } from "../paint.ts";
import { oneLine } from "../safe-text.ts";
import type { FooterFacts } from "./facts.ts";

/** Columns between the left and the right part of a row. */
const GAP = 2;
/** A model name cut shorter than this says nothing. */
const SHORTEST_MODEL = 6;

/**
 * Lays the footer out in `width` columns (1 and up); no line is wider. Everything stands on two lines where they hold
 * it, otherwise the counters move up beside the folder or onto a line of their own. What still does not fit goes in the
 * order model, speed, context; the hit rates go last.
 */
export function layoutFooter(facts: FooterFacts, width: number, paint: Paint, glyphs: Glyphs): readonly string[] {
  const place = paint.dim(placeText(facts, glyphs));
  const counters = countersText(facts, paint, glyphs);
  const models = modelTexts(facts, glyphs);
  const measured = [rateText(facts, paint, glyphs), contextText(facts, paint, glyphs), speedText(facts, paint, glyphs)];
  const allLeft = [counters, ...measured].filter(Boolean).join(" ");
  const rows: string[] = [];
  const shortest = models.at(-1) ?? "";
  if (visibleWidth(allLeft) + GAP + visibleWidth(shortest) <= width) {
    rows.push(place, spread(allLeft, models, width, paint.dim));
  } else {
    const together = visibleWidth(place) + GAP + visibleWidth(counters) <= width;
    rows.push(...(together ? [spread(place, [counters], width, (text) => text)] : [place, counters]));
    rows.push(fitMeasured(measured, models, width, paint));
  }
  if (facts.statuses !== "") rows.push(facts.statuses);
  return rows.filter((row) => row !== "").map((row) => truncateToWidth(row, width, paint.dim(glyphs.ellipsis)));
}

/** `left`, and at the right edge the first of `rights` that fits; the last one is cut if none does. */
function spread(left: string, rights: readonly string[], width: number, paintRight: (text: string) => string): string {
  const room = width - visibleWidth(left) - GAP;
  const fitting = rights.map(paintRight).find((right) => visibleWidth(right) <= room);
  const right = fitting ?? paintRight(cut(rights.at(-1) ?? "", room));
  if (visibleWidth(right) === 0) return left;
  return left + " ".repeat(Math.max(0, room + GAP - visibleWidth(right))) + right;
}

/** Cut to `room` columns, without a separator left hanging; nothing when what remains says nothing. */
function cut(text: string, room: number): string {
  if (room < SHORTEST_MODEL) return "";
  return sliceByColumn(text, 0, room, true).replace(/[^\p{L}\p{N})\]]+$/u, "");
}

function fitMeasured(measured: readonly string[], models: readonly string[], width: number, paint: Paint): string {
  const all = measured.filter(Boolean).join(" ");
  if (visibleWidth(all) <= width) return spread(all, models, width, paint.dim);
  const fewer = [measured.slice(0, 2), measured.slice(0, 1)].map((parts) => parts.filter(Boolean).join(" "));
  return fewer.find((left) => visibleWidth(left) <= width) ?? measured[0] ?? "";
}

function placeText({ folder, branch, sessionName }: FooterFacts, glyphs: Glyphs): string {
  const name = sessionName === null ? "" : ` ${glyphs.dot} ${sessionName}`;
  return oneLine(`${folder}${branch === null ? "" : ` (${branch})`}${name}`);
}

function countersText(facts: FooterFacts, paint: Paint, glyphs: Glyphs): string {
  const parts: string[] = [];
  if (facts.input > 0) parts.push(`${glyphs.up}${compactTokens(facts.input)}`);
  if (facts.output > 0) parts.push(`${glyphs.down}${compactTokens(facts.output)}`);
  if (facts.cacheRead > 0) parts.push(`R${compactTokens(facts.cacheRead)}`);
  if (facts.cacheWrite > 0) parts.push(`W${compactTokens(facts.cacheWrite)}`);
  if (facts.cost !== 0 || facts.subscription) {
    parts.push(`$${facts.cost.toFixed(3)}${facts.subscription ? " (sub)" : ""}`);
  }
  return parts.length === 0 ? "" : paint.dim(parts.join(" "));
}

function rateText(facts: FooterFacts, paint: Paint, glyphs: Glyphs): string {
  const session = `${glyphs.session} ${formatHitRate(facts.sessionRate, 0)}`;
  const latest = `${glyphs.latest} ${formatHitRate(facts.latestRate, 0)}`;
  const label = facts.breakLabel === "" ? [] : [paint.error(facts.breakLabel)];
  return [
    facts.sessionRate === null ? paint.dim(session) : session,
    facts.latestRate === null ? paint.dim(latest) : paint.warning(latest),
    ...label,
  ].join(" ");
}

function contextText(facts: FooterFacts, paint: Paint, glyphs: Glyphs): string {
  const { contextPercent: percent } = facts;
  const value = percent === null ? "?" : `${percent.toFixed(1)}%`;
  const auto = facts.autoCompaction ? " (auto)" : "";
  const text = `${glyphs.context} ${value}/${compactTokens(facts.contextWindow)}${auto}`;
  const fullness = percent ?? 0;
  const painted = fullness > 90 ? paint.error(text) : fullness > 70 ? paint.warning(text) : text;
  return facts.experimental ? `${painted} ${paint.dim(glyphs.dot)} ${paint.strongWarning("xp")}` : painted;
}

function speedText(facts: FooterFacts, paint: Paint, glyphs: Glyphs): string {
  if (facts.speed === undefined) return "";
  if (facts.speed === null) return paint.dim(`${glyphs.speed} n/a`);
  return paint.dim(`${glyphs.speed} ${facts.speedOfRequest ? "~" : ""}${tokensPerSecond(facts.speed)}`);
}

/** Unpainted: the model with its provider, where several are in use, and without: the second is for when the first is too wide. */
function modelTexts(facts: FooterFacts, glyphs: Glyphs): readonly string[] {
  const level = facts.thinkingLevel === "off" ? "thinking off" : facts.thinkingLevel;
  const thinking = level === null ? "" : ` ${glyphs.dot} ${level}`;
  const routedLevel = facts.routedLevel === null ? "" : ` ${glyphs.dot} ${facts.routedLevel}`;
  const routed = facts.routedModel === null ? "" : ` ${glyphs.arrow} ${facts.routedModel}${routedLevel}`;
  const name = oneLine(`${facts.model}${thinking}${routed}`);
  const short = `${glyphs.model} ${name}`;
  return facts.showProvider ? [`${glyphs.model} (${oneLine(facts.provider)}) ${name}`, short] : [short];
}
