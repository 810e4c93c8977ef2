/** The Pis that the package is tested on, oldest first. */
export const PI_VERSIONS = ["0.84.2", "0.85.1", "0.87.1", "1.0.3", "1.4.0", "1.6.0"] as const;

/**
 * Up to 1.0 Pi names its own packages by ranges, so that npm would mix a release with later ones, which never ran together.
 * From 1.4.0 on it names them exactly. Chord was not released after 0.87.1.
 */
const OWN_PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0.84.2": same("0.84.2", ["pi-agent-core", "pi-ai", "pi-client", "pi-protocol", "pi-telemetry", "pi-tui"]),
  "0.85.1": same("0.85.1", ["chord", "pi-agent-core", "pi-ai", "pi-telemetry", "pi-tui"]),
  "0.87.1": same("0.87.1", ["chord", "pi-agent-core", "pi-ai", "pi-telemetry", "pi-tui"]),
  "1.0.3": {
    ...same("1.0.3", ["pi-agent-core", "pi-ai", "pi-codemode", "pi-mcp", "pi-telemetry", "pi-tui"]),
    ...same("0.87.1", ["chord"]),
  },
};

function same(version: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`@earendil-works/${name}`, version]));
}

/** The package.json of a folder in which `npm install` puts exactly this Pi; one that is not in the table gets what npm chooses. */
export function manifestOf(version: string): object {
  return {
    private: true,
    dependencies: { "@earendil-works/pi-coding-agent": version },
    overrides: OWN_PACKAGES[version] ?? {},
  };
}
