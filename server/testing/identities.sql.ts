import type { Database } from "../database/database.ts";

/** The sign-in methods of the user with this email address, with the tokens stored for each. */
export async function findIdentities({ db }: Database, email: string) {
  const rows = await db
    .selectFrom("users")
    .innerJoin("accounts", "accounts.user_id", "users.id")
    .selectAll("accounts")
    .select(["users.role", "users.status", "users.email_verified"])
    .where("users.email", "=", email)
    .execute();
  return rows.map((row) => ({
    role: row.role,
    status: row.status,
    emailVerified: Boolean(row.email_verified),
    providerId: row.provider_id,
  }));
}

export async function setEmailVerified({ db }: Database, email: string, isVerified: boolean): Promise<void> {
  await db
    .updateTable("users")
    .set({ email_verified: Number(isVerified) })
    .where("email", "=", email)
    .execute();
}
