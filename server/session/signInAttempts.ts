import type { Database } from "../database/database.ts";
import { refuse } from "../http/apiError.ts";
import { neighbourhoodOf, siteOf } from "../http/clientNetwork.ts";
import { countInTurn, forgetTries, type TryLimit, trust } from "./signInAttempts.sql.ts";

/** The sentence of `tooManyFailures` names this quarter of an hour. */
const WINDOW_MS = 15 * 60_000;

/** Wrong passwords within a window, from the narrow to the wide (decision 0020 has the reasons for the numbers). */
const MAX = {
  /** For one account from one address, or IPv6 network (/64). */
  network: 10,
  /** For one account from one IPv6 site (/48): a customer can have all 65,536 networks of it. */
  site: 15,
  /** For one account from everywhere: a hundred in an hour. More than one site can make, so it takes several. */
  account: 25,
  /** For all accounts from one IPv6 site. */
  siteInAll: 300,
} as const;

/** Holds back whoever guesses passwords. Counted in the database, so that all instances count together. */
export interface Tries {
  /**
   * Counts the try before it is made, so that a hundred at once are no more than ten; a success forgets them all.
   * Refuses `tooManyFailures`. What `attempt` throws counts as a failure.
   */
  guard<T>(key: string, attempt: () => Promise<T>): Promise<T>;
  /** The same for a sign-in, which anybody can try from anywhere. */
  guardSignIn<T>(by: SignInPlace, attempt: () => Promise<T>): Promise<T>;
  /** Whoever has just proven that an account is theirs is not kept out of it by what others try elsewhere. */
  trust(by: SignInPlace): Promise<void>;
}

interface SignInPlace {
  email: string;
  ip: string;
}

export function makeTries(database: Database, { limits }: { limits: boolean }): Tries {
  async function guard<T>(counted: readonly TryLimit[], attempt: () => Promise<T>): Promise<T> {
    if (!limits) return attempt();
    const over = await countInTurn(database, counted, WINDOW_MS);
    if (over) throw refuse("tooManyFailures", { retryAfter: Math.max(1, Math.ceil(over.leftMs / 1000)) });
    const result = await attempt();
    await forgetTries(database, counted);
    return result;
  }

  return {
    guard: (key, attempt) => guard([{ key, max: MAX.network }], attempt),
    guardSignIn: (by, attempt) => guard(signInLimits(by), attempt),
    trust: ({ email, ip }) => trust(database, { email, network: neighbourhoodOf(ip) }, WINDOW_MS),
  };
}

function signInLimits({ email, ip }: SignInPlace): TryLimit[] {
  const network = neighbourhoodOf(ip);
  const site = siteOf(ip);
  return [
    { key: `${email} ${network}`, max: MAX.network },
    ...(site === null ? [] : [{ key: `${email} ${site}`, max: MAX.site }]),
    // Else anybody with a few addresses could keep an owner out.
    { key: email, max: MAX.account, except: { email, network } },
    ...(site === null ? [] : [{ key: site, max: MAX.siteInAll, isShared: true }]),
  ];
}
