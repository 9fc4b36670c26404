import type { Database } from "../database/database.ts";

const HOUR_MS = 3600_000;

/** Removes expired sessions, email links, session changes, and the sign-in library's own verifications. */
export async function removeExpired({ db, dialect }: Database): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("sessions").where("expires_at", "<", dialect.authInstant(now)).execute();
  await db.deleteFrom("verifications").where("expires_at", "<", dialect.authInstant(now)).execute();
  await db.deleteFrom("mail_links").where("expires_at", "<", now).execute();
  await db
    .deleteFrom("caller_changes")
    .where("changed_at", "<", now - HOUR_MS)
    .execute();
}
