import { matchesKey } from "@earendil-works/pi-tui";
import { VIEWS, type View } from "./views.ts";

/** What a key asks the panel to do. */
export type Action =
  | { readonly kind: "move"; readonly by: "row" | "page"; readonly direction: -1 | 1 }
  /** Along the turns, also while one is open. */
  | { readonly kind: "step"; readonly direction: -1 | 1 }
  | { readonly kind: "end"; readonly direction: -1 | 1 }
  | { readonly kind: "break"; readonly direction: -1 | 1 }
  | { readonly kind: "view"; readonly view: View | "next" }
  | { readonly kind: "range" }
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "leave" };

/** The part of Pi's keybindings that is asked: what the user has configured for lists everywhere. */
export interface ListKeys {
  matches(
    data: string,
    binding:
      | "tui.select.up"
      | "tui.select.down"
      | "tui.select.pageUp"
      | "tui.select.pageDown"
      | "tui.select.confirm"
      | "tui.select.cancel"
      | "tui.input.tab",
  ): boolean;
}

type Test = (data: string, keys: ListKeys) => boolean;

const bound =
  (binding: Parameters<ListKeys["matches"]>[1]): Test =>
  (data, keys) =>
    keys.matches(data, binding);
const key =
  (...names: Parameters<typeof matchesKey>[1][]): Test =>
  (data) =>
    names.some((name) => matchesKey(data, name));

const ACTIONS: readonly (readonly [Test, Action])[] = [
  [bound("tui.select.up"), { kind: "move", by: "row", direction: -1 }],
  [bound("tui.select.down"), { kind: "move", by: "row", direction: 1 }],
  [bound("tui.select.pageUp"), { kind: "move", by: "page", direction: -1 }],
  [bound("tui.select.pageDown"), { kind: "move", by: "page", direction: 1 }],
  [key("left"), { kind: "step", direction: -1 }],
  [key("right"), { kind: "step", direction: 1 }],
  [key("home"), { kind: "end", direction: -1 }],
  [key("end"), { kind: "end", direction: 1 }],
  [key("p"), { kind: "break", direction: -1 }],
  [key("n"), { kind: "break", direction: 1 }],
  [bound("tui.input.tab"), { kind: "view", view: "next" }],
  [key("1"), { kind: "view", view: VIEWS[0] }],
  [key("2"), { kind: "view", view: VIEWS[1] }],
  [key("3"), { kind: "view", view: VIEWS[2] }],
  [key("4"), { kind: "view", view: VIEWS[3] }],
  [key("f"), { kind: "range" }],
  [bound("tui.select.confirm"), { kind: "open" }],
  [key("q"), { kind: "leave" }],
  [bound("tui.select.cancel"), { kind: "close" }],
];

/** What a key asks for; null for every other key. */
export function actionOf(data: string, keys: ListKeys): Action | null {
  return ACTIONS.find(([test]) => test(data, keys))?.[1] ?? null;
}
