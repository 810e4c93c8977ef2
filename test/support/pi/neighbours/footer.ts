import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/**
 * A neighbour with a footer of its own, which it sets when a session begins and on `/neighbour-footer set`;
 * `/neighbour-footer clear` gives it up. The footer shows the model, and how often a footer of the neighbour was taken away; with
 * `TEST_NEIGHBOUR_STATUSES` it also shows the statuses of other extensions, as Pi's own does.
 */
export default function footer(pi: ExtensionAPI): void {
  let lost = 0;
  const set = ({ ui, model }: ExtensionContext): void =>
    ui.setFooter((_tui, _theme, data) => ({
      render: () => {
        const statuses = process.env.TEST_NEIGHBOUR_STATUSES ? [...data.getExtensionStatuses().values()] : [];
        return [`${model?.id}: neighbour's footer, lost ${lost} times ${statuses.join(" ")}`];
      },
      invalidate: () => undefined,
      dispose: () => {
        lost += 1;
      },
    }));
  pi.on("session_start", (_event, ctx) => set(ctx));
  pi.registerCommand("neighbour-footer", {
    description: "Set the footer, or give it up",
    handler: async (args, ctx) => (args.trim() === "clear" ? ctx.ui.setFooter(undefined) : set(ctx)),
  });
}

/** The path of this extension. */
export const NEIGHBOUR_FOOTER = import.meta.filename;
