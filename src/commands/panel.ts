import { glyphs } from "../ui/glyphs.ts";
import { Panel } from "../ui/panel/panel.ts";
import { panelPaint } from "../ui/panel/panel-paint.ts";
import { PanelSlot } from "../ui/panel-slot.ts";
import { NO_MESSAGE, type Run, warning } from "./command.ts";

/** `/cache-stats panel`: every turn on the whole screen, until the user leaves it. */
export const run: Run = ({ monitor, host, words, views }) => {
  const { ascii, color } = monitor.config;
  const shown = views.showPanel(
    ({ screen, theme, keys, close, onDispose }) =>
      new Panel({
        ...{ monitor, host, keys, onDispose },
        style: { words, paint: panelPaint(theme, color), glyphs: glyphs(ascii), ascii },
        rows: () => screen.terminal.rows,
        requestRender: () => screen.requestRender(),
        onLeave: close,
        onFault: () => monitor.countInternalError(),
      }),
    () => new PanelSlot(() => monitor.countInternalError()),
  );
  switch (shown) {
    case "no-terminal":
      return warning(words.panelNeedsTerminal);
    case "not-supported":
      return warning(words.panelNeedsNewerPi);
    case "already-open":
      return warning(words.panelIsOpen);
    default:
      return NO_MESSAGE;
  }
};
