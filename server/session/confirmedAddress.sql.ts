import type { Database } from "../database/database.ts";

/** A user's email address; null while it is not confirmed, because then it can be another person's. */
export async function findConfirmedAddress({ db }: Database, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where("email_verified", "=", 1)
    .executeTakeFirst();
  return user?.email ?? null;
}
