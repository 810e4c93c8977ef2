import type { Turn } from "../usage/turn.ts";
import { hasCacheActivity } from "../usage/usage.ts";

/** A turn that has ended, by its entry, and the model that answered it, by Pi's names. */
export interface EndedTurn {
  readonly entry: string;
  readonly provider: string;
  readonly model: string;
}

/** Turns that have ended and are not in a record yet. */
export class Unrecorded {
  #turns: EndedTurn[] = [];
  #hasActivity = false;

  add(entry: string, { row, provider, model }: Pick<Turn, "row" | "provider" | "model">): void {
    this.#turns.push({ entry, provider, model });
    this.#hasActivity ||= row.usage !== null && hasCacheActivity(row.usage);
  }

  /**
   * Those turns, once. None where no turn had any cache activity, unless `withoutActivity` asks for them: a
   * provider that reports nothing leaves nothing to explain.
   */
  take(withoutActivity: boolean): readonly EndedTurn[] {
    const turns = this.#hasActivity || withoutActivity ? this.#turns : [];
    this.#turns = [];
    this.#hasActivity = false;
    return turns;
  }
}
