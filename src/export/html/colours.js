/** The style sheet's colours for the canvases, and the patterns made of them. */

/** @typedef {"read" | "written" | "fresh" | "line" | "rate" | "paper" | "ink" | "muted" | "rule" | "chosen" | "break" | "compaction" | "model" | "refresh" | "missed"} Colour */

/** @type {Map<string, string>} */
const colours = new Map();
/** @type {Map<string, CanvasPattern | string>} */
const fills = new Map();

/** The style sheet's colours have changed: they are asked for again. */
export function forgetColours() {
  colours.clear();
  fills.clear();
}

/**
 * A colour of the style sheet, as it is now.
 * @param {Colour} name
 */
export function colour(name) {
  const value = colours.get(name) ?? getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  colours.set(name, value);
  return value;
}

/**
 * What a kind of tokens is filled with: a colour for tokens read, patterns for the others.
 * @param {"read" | "written" | "fresh"} kind
 */
export function fillOf(kind) {
  const fill = fills.get(kind) ?? (kind === "read" ? colour("read") : patternOf(kind));
  fills.set(kind, fill);
  return fill;
}

/** @param {"written" | "fresh"} kind */
function patternOf(kind) {
  const unit = Math.max(1, Math.round(devicePixelRatio));
  const size = 6 * unit;
  const tile = document.createElement("canvas");
  tile.width = size;
  tile.height = size;
  const draw = tile.getContext("2d");
  if (draw === null) return colour(kind);
  draw.fillStyle = colour(kind);
  draw.fillRect(0, 0, size, size);
  draw.strokeStyle = draw.fillStyle = colour("line");
  draw.lineWidth = 1.4 * unit;
  draw.beginPath();
  if (kind === "written") {
    for (const shift of [-size, 0, size]) {
      draw.moveTo(shift - unit, size + unit);
      draw.lineTo(shift + size + unit, -unit);
    }
    draw.stroke();
  } else {
    draw.arc(size / 2, size / 2, unit, 0, 2 * Math.PI);
    draw.fill();
  }
  return draw.createPattern(tile, "repeat") ?? colour(kind);
}
