import type { Database } from "../database/database.ts";

const HOUR_MS = 3600_000;

/** How long expired API keys stay listed, so that their owners see why a program stopped working, in milliseconds. */
const EXPIRED_KEYS_MS = 30 * 24 * HOUR_MS;

/** Removes expired sessions, API keys, sign-ins that were not finished, remembered devices, email links, and old session changes. */
export async function removeExpired({ db }: Database): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("sessions").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("api_keys")
    .where("expires_at", "<", now - EXPIRED_KEYS_MS)
    .execute();
  await db.deleteFrom("pending_sign_ins").where("expires_at", "<", now).execute();
  await db.deleteFrom("remembered_devices").where("expires_at", "<", now).execute();
  await db.deleteFrom("mail_links").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("session_changes")
    .where("changed_at", "<", now - HOUR_MS)
    .execute();
}
