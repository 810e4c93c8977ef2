import type { Config } from "../config.ts";
import type { ChainLink } from "./chain.ts";
import { Chains } from "./chains.ts";
import type { Comparison, SectionState } from "./compare.ts";
import { blockLengths, type Observation, observationOf, unread } from "./observation.ts";
import { readPayload } from "./read-payload.ts";
import { compareRecalled, type Recalled } from "./recalled.ts";
import { endpointDigest, recordedScope, type ScopeParts, scopeKey } from "./scope.ts";
import { ShapeTable } from "./shape.ts";
import { SECTIONS, type Snapshot } from "./snapshot.ts";

/** What a request is compared within, and what happened before it. */
export interface RequestContext {
  readonly scope: ScopeParts;
  /** The extension that registered a tool, where Pi tells. */
  readonly ownerOf: (tool: string) => string | null;
}

/** The last change that was seen, with its texts: for the user's own screen, on request, and for nothing else. */
export interface LastChange {
  readonly observation: Observation;
  readonly changed: NonNullable<Comparison["changed"]>;
}

/**
 * Watches requests go by: reads each, compares it with the one before it in its conversation, and keeps what the next
 * comparison needs, which is references to strings that Pi holds, never copies. Never throws on a payload.
 */
export class Observer {
  readonly #salt: string;
  readonly #mode: Config["prefixDiagnostics"];
  readonly #chains: Chains;
  readonly #shapes = new ShapeTable();
  #awaiting: { readonly scope: string; readonly snapshot: Snapshot } | null = null;
  #lastAnswered: { readonly scope: string; readonly snapshot: Snapshot } | null = null;
  /** The last request of an earlier process, until the first of this one was compared with it. */
  #recalled: { readonly scope: string; readonly request: Recalled } | null = null;
  #last: Observation | null = null;
  #lastChange: LastChange | null = null;
  readonly #blocksOf = new WeakMap<Snapshot, Observation["blocks"]>();

  /** `salt` is random per session; digests made with different salts have nothing in common. */
  constructor(salt: string, mode: Config["prefixDiagnostics"]) {
    this.#salt = salt;
    this.#mode = mode;
    this.#chains = new Chains(salt);
  }

  get salt(): string {
    return this.#salt;
  }

  /** The newest observation of a request that was to be answered; null before any. */
  get last(): Observation | null {
    return this.#last;
  }

  /** The last request that was answered; null before any. */
  get lastAnswered(): { readonly scope: string; readonly snapshot: Snapshot } | null {
    return this.#lastAnswered;
  }

  /** The first request of this scope (a `recordedScope` with this salt) is compared with one of an earlier process. */
  recall(recalled: { readonly scope: string; readonly request: Recalled }): void {
    this.#recalled = recalled;
  }

  get lastChange(): LastChange | null {
    return this.#lastChange;
  }

  /** Observes a request about to be sent. The payload is read, never kept and never changed. */
  request(payload: unknown, context: RequestContext): Observation {
    this.#awaiting = null;
    if (this.#mode === "off") return this.#keep(unread("disabled", "switched-off"));
    const scope = scopeKey(context.scope, payload, this.#salt);
    if (scope === null) {
      this.#chains.clear();
      return this.#keep(unread("skipped", "no-scope"));
    }
    const reading = readPayload(payload, {
      salt: this.#salt,
      shapes: this.#shapes,
      headOnly: this.#mode === "head",
    });
    if (reading.outcome !== "read") {
      this.#chains.break(scope);
      return this.#keep(unread(reading.outcome, reading.reason));
    }
    return this.#compare(scope, reading.snapshot, context);
  }

  /** A digest of where a request goes: requests with another one do not share a cache. Null where Pi does not say. */
  endpointOf({ scope }: RequestContext): string | null {
    return endpointDigest(scope.baseUrl, this.#salt);
  }

  /** The user has moved in the tree or compacted: until the next answer, each conversation may have branched off. */
  moved(): void {
    this.#chains.moved();
  }

  /** The awaited response has come: its request is what the next one is compared with. */
  answered(): void {
    if (this.#awaiting === null) return;
    this.#chains.of(this.#awaiting.scope).answered();
    this.#lastAnswered = this.#awaiting;
    this.#awaiting = null;
  }

  /** Everything starts anew: the next request of each scope is a baseline. */
  clear(): void {
    this.#chains.clear();
    this.#awaiting = null;
    this.#lastAnswered = null;
    this.#recalled = null;
    this.#last = null;
    this.#lastChange = null;
  }

  #compare(scope: string, snapshot: Snapshot, { ownerOf }: RequestContext): Observation {
    const chain = this.#chains.of(scope);
    const link = chain.request(snapshot, ownerOf);
    const { flap, moved } = link;
    const recalled = link.comparison === null ? this.#compareRecalled(scope, snapshot, ownerOf) : null;
    const { comparison, previous } = recalled ?? link;
    const blocks = this.#blocks(snapshot, link);
    const observation = observationOf(snapshot, comparison, { moved, flap, blocks, previous });
    // What was not read whole is no measure for the next request.
    if (SECTIONS.some((name) => snapshot.sections[name]?.skipped)) this.#chains.break(scope);
    this.#awaiting = { scope, snapshot };
    if (observation.divergence !== null && comparison?.changed) {
      this.#lastChange = { observation, changed: comparison.changed };
    }
    return this.#keep(observation);
  }

  #compareRecalled(
    scope: string,
    snapshot: Snapshot,
    ownerOf: RequestContext["ownerOf"],
  ): Pick<ChainLink, "comparison" | "previous"> | null {
    const recalled = this.#recalled;
    if (recalled === null || recalled.scope !== recordedScope(scope, this.#salt)) return null;
    this.#recalled = null;
    const comparison = compareRecalled(recalled.request, snapshot, this.#salt, ownerOf);
    return { comparison, previous: recalled.request.snapshot };
  }

  #keep(observation: Observation): Observation {
    this.#last = observation;
    return observation;
  }

  /** Looking for the blocks walks the prompt, so an unchanged prompt is not walked again. */
  #blocks(snapshot: Snapshot, { previous, comparison }: ChainLink): Observation["blocks"] {
    const known = previous === null ? undefined : this.#blocksOf.get(previous);
    const unchanged = PROMPTS.every((name) => UNCHANGED.has(comparison?.states[name] ?? "unknown"));
    const blocks = unchanged && known !== undefined ? known : blockLengths(snapshot);
    this.#blocksOf.set(snapshot, blocks);
    return blocks;
  }
}

const PROMPTS = ["system", "developer", "instructions"] as const;
const UNCHANGED: ReadonlySet<SectionState> = new Set(["stable", "absent", "empty"]);
