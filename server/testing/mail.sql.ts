import type { Database } from "../database/database.ts";

/** The stored email links of a user. */
export function storedLinks({ db }: Database, userId: string) {
  return db.selectFrom("mail_links").select(["token_hash", "expires_at"]).where("user_id", "=", userId).execute();
}

/** The enqueued emails to an address; `due` makes them due now. */
export async function outboxRows({ db }: Database, address: string, { due = false } = {}) {
  if (due) await db.updateTable("outbox").set({ next_at: 0 }).where("address", "=", address).execute();
  return db.selectFrom("outbox").selectAll().where("address", "=", address).execute();
}

/** Makes the emails to an address due for their last attempt. */
export async function giveUpNext({ db }: Database, address: string): Promise<void> {
  await db.updateTable("outbox").set({ attempts: 1000, next_at: 0 }).where("address", "=", address).execute();
}

/** Ends all rate limit windows, including those of emails. */
export async function endCounts({ db }: Database): Promise<void> {
  await db.updateTable("rate_limit_counts").set({ ends_at: 0 }).execute();
}

/** Ends all rate limit windows, and makes due what waits for them. */
export async function endWindows(database: Database): Promise<void> {
  await endCounts(database);
  await database.db.updateTable("outbox").set({ next_at: 0 }).where("attempts", "=", 0).execute();
}

/** The enqueued emails to a person, with what they say. */
export async function emailsTo(database: Database, { email }: { email: string }) {
  return (await outboxRows(database, email)).map(({ kind, details }) => ({ kind, ...JSON.parse(details) }));
}

/** The changes of the sign-in that a person was notified about. */
export async function securityChangesTo(database: Database, person: { email: string }): Promise<string[]> {
  return (await emailsTo(database, person)).flatMap(({ kind, change }) => (kind === "securityChange" ? [change] : []));
}
