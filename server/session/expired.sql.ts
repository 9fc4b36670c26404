import type { Database } from "../database/database.ts";

const HOUR_MS = 3600_000;

/** Removes expired sessions, sign-ins that were not finished, email links, and old session changes. */
export async function removeExpired({ db }: Database): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("sessions").where("expires_at", "<", now).execute();
  await db.deleteFrom("pending_sign_ins").where("expires_at", "<", now).execute();
  await db.deleteFrom("mail_links").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("session_changes")
    .where("changed_at", "<", now - HOUR_MS)
    .execute();
}
