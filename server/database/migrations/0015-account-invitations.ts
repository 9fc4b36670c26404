import type { Kysely } from "kysely";

/**
 * For admins' invitations to create an account, where REGISTRATION restricts that. Who sent them is in the audit log.
 */
export async function createAccountInvitations(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("account_invitations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
