import type { Config } from "../config.ts";
import type { ChainLink } from "./chain.ts";
import { Chains } from "./chains.ts";
import type { Comparison, SectionState } from "./compare.ts";
import { blockLengths, type Observation, observationOf, unread } from "./observation.ts";
import { readPayload } from "./read-payload.ts";
import { endpointDigest, type ScopeParts, scopeKey } from "./scope.ts";
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
  #awaiting: string | null = null;
  #last: Observation | null = null;
  #lastChange: LastChange | null = null;
  readonly #blocksOf = new WeakMap<Snapshot, Observation["blocks"]>();

  /** `salt` is random per session; digests made with different salts have nothing in common. */
  constructor(salt: string, mode: Config["prefixDiagnostics"]) {
    this.#salt = salt;
    this.#mode = mode;
    this.#chains = new Chains(salt);
  }

  /** The newest observation of a request that was to be answered; null before any. */
  get last(): Observation | null {
    return this.#last;
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
    if (this.#awaiting !== null) this.#chains.of(this.#awaiting).answered();
    this.#awaiting = null;
  }

  /** Everything starts anew: the next request of each scope is a baseline. */
  clear(): void {
    this.#chains.clear();
    this.#awaiting = null;
    this.#last = null;
    this.#lastChange = null;
  }

  #compare(scope: string, snapshot: Snapshot, { ownerOf }: RequestContext): Observation {
    const chain = this.#chains.of(scope);
    const link = chain.request(snapshot, ownerOf);
    const { comparison, flap, moved, previous } = link;
    const blocks = this.#blocks(snapshot, link);
    const observation = observationOf(snapshot, comparison, { moved, flap, blocks, previous });
    // What was not read whole is no measure for the next request.
    if (SECTIONS.some((name) => snapshot.sections[name]?.skipped)) this.#chains.break(scope);
    this.#awaiting = scope;
    if (observation.divergence !== null && comparison?.changed) {
      this.#lastChange = { observation, changed: comparison.changed };
    }
    return this.#keep(observation);
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
