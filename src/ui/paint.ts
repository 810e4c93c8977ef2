/** Colours by meaning. Without colour every function gives its text back unchanged. */
export interface Paint {
  readonly dim: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly error: (text: string) => string;
  /** Bold in the warning colour. */
  readonly strongWarning: (text: string) => string;
}

/** The part of Pi's theme that is used here. */
export interface ThemeColors {
  fg(color: "dim" | "warning" | "error", text: string): string;
  bold(text: string): string;
}

const same = (text: string): string => text;
const PLAIN: Paint = { dim: same, warning: same, error: same, strongWarning: same };

/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
export function paint(theme: ThemeColors, color: boolean): Paint {
  if (!color) return PLAIN;
  return {
    dim: (text) => theme.fg("dim", text),
    warning: (text) => theme.fg("warning", text),
    error: (text) => theme.fg("error", text),
    strongWarning: (text) => theme.bold(theme.fg("warning", text)),
  };
}
