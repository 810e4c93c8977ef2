import { describe, expect, it } from "vitest";
import { paint } from "../../src/ui/paint.ts";

const bold = (text: string): string => `<bold ${text}>`;

describe("paint", () => {
  it("colours by meaning with Pi's theme", () => {
    const colors = paint({ fg: (color, text) => `<${color} ${text}>`, bold }, true);
    const { dim, warning, error } = colors;
    expect([dim("a"), warning("b"), error("c")]).toEqual(["<dim a>", "<warning b>", "<error c>"]);
    expect(colors.strongWarning("d")).toBe("<bold <warning d>>");
  });

  it("follows a change of the theme", () => {
    const theme = { fg: (_: string, text: string) => `dark ${text}`, bold };
    const { dim, strongWarning } = paint(theme, true);
    theme.fg = (_, text) => `light ${text}`;
    theme.bold = (text) => `heavy ${text}`;
    expect(dim("a")).toBe("light a");
    expect(strongWarning("a")).toBe("heavy light a");
  });

  it("gives the text back and never asks the theme without colour", () => {
    const asked = (): string => {
      throw new Error("asked");
    };
    const { dim, warning, error, strongWarning } = paint({ fg: asked, bold: asked }, false);
    expect([dim("a"), warning("b"), error("c"), strongWarning("d")]).toEqual(["a", "b", "c", "d"]);
  });
});
