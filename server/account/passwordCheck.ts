import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { findPasswordHash } from "../session/accounts.sql.ts";
import type { SignInParts } from "../session/signInParts.ts";

/** Requires a user's password, with a limited number of attempts. @returns its hash */
export type RequirePassword = (userId: string, password: string) => Promise<string>;

/** Creates the check of the password before changes that can't be undone or would lock the owner out. */
export function createPasswordCheck(
  database: Database,
  { passwords, signInAttempts }: Pick<SignInParts, "passwords" | "signInAttempts">,
): RequirePassword {
  return async (userId, password) => {
    const hash = await findPasswordHash(database, userId);
    if (!hash) throw apiError("noPassword");
    await signInAttempts.guard(`account ${userId}`, async () => {
      if (!(await passwords.verify({ hash, password }))) throw apiError("wrongPassword");
    });
    return hash;
  };
}
