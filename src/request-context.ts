import type { Host } from "./host.ts";
import type { RequestContext } from "./prefix/observer.ts";

/**
 * What a request belongs to, as Pi says while it is sent. Under a virtual model Pi names the model that was selected, not
 * the one that answers: then the payload says which.
 */
export function requestContext(host: Host): Pick<RequestContext, "scope" | "ownerOf"> {
  const model = host.model();
  return {
    scope: {
      session: host.sessionId(),
      provider: model?.provider,
      api: model?.api,
      model: model?.virtual ? null : (model?.id ?? ""),
      baseUrl: model?.baseUrl,
    },
    // Asked only for a tool that changed; a host that cannot answer leaves it unnamed.
    ownerOf: (tool) => {
      try {
        return host.toolOwner(tool);
      } catch {
        return null;
      }
    },
  };
}
