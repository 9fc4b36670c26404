import { VERIFIED } from "@survey-app/contract/users/users.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { type ActiveUser, isActive, type LockedUser, lockUser } from "./accounts.sql.ts";

/** Who sends a request, by a session or an API key. */
export type Sender = Pick<CurrentUser, "userId" | "sessionId" | "apiKey">;

/**
 * Locks the user who sends a request, until the transaction ends. Call this wherever a request stores something that
 * acts later without its user: a way to sign in, a webhook, a survey. A request is authorized before its body has
 * arrived, and meanwhile the account may have been blocked or deleted, or the session or API key may have ended.
 * @throws {ApiError} `sessionEnded` if the user could not send this request now
 */
export async function lockSender(tx: Database, sender: Sender): Promise<ActiveUser> {
  const user = await lockAsker(tx, sender);
  if (!isActive(user)) throw apiError("sessionEnded");
  return user;
}

/** Like `lockSender`, for what guests do, too. */
export async function lockAsker(tx: Database, { userId, sessionId, apiKey }: Sender): Promise<LockedUser> {
  const user = await lockUser(tx, userId);
  const isSignedIn = await lockRow(tx, apiKey ? "api_keys" : "sessions", sessionId);
  if (user.status !== VERIFIED || !isSignedIn) throw apiError("sessionEnded");
  return user;
}

/** Locks a session or an API key. @returns whether there is one */
async function lockRow({ db, dialect }: Database, table: "api_keys" | "sessions", id: string): Promise<boolean> {
  const row = await db.selectFrom(table).select("id").where("id", "=", id).$call(dialect.lock).executeTakeFirst();
  return row !== undefined;
}
