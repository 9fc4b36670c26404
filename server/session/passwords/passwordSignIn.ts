import type { FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import { findPasswords } from "../accounts.sql.ts";
import type { Cookies } from "../cookies.ts";
import { type CodeNeeded, type SignedIn, signInByPassword } from "../signIn.sql.ts";
import { clientOf } from "../signIn.ts";
import type { PasswordHasher } from "./passwordHash.ts";
import type { SignInAttempts } from "./signInAttempts.ts";

interface PasswordSignInParts {
  cookies: Cookies;
  passwords: PasswordHasher;
  signInAttempts: SignInAttempts;
  /** Whether users may sign in with a password. */
  hasPasswords: boolean;
}

/**
 * Signs in with email and password.
 * @throws {ApiError} `wrongCredentials`, alike and as slowly for unknown addresses and wrong passwords; `accountBlocked`;
 *   `tooManyFailures`; `providerOff`
 */
export type PasswordSignIn = (
  sent: { email: string; password: string },
  request: FastifyRequest,
) => Promise<SignedIn | CodeNeeded>;

export function createPasswordSignIn(database: Database, parts: PasswordSignInParts): PasswordSignIn {
  const { cookies, passwords, signInAttempts, hasPasswords } = parts;

  async function isRight(found: { hash: string } | undefined, password: string): Promise<boolean> {
    if (found) return passwords.verify({ hash: found.hash, password });
    // Takes as long as comparing a password, so that the time doesn't reveal who has an account.
    await passwords.hash(password);
    return false;
  }

  return async ({ email, password }, request) => {
    if (!hasPasswords) throw apiError("providerOff");
    return signInAttempts.guardSignIn({ email, ip: request.ip }, async () => {
      const [found] = await findPasswords(database, [email]);
      if (!(await isRight(found, password)) || !found) throw apiError("wrongCredentials");
      const signedIn = await signInByPassword(database, found, clientOf(request, cookies));
      if (signedIn === "changed") throw apiError("wrongCredentials");
      if (signedIn === "blocked") throw apiError("accountBlocked");
      return signedIn;
    });
  };
}
