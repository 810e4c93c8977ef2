import { info, type Run } from "./command.ts";

/**
 * `/cache-stats enable`: measure again; the footer comes back where the configuration wants one, also from another
 * extension that took it: here the user asks for it.
 */
export const enable: Run = ({ monitor, words, views }) => {
  if (monitor.enabled && !views.footerTaken) return info(words.alreadyEnabled);
  monitor.enable();
  views.apply();
  return info(words.enabled);
};

/** `/cache-stats disable`: no statistics, no footer, no observation. */
export const disable: Run = ({ monitor, words, views }) => {
  if (!monitor.enabled) return info(words.alreadyDisabled);
  monitor.disable();
  views.apply();
  return info(words.disabled);
};

/** `/cache-stats reset`: run and session scope start from here. The session file is not touched. */
export const reset: Run = ({ monitor, host, words, views }) => {
  monitor.reset(host);
  views.refresh();
  return info(words.reset);
};
