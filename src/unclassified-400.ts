/** A request the provider refused with status 400. Nothing is known of its cause and none is guessed. */
export interface Refusal {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly provider: string;
  readonly model: string;
}

/** The newest refusals kept; older ones are dropped. */
export const REFUSALS_KEPT = 50;

// How Pi's adapters word a refusal: "400 …", "400: …", "OpenAI API error (400): …".
const AT_START = /^\s*400(?=$|[\s:])/;
const AFTER_ERROR = /\berror \(400\):/i;

/** Whether an error turn's message reports status 400. A number elsewhere in the text is not a status. */
export function reports400(errorMessage: string | null): boolean {
  if (errorMessage === null) return false;
  return AT_START.test(errorMessage) || AFTER_ERROR.test(errorMessage.slice(0, 200));
}

/**
 * The bounded list of refused requests. A refusal can be seen twice, in the response and in the error turn that
 * follows; it is recorded once per request. Bodies and messages are never kept.
 */
export class Unclassified400s {
  #refusals: Refusal[] = [];
  #recorded = false;

  /** Oldest first. */
  get list(): readonly Refusal[] {
    return this.#refusals;
  }

  /** What follows is about another request. */
  nextRequest(): void {
    this.#recorded = false;
  }

  record(refusal: Refusal): void {
    if (this.#recorded) return;
    this.#recorded = true;
    this.#refusals = [...this.#refusals, refusal].slice(-REFUSALS_KEPT);
  }
}
