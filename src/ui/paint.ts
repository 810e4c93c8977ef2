/** Colours by meaning. Without colour every function gives its text back unchanged. */
export interface Paint {
  readonly dim: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly error: (text: string) => string;
}

/** The part of Pi's theme that is used here. */
export interface ThemeColors {
  fg(color: "dim" | "warning" | "error", text: string): string;
}

const PLAIN: Paint = { dim: (text) => text, warning: (text) => text, error: (text) => text };

/** Paints with Pi's theme, read at each call so that a theme change shows at once; plain under `NO_COLOR`. */
export function paint(theme: ThemeColors, color: boolean): Paint {
  if (!color) return PLAIN;
  return {
    dim: (text) => theme.fg("dim", text),
    warning: (text) => theme.fg("warning", text),
    error: (text) => theme.fg("error", text),
  };
}
