import { describe, expect, it } from "vitest";
import { paint } from "../../src/ui/paint.ts";

describe("paint", () => {
  it("colours by meaning with Pi's theme", () => {
    const { dim, warning, error } = paint({ fg: (color, text) => `<${color} ${text}>` }, true);
    expect([dim("a"), warning("b"), error("c")]).toEqual(["<dim a>", "<warning b>", "<error c>"]);
  });

  it("follows a change of the theme", () => {
    const theme = { fg: (_: string, text: string) => `dark ${text}` };
    const { dim } = paint(theme, true);
    theme.fg = (_, text) => `light ${text}`;
    expect(dim("a")).toBe("light a");
  });

  it("gives the text back and never asks the theme without colour", () => {
    const fg = (): string => {
      throw new Error("asked");
    };
    const { dim, warning, error } = paint({ fg }, false);
    expect([dim("a"), warning("b"), error("c")]).toEqual(["a", "b", "c"]);
  });
});
