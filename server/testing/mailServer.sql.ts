import type { Database } from "../database/database.ts";

/**
 * Moves what is known about the mail server into the past, in milliseconds: a pause ends, or the last accepted email is
 * long ago.
 */
export async function ageMailServer({ db }: Database, ms: number): Promise<void> {
  const known = await db.selectFrom("mail_server").selectAll().executeTakeFirstOrThrow();
  await db
    .updateTable("mail_server")
    .set({
      accepted_at: known.accepted_at && Number(known.accepted_at) - ms,
      paused_until: known.paused_until && Number(known.paused_until) - ms,
    })
    .execute();
}

/** Deletes the state of the mail server, and all emails. */
export async function forgetMailServer({ db }: Database): Promise<void> {
  await db.deleteFrom("mail_server").execute();
  await db.deleteFrom("outbox").execute();
}

/** Makes all emails due that are still tried. */
export async function makeAllDue({ db }: Database): Promise<void> {
  await db.updateTable("outbox").set({ next_at: 0 }).where("gave_up_at", "is", null).execute();
}
