import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { field } from "./unknown.ts";
import { type Lifetimes, readLifetime } from "./verdict/lifetime.ts";

type Models = ExtensionContext["modelRegistry"];

/** Cache lifetimes as Pi's catalogue or the user's models.json declares them; none on a Pi that does not know them. */
export function createLifetimes(models: () => Models | null): Lifetimes {
  return (provider, model) => {
    const declared = declaredOf(models(), provider, model);
    return { short: readLifetime(field(declared, "short")), long: readLifetime(field(declared, "long")) };
  };
}

// A catalogue that cannot answer leaves a lifetime unknown; it must not lose the verdict.
function declaredOf(models: Models | null, provider: string, model: string): unknown {
  try {
    const found: unknown = models?.find(provider, model);
    return field(found, "promptCache");
  } catch {
    return undefined;
  }
}
