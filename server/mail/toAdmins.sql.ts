import type { Database } from "../database/database.ts";
import { type EnqueuedEmail, enqueueEmail } from "./outbox.sql.ts";
import { isReachable } from "./wantedEmails.sql.ts";

/** Enqueues an email to every admin whose address is confirmed. Call it in a transaction. */
export async function enqueueToAdmins(tx: Database, template: EnqueuedEmail): Promise<void> {
  const admins = await tx.db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where(isReachable)
    .execute();
  for (const { email } of admins) await enqueueEmail(tx, email, template);
}
