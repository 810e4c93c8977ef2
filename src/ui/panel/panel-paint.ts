import { gradeOf } from "../../usage/grade.ts";

/** The part of Pi's theme that the panel uses. */
export interface PanelTheme {
  fg(color: "dim" | "success" | "warning" | "error" | "accent", text: string): string;
  bg(color: "selectedBg", text: string): string;
  bold(text: string): string;
}

/** The panel's colours by meaning. Without colour every function gives its text back unchanged. */
export interface PanelPaint {
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly watch: (text: string) => string;
  readonly poor: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly strong: (text: string) => string;
  /** A whole row. */
  readonly selected: (text: string) => string;
}

const same = (text: string): string => text;
const PLAIN: PanelPaint = {
  ...{ dim: same, good: same, watch: same, poor: same, accent: same, strong: same, selected: same },
};

/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
export function panelPaint(theme: PanelTheme, color: boolean): PanelPaint {
  if (!color) return PLAIN;
  return {
    dim: (text) => theme.fg("dim", text),
    good: (text) => theme.fg("success", text),
    watch: (text) => theme.fg("warning", text),
    poor: (text) => theme.fg("error", text),
    accent: (text) => theme.fg("accent", text),
    strong: (text) => theme.bold(text),
    selected: (text) => theme.bg("selectedBg", text),
  };
}

/** Paints what stands for a rate (0..1) by its grade; dim where it was not measured. */
export function paintGrade(rate: number | null, text: string, paint: PanelPaint): string {
  const grade = gradeOf(rate);
  return grade === null ? paint.dim(text) : paint[grade](text);
}
