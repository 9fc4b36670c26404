import { lockUser } from "../../account/proof.sql.ts";
import type { Database } from "../../database/database.ts";
import { enqueueEmail } from "../../mail/outbox.sql.ts";
import { findUserOf, insertIdentity } from "../accounts.sql.ts";
import { consumePending, findPending } from "../pending.sql.ts";
import { type SignedIn, type SignInClient, signInWithBoth } from "../signIn.sql.ts";
import type { SecretBox } from "./codes.ts";
import { rememberDevice, useCode } from "./secondFactor.sql.ts";

/** A finished sign-in; `deviceToken` is for the cookie of a device that is now remembered. */
export interface SignedInByCode extends SignedIn {
  deviceToken: string | null;
}

/**
 * Finishes a sign-in that waits for a code.
 * @param codeToken from the browser's cookie
 * @returns `wrong`: the sign-in still waits; `stale`: it is too old, or the password or address has changed since it began
 */
export function signInByCode(
  database: Database,
  codeToken: string,
  { code, remember, box }: { code: string; remember: boolean; box: SecretBox },
  client: SignInClient,
): Promise<SignedInByCode | "wrong" | "stale" | "blocked"> {
  return database.transaction(async (tx) => {
    const pending = await findPending(tx, "code", codeToken);
    if (!pending) return "stale";
    const user = await lockUser(tx, pending.userId);
    // Reads it again, because another request may have finished it while this one waited for the lock.
    if (!(await findPending(tx, "code", codeToken)) || user.credential_version !== pending.credentialVersion)
      return "stale";
    const used = await useCode(tx, user.id, code, box);
    if (used === "wrong") return "wrong";
    await consumePending(tx, "code", codeToken);
    if (used === "recovery") await enqueueEmail(tx, user.email, { kind: "securityChange", change: "recoveryCodeUsed" });
    const signedIn = await signInWithBoth(tx, user, client);
    if (signedIn === "blocked") return signedIn;
    const { identity } = pending;
    if (identity && (await findUserOf(tx, identity)) === null) await insertIdentity(tx, user.id, identity);
    const deviceToken = remember ? await rememberDevice(tx, user.id, client.userAgent) : null;
    return { ...signedIn, deviceToken };
  });
}
