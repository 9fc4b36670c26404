import type { Provider } from "@survey-app/contract/session.ts";
import type { Database } from "../../database/database.ts";
import { tokenHash } from "../../database/tokenHash.ts";

/** How long a sign-in at a provider may take, in seconds: second factors take time. */
export const PENDING_SECONDS = 600;

/** What a sign-in at a provider needs to be finished. */
export interface PendingSignIn {
  provider: Provider;
  nonce: string;
  codeVerifier: string;
  /** A path of this site. */
  returnTo: string;
}

/** Stores a sign-in that has begun. @param state known to the browser that began it, in a cookie */
export async function insertPendingSignIn({ db }: Database, state: string, pending: PendingSignIn): Promise<void> {
  await db
    .insertInto("pending_sign_ins")
    .values({
      token_hash: tokenHash(state),
      details: JSON.stringify(pending),
      expires_at: Date.now() + PENDING_SECONDS * 1000,
    })
    .execute();
}

/** Removes the sign-in with this state, so that it can be finished once. Null if it is unknown, finished or expired. */
export async function consumePendingSignIn({ db }: Database, state: string): Promise<PendingSignIn | null> {
  const found = await db
    .deleteFrom("pending_sign_ins")
    .where("token_hash", "=", tokenHash(state))
    .where("expires_at", ">", Date.now())
    .returning("details")
    .executeTakeFirst();
  return found ? (JSON.parse(found.details) as PendingSignIn) : null;
}
