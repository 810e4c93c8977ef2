import type { Host } from "../host.ts";
import type { Monitor } from "../monitor.ts";
import { createFooter, type FooterComponent } from "./footer/footer.ts";
import { type FooterData, FooterReader } from "./footer/reader.ts";
import { glyphs } from "./glyphs.ts";
import { paint, type ThemeColors } from "./paint.ts";

export { statusText } from "./status-text.ts";

/** What a footer of a session is drawn with. */
export interface FooterScene {
  readonly monitor: Monitor;
  readonly host: Host;
  readonly theme: ThemeColors;
  readonly data: FooterData & { onBranchChange(listener: () => void): () => void };
  readonly requestRender: () => void;
  /** Whether the session is still the one that is shown: of another nothing may be touched. */
  readonly isCurrent: () => boolean;
  readonly onDispose: () => void;
}

/** The footer of a session, which asks for a frame when Pi sees another git branch. */
export function sessionFooter({ monitor, host, theme, data, ...scene }: FooterScene): FooterComponent {
  const { config } = monitor;
  const reader = new FooterReader(host, monitor, data, () => performance.now());
  const unsubscribe = data.onBranchChange(scene.requestRender);
  return createFooter({
    read: () => (scene.isCurrent() ? reader.read() : null),
    paint: paint(theme, config.color),
    glyphs: glyphs(config.ascii),
    onFault: () => monitor.countInternalError(),
    onDispose: () => {
      unsubscribe();
      scene.onDispose();
    },
  });
}
