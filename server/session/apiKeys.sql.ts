import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
import type { ApiKey } from "@survey-app/contract/session/apiKeys.ts";
import { API_KEYS_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { Tables } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { lockSender, type Sender } from "./sender.sql.ts";

/** A key's use is stored at most this often, in milliseconds, to save writes. */
export const USE_STORED_MS = 60_000;

type Stored = Pick<
  Selectable<Tables["api_keys"]>,
  "id" | "name" | "scopes" | "created_at" | "expires_at" | "last_used_at"
>;

function toApiKey({ id, name, scopes, created_at, expires_at, last_used_at }: Stored): ApiKey {
  return {
    _id: id,
    name,
    scopes: toScopes(scopes),
    createdAt: toIso(created_at),
    expiresAt: toIso(expires_at),
    lastUsedAt: toIso(last_used_at),
  };
}

export const toScopes = (scopes: string) => scopes.split(" ") as KeyScope[];

/** A user's API keys, newest first; `API_KEYS_MAX` at most. */
export async function listApiKeys({ db }: Database, userId: string): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "name", "scopes", "created_at", "expires_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toApiKey);
}

/**
 * Stores a new API key and notifies its owner by email.
 * @param key its `hash` (apiKeys.ts); `days`: after how many it expires, null for never
 * @throws {ApiError} `sessionEnded`
 */
export function addApiKey(
  database: Database,
  sender: Sender,
  { name, scopes, days, hash }: { name: string; scopes: readonly KeyScope[]; days: number | null; hash: string },
): Promise<ApiKey | "tooManyApiKeys"> {
  return database.transaction(async (tx) => {
    // Locked, so that requests at the same time don't exceed the maximum.
    const user = await lockSender(tx, sender);
    if ((await listApiKeys(tx, user.id)).length >= API_KEYS_MAX) return "tooManyApiKeys";
    const now = Date.now();
    const stored: Stored = {
      id: newId(),
      name,
      scopes: scopes.join(" "),
      created_at: now,
      expires_at: days === null ? null : now + days * DAY_MS,
      last_used_at: null,
    };
    await tx.db
      .insertInto("api_keys")
      .values({ ...stored, user_id: user.id, key_hash: hash })
      .execute();
    // An unconfirmed address may belong to a stranger.
    if (user.email_verified) await enqueueEmail(tx, user.email, { kind: "apiKeyCreated" });
    return toApiKey(stored);
  });
}

/** Renames a user's API key. @returns whether there is one */
export async function renameApiKey({ db }: Database, userId: string, id: string, name: string): Promise<boolean> {
  const renaming = db.updateTable("api_keys").set({ name }).where("user_id", "=", userId).where("id", "=", id);
  return Number((await renaming.executeTakeFirstOrThrow()).numUpdatedRows) > 0;
}

/** Deletes a user's API key. @returns whether there was one */
export async function deleteApiKey({ db }: Database, userId: string, id: string): Promise<boolean> {
  const deleting = db.deleteFrom("api_keys").where("user_id", "=", userId).where("id", "=", id);
  return Number((await deleting.executeTakeFirstOrThrow()).numDeletedRows) > 0;
}

/** Stores that a key was used now, unless that is stored already for the last minute. */
export async function storeKeyUse({ db }: Database, id: string): Promise<void> {
  const now = Date.now();
  await db
    .updateTable("api_keys")
    .set({ last_used_at: now })
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("last_used_at", "is", null), eb("last_used_at", "<", now - USE_STORED_MS)]))
    .execute();
}
