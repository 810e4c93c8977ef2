import type { Host } from "./host.ts";
import type { RequestContext } from "./prefix/observer.ts";

/**
 * What a request belongs to, as Pi says while it is sent. Under a virtual model Pi names the model that was selected, not
 * the one that answers: then the payload says which. What Pi cannot say is left out, and the observation is `skipped`.
 */
export function requestContext(host: Host): RequestContext {
  const model = answerOf(() => host.model());
  return {
    scope: {
      session: answerOf(() => host.sessionId()),
      provider: model?.provider,
      api: model?.api,
      model: model?.virtual ? null : (model?.id ?? ""),
      baseUrl: model?.baseUrl,
    },
    // Asked only for a tool that changed.
    ownerOf: (tool) => answerOf(() => host.toolOwner(tool)),
  };
}

function answerOf<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    return null;
  }
}
