import type { Provider } from "@survey-app/contract/session/session.ts";
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { tokenHash } from "../database/tokenHash.ts";
import type { AccountKey } from "./accounts.sql.ts";
import type { RoleAnswer } from "./providers/roleClaim.ts";

/**
 * How long something may stay unfinished, in seconds: people look for their phone, and providers ask for second
 * factors.
 */
export const PENDING_SECONDS = 600;

/** The steps that wait for another request, by kind. Each is stored under the hash of a key that its browser has. */
interface Pending {
  /** A sign-in at a provider, by its state. */
  provider: PendingSignIn;
  /** A sign-in that waits for the code of the second factor, by the token in the cookie. */
  code: { userId: string; credentialVersion: number } & AfterCode;
  /** A second factor that is being set up, by the session's id: the encrypted secret. */
  setup: { secret: string };
}

/** What a sign-in at a provider changes, after the code where one is needed. */
export interface AfterCode {
  /** Is added to the account, as a lasting way in; null if the account has it, or without a provider. */
  identity: AccountKey | null;
  /** The provider's statement about the role; null if there is none. Version 1.0 stores none. */
  role?: RoleAnswer | null;
}

/** What a sign-in at a provider needs to be finished. */
export interface PendingSignIn {
  provider: Provider;
  nonce: string;
  codeVerifier: string;
  /** A path of this site. */
  returnTo: string;
}

/** The kind is part of the hash, because a browser could exchange the values of two cookies. */
const hashOf = (kind: keyof Pending, key: string) => tokenHash(`${kind} ${key}`);

/** Stores a pending step, in place of an earlier one with the same key. */
export async function insertPending<K extends keyof Pending>(
  { db }: Database,
  kind: K,
  key: string,
  details: Pending[K],
): Promise<void> {
  const row = { details: JSON.stringify(details), expires_at: Date.now() + PENDING_SECONDS * 1000 };
  await db
    .insertInto("pending_sign_ins")
    .values({ token_hash: hashOf(kind, key), ...row })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(row))
    .execute();
}

/** SQL condition on pending_sign_ins: the step has this key and has not expired. */
function isPending(kind: keyof Pending, key: string) {
  return ({ and, eb }: ExpressionBuilder<Tables, "pending_sign_ins">) =>
    and([eb("token_hash", "=", hashOf(kind, key)), eb("expires_at", ">", Date.now())]);
}

const detailsOf = <K extends keyof Pending>(found: { details: string } | undefined) =>
  found ? (JSON.parse(found.details) as Pending[K]) : null;

/** Finds a pending step, without finishing it. Null if it is unknown, finished or expired. */
export async function findPending<K extends keyof Pending>({ db }: Database, kind: K, key: string) {
  const finding = db.selectFrom("pending_sign_ins").select("details").where(isPending(kind, key));
  return detailsOf<K>(await finding.executeTakeFirst());
}

/** Removes a pending step, so that it can be finished once. Null if it is unknown, finished or expired. */
export async function consumePending<K extends keyof Pending>({ db }: Database, kind: K, key: string) {
  const consuming = db.deleteFrom("pending_sign_ins").where(isPending(kind, key)).returning("details");
  return detailsOf<K>(await consuming.executeTakeFirst());
}
