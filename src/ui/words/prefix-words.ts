import type { Kind } from "../../prefix/difference.ts";
import type { Relation } from "../../prefix/observation.ts";
import type { Section } from "../../prefix/snapshot.ts";

/** What the commands say about requests, in one language. */
export interface PrefixWords {
  readonly prefix: string;
  readonly relations: Readonly<Record<Relation, string>>;
  readonly sections: Readonly<Record<Section, string>>;
  /** What happened at the place of the first difference. */
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly sectionColumns: readonly [section: string, state: string, items: string, chars: string];
  readonly states: Readonly<Record<string, string>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly noRequest: string;
  readonly firstDifference: string;
  readonly otherDifferences: string;
  readonly flap: string;
  readonly owner: (name: string) => string;
  readonly inTag: (tag: string) => string;
  readonly atLine: (line: string, char: string) => string;
  /** Where the character is not known. */
  readonly atLineOnly: (line: string) => string;
  readonly sameLength: string;
  readonly lengths: (before: string, after: string) => string;
  readonly shareBefore: (percent: string) => string;
  readonly markers: (count: number) => string;
  readonly blocks: string;
  readonly chars: (count: string) => string;
  /** What an observation cannot know; said wherever one is shown whole. */
  readonly limits: string;
  readonly noDifference: string;
  readonly diffHeading: string;
  readonly moreLines: (count: number) => string;
  readonly orderOnly: string;
  readonly diffNeedsScreen: string;
  readonly notShown: string;
}
