import { isRecord } from "../../src/unknown.ts";
import { ratesOf } from "../support/pi/workspace.ts";
import type { IncomingRequest, ProviderSimulator, Reply, Truth } from "../support/provider/index.ts";

/** Tokens by kind and dollars. */
export interface Charge {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cost: number;
}
export const NOTHING: Charge = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 };

/** What became of a request: what Pi must have recorded of it, and nothing of its bytes. */
export interface Charged extends Charge {
  readonly number: number;
  readonly outcome: Truth["outcome"];
}

/** A session as the provider knows it. */
export interface SessionTruth {
  readonly id: string;
  readonly file: string;
  /** Its turns by the numbers of their requests, copied from another session; null where Pi wrote a turn without a request. */
  readonly copied: readonly (number | null)[];
  /** Summaries that Pi copied into it. */
  readonly copiedSummaries: Charge;
  readonly turns: (number | null)[];
  readonly summaries: number[];
  /** Turns of runs that a kill ended: no record can hold them. */
  readonly unrecorded: Set<number | null>;
}

/**
 * What the provider charged. It answers the requests with the replies that were planned for them, in their order, and
 * notes which session they were made in. Summaries, which offer no tools, are answered apart.
 */
export class Truths {
  readonly charged = new Map<number, Charged>();
  /** Requests for which no reply was left, or whose reply was never asked for. */
  unplanned = 0;
  #simulator: ProviderSimulator | null = null;
  #session: SessionTruth | null = null;
  /** The next summary is refused. */
  refusesSummary = false;
  #replies: Reply[] = [];
  #arrived: number[] = [];
  #asked: (() => void) | null = null;

  readonly respond = (request: IncomingRequest): Reply => {
    const { number, body } = request;
    this.#arrived.push(number);
    const tools = isRecord(body) ? body["tools"] : undefined;
    if (!Array.isArray(tools) || tools.length === 0) {
      this.#session?.summaries.push(number);
      const refused = this.refusesSummary;
      this.refusesSummary = false;
      if (refused) return { fault: { kind: "status", status: 400, message: "No summary today." } };
      return { text: "They talked, and it went well." };
    }
    this.#session?.turns.push(number);
    const reply = this.#replies.shift();
    if (reply === undefined) this.unplanned += 1;
    if (this.#replies.length === 0) this.#asked?.();
    return reply ?? { text: "Nobody expected this." };
  };

  use(simulator: ProviderSimulator): void {
    this.#simulator = simulator;
  }

  enter(session: SessionTruth): void {
    this.#session = session;
  }

  /** Planned replies that were not asked for yet. */
  get left(): number {
    return this.#replies.length;
  }

  /** The replies of the next run. Resolves once the last of them was asked for. */
  plan(replies: readonly Reply[]): Promise<void> {
    this.unplanned += this.#replies.length;
    this.#replies = [...replies];
    return new Promise((resolve) => {
      this.#asked = resolve;
    });
  }

  /** Waits until all requests that have arrived are finished, and keeps what they were charged. Pi is idle. */
  async settle(): Promise<void> {
    for (const number of this.#arrived.splice(0)) {
      const truth = await this.#simulator?.waitForRequest(number);
      if (truth === undefined) continue;
      this.charged.set(number, chargedOf(truth));
      // The simulator keeps every request; of 20,000 with their bodies the memory would not hold out.
      truth.rawBody = Buffer.alloc(0);
      truth.headers = {};
    }
  }

  of(number: number): Charged {
    const charged = this.charged.get(number);
    if (charged === undefined) throw new Error(`Nothing is known of request ${number}.`);
    return charged;
  }

  /** Turns of a session, its copied ones first; null for a turn that no request of the provider stands for. */
  turnsOf(session: SessionTruth): readonly (Charged | null)[] {
    return [...session.copied, ...session.turns].map((number) => (number === null ? null : this.of(number)));
  }

  /** What summaries of a session cost, copied ones included. */
  summariesOf(session: SessionTruth): Charge {
    return sum([session.copiedSummaries, ...session.summaries.map((number) => this.of(number))]);
  }
}

export function sum(charges: readonly Charge[]): Charge {
  return charges.reduce(
    (all, one) => ({
      input: all.input + one.input,
      output: all.output + one.output,
      cacheRead: all.cacheRead + one.cacheRead,
      cacheWrite: all.cacheWrite + one.cacheWrite,
      cost: all.cost + one.cost,
    }),
    NOTHING,
  );
}

/**
 * What a client can know of a request. Anthropic reports the input side when the response begins, with one token of output
 * so far; the other protocols report everything in the end.
 */
function chargedOf(truth: Truth): Charged {
  const { number, outcome, protocol } = truth;
  const isWhole = outcome === "completed";
  const hasBegun = protocol === "anthropic-messages" && truth.hitRate !== null;
  if (!isWhole && !hasBegun) return { ...NOTHING, number, outcome };
  const counts = {
    input: truth.freshTokens,
    output: isWhole ? truth.outputTokens : 1,
    cacheRead: truth.readTokens,
    cacheWrite: truth.writtenTokens,
  };
  const rates = ratesOf(protocol);
  const cost =
    counts.input * rates.input +
    counts.output * rates.output +
    counts.cacheRead * rates.cacheRead +
    counts.cacheWrite * rates.cacheWrite;
  return { number, outcome, ...counts, cost: cost / 1e6 };
}
