import type { Database } from "../database/database.ts";
import { refuse } from "../http/refuse.ts";
import { countTry, forgetTries } from "./tries.sql.ts";

/** Wrong passwords in a window, for one account from one address (security 10). */
const TRIES_MAX = 10;
const WINDOW_MS = 15 * 60_000;

/** Holds back whoever guesses passwords. Counted in the database, so that all instances count together. */
export interface Tries {
  /**
   * Counts the try before it is made, so that a hundred at once are no more than ten; a success forgets them all.
   * Refuses `tooManyFailures`. What `attempt` throws counts as a failure.
   */
  guard<T>(key: string, attempt: () => Promise<T>): Promise<T>;
}

export function makeTries(database: Database, { limits }: { limits: boolean }): Tries {
  return {
    async guard(key, attempt) {
      if (!limits) return attempt();
      const { tries, since, now } = await countTry(database, key, WINDOW_MS);
      if (tries > TRIES_MAX) {
        const retryAfter = Math.max(1, Math.ceil((since + WINDOW_MS - now) / 1000));
        throw refuse("tooManyFailures", { retryAfter });
      }
      const result = await attempt();
      await forgetTries(database, key);
      return result;
    },
  };
}
