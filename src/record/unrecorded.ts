import type { Turn } from "../usage/turn.ts";
import { hasCacheActivity } from "../usage/usage.ts";

/** Turns that have ended and are not in a record yet. */
export class Unrecorded {
  #entries: string[] = [];
  #hasActivity = false;

  add(entry: string, { row }: Turn): void {
    this.#entries.push(entry);
    this.#hasActivity ||= row.usage !== null && hasCacheActivity(row.usage);
  }

  /**
   * The entries of those turns, once. None where no turn had any cache activity, unless `withoutActivity` asks for them: a
   * provider that reports nothing leaves nothing to explain.
   */
  take(withoutActivity: boolean): readonly string[] {
    const entries = this.#hasActivity || withoutActivity ? this.#entries : [];
    this.#entries = [];
    this.#hasActivity = false;
    return entries;
  }
}
