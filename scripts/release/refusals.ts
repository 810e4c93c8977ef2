/** What a release is decided by. Texts come from git and from files; a file that is not there is an empty text. */
export interface ReleaseState {
  /** Branch that is checked out; empty for a detached head. */
  readonly branch: string;
  /** `git status --porcelain`: one line for each file that is not as committed. */
  readonly changes: string;
  readonly tags: readonly string[];
  /** Version of package.json; null where it has none. */
  readonly version: string | null;
  readonly changelog: string;
  /** Whether git knows who tags. */
  readonly hasTagger: boolean;
  readonly publishing: boolean;
  /** Whether package.json names the repository, its `publishConfig` is public and asks for provenance. */
  readonly isPublishable: boolean;
  /** Whether the machine can prove who builds: only a CI job with an OIDC identity can. */
  readonly hasIdentity: boolean;
}

/** The branch that releases are made of. */
export const RELEASE_BRANCH = "main";

export function tagOf(version: string): string {
  return `v${version}`;
}

/** npm's name for what is installed unless somebody asks for more: a version before a release is not. */
export function channelOf(version: string): "latest" | "next" {
  return version.includes("-") ? "next" : "latest";
}

/** Why there must be no release, in sentences; none where there may be one. */
export function refusals(state: ReleaseState): readonly string[] {
  const { branch, changes, tags, version, changelog } = state;
  const found: string[] = [];
  if (branch !== RELEASE_BRANCH) {
    found.push(`Releases are made on ${RELEASE_BRANCH}; checked out is ${branch === "" ? "no branch" : branch}.`);
  }
  if (!state.hasTagger) found.push("git does not know who tags: set user.name and user.email.");
  if (changes.trim() !== "") found.push(`The tree is not clean:\n${changes.trimEnd()}`);
  if (version === null || !VERSION.test(version)) {
    found.push("package.json has no version of the form 1.2.3 or 1.2.3-rc.1.");
  } else {
    if (tags.includes(tagOf(version))) found.push(`The tag ${tagOf(version)} exists already: raise the version.`);
    const heading = newestHeading(changelog);
    if (heading !== version) {
      const there = heading === null ? "it has none" : `its newest is ${heading}`;
      found.push(`CHANGELOG.md must begin with "## [${version}] - YYYY-MM-DD"; ${there}.`);
    }
  }
  return state.publishing ? [...found, ...publishRefusals(state)] : found;
}

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Version of the first dated heading; null where the first heading of a version has no date, or there is none. */
function newestHeading(changelog: string): string | null {
  const first = /^## .*$/m.exec(changelog)?.[0] ?? "";
  return /^## \[([^\]]+)\] - \d{4}-\d{2}-\d{2}$/.exec(first.trimEnd())?.[1] ?? null;
}

function publishRefusals({ isPublishable, hasIdentity }: ReleaseState): readonly string[] {
  const found: string[] = [];
  if (!isPublishable) {
    found.push("Provenance needs `repository.url` and a public `publishConfig` with provenance in package.json.");
  }
  if (!hasIdentity) {
    found.push("Provenance needs a CI job with an OIDC identity (`id-token: write`): push the tag and let it publish.");
  }
  return found;
}
