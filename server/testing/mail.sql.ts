import type { Database } from "../database/database.ts";

/** What is stored of the links that were mailed to somebody. */
export function storedLinks({ db }: Database, userId: string) {
  return db.selectFrom("mail_links").select(["token_hash", "expires_at"]).where("user_id", "=", userId).execute();
}

/** The mails that wait for an address; `due` makes them due now. */
export async function outboxRows({ db }: Database, address: string, { due = false } = {}) {
  if (due) await db.updateTable("outbox").set({ next_at: 0 }).where("address", "=", address).execute();
  return db.selectFrom("outbox").selectAll().where("address", "=", address).execute();
}

/** As if the time were over in which letters, and all else, were counted. */
export async function endCounts({ db }: Database): Promise<void> {
  await db.updateTable("call_counts").set({ ends_at: 0 }).execute();
}
