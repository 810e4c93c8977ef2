import { SHORT_DIGEST } from "../prefix/digest.ts";

/** Digests in a row, without anything between them: each is as long as the others. */
export function packDigests(digests: readonly string[]): string {
  return digests.join("");
}

/** The digests again; null for a text that is not made of them. */
export function unpackDigests(packed: string): readonly string[] | null {
  if (packed.length % SHORT_DIGEST !== 0 || !/^[\w-]*$/.test(packed)) return null;
  return Array.from({ length: packed.length / SHORT_DIGEST }, (_, at) =>
    packed.slice(at * SHORT_DIGEST, (at + 1) * SHORT_DIGEST),
  );
}
