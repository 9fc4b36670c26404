import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { clientNetworkOf, siteOf } from "../http/clientNetwork.ts";
import { type AttemptLimit, clearAttempts, countInTurn, trust } from "./signInAttempts.sql.ts";

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
export interface SignInAttempts {
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

export function createSignInAttempts(database: Database, { limits }: { limits: boolean }): SignInAttempts {
  async function guard<T>(counted: readonly AttemptLimit[], attempt: () => Promise<T>): Promise<T> {
    if (!limits) return attempt();
    const over = await countInTurn(database, counted, WINDOW_MS);
    if (over) throw apiError("tooManyFailures", { retryAfter: Math.max(1, Math.ceil(over.leftMs / 1000)) });
    const result = await attempt();
    await clearAttempts(database, counted);
    return result;
  }

  return {
    guard: (key, attempt) => guard([{ key, max: MAX.network }], attempt),
    guardSignIn: (by, attempt) => guard(signInLimits(by), attempt),
    trust: ({ email, ip }) => trust(database, { email, network: clientNetworkOf(ip) }, WINDOW_MS),
  };
}

function signInLimits({ email, ip }: SignInPlace): AttemptLimit[] {
  const network = clientNetworkOf(ip);
  const site = siteOf(ip);
  return [
    { key: `${email} ${network}`, max: MAX.network },
    ...(site === null ? [] : [{ key: `${email} ${site}`, max: MAX.site }]),
    // Else anybody with a few addresses could keep an owner out.
    { key: email, max: MAX.account, except: { email, network } },
    ...(site === null ? [] : [{ key: site, max: MAX.siteInAll, isShared: true }]),
  ];
}
