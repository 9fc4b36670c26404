import { DELETED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";

/** Who a mail with a link is for, as they are called now; null when there is no such account. */
export async function findRecipient(
  { db }: Database,
  by: { id: string } | { email: string },
): Promise<{ id: string; name: string } | null> {
  const found = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where((eb) => ("id" in by ? eb("id", "=", by.id) : eb("email", "=", by.email)))
    .where("status", "!=", DELETED)
    .executeTakeFirst();
  return found ?? null;
}
