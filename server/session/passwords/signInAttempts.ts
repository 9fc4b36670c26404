import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import { clientNetworkOf, siteOf } from "../../http/clientNetwork.ts";
import { type AttemptLimit, clearAttempts, countAttempts, trustNetwork } from "./signInAttempts.sql.ts";

/** The sentence of the error `tooManyFailures` names these 15 minutes. */
const WINDOW_MS = 15 * 60_000;

/** Wrong passwords within a window, from narrow to wide (docs/signing-in.md gives the reasons for the numbers). */
const MAX = {
  /** For one account from one address, or IPv6 network (/64). */
  network: 10,
  /** For one account from one IPv6 site (/48): a customer can have all 65,536 networks of it. */
  site: 15,
  /** For one account from everywhere: a hundred in an hour. More than one site's limit, so one site can't reach it. */
  account: 25,
  /** For all accounts from one IPv6 site. */
  siteInAll: 300,
  /** Codes of the second factor for one account from everywhere: anyone who tries them knows the password already. */
  codes: 5,
} as const;

interface SignInOrigin {
  email: string;
  ip: string;
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/** Limits password guessing. Attempts are counted in the database, so that all instances share the counts. */
export function createSignInAttempts(database: Database, { limits }: { limits: boolean }) {
  async function guard<T>(
    counted: readonly AttemptLimit[],
    attempt: () => Promise<T>,
    error: "tooManyFailures" | "tooManyCodes" = "tooManyFailures",
  ): Promise<T> {
    if (!limits) return attempt();
    const over = await countAttempts(database, counted, WINDOW_MS);
    if (over) throw apiError(error, { retryAfter: Math.max(1, Math.ceil(over.leftMs / 1000)) });
    const result = await attempt();
    await clearAttempts(database, counted);
    return result;
  }

  return {
    /**
     * Counts the attempt before it runs, so that only ten of a hundred at the same time run. A success clears the
     * count; an attempt that throws counts as a failure.
     * @throws {ApiError} `tooManyFailures`
     */
    guard: <T>(key: string, attempt: () => Promise<T>) => guard([{ key, max: MAX.network }], attempt),
    /** The same for codes of a user's second factor. @throws {ApiError} `tooManyCodes` */
    guardCode: <T>(userId: string, attempt: () => Promise<T>) =>
      guard([{ key: `code ${userId}`, max: MAX.codes }], attempt, "tooManyCodes"),
    /** The same for a sign-in, with the limits by client network. */
    guardSignIn: <T>(by: SignInOrigin, attempt: () => Promise<T>) => guard(signInLimits(by), attempt),
    /**
     * Exempts a user who has just proven that the account is theirs from the limit that attempts from elsewhere can use
     * up.
     */
    trust: ({ email, ip }: SignInOrigin) => trustNetwork(database, { email, network: clientNetworkOf(ip) }, WINDOW_MS),
  };
}

function signInLimits({ email, ip }: SignInOrigin): AttemptLimit[] {
  const network = clientNetworkOf(ip);
  const site = siteOf(ip);
  return [
    { key: `${email} ${network}`, max: MAX.network },
    ...(site === null ? [] : [{ key: `${email} ${site}`, max: MAX.site }]),
    // Without the exception, an attacker with a few addresses could lock the owner out.
    { key: email, max: MAX.account, except: { email, network } },
    ...(site === null ? [] : [{ key: site, max: MAX.siteInAll, isShared: true }]),
  ];
}
