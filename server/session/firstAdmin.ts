import { randomUUID } from "node:crypto";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import { hasAdmin, insertPasswordUser } from "./accounts.sql.ts";
import { passwordHasher } from "./passwords/passwordHash.ts";

/** The first admin's name, until they change it. */
export const FIRST_ADMIN = "Admin";

/**
 * Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD if there is no admin yet. There is no default admin.
 * @returns false when the address belongs to an existing account, which stays as it is
 */
export async function createFirstAdmin(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await hasAdmin(database)) return true;
  const passwordHash = await passwordHasher.hash(password);
  return database.transaction(async (tx) => {
    await tx.dialect.acquireMigrationLock(tx.db);
    // Another instance may have created it in the meantime.
    if (await hasAdmin(tx)) return true;
    const id = randomUUID();
    const isMade = await insertPasswordUser(tx, {
      id,
      name: FIRST_ADMIN,
      email,
      emailVerified: true,
      role: "admin",
      passwordHash,
    });
    if (isMade) {
      const about = { kind: "user", id } as const;
      await logAction(tx, "start", { action: "roleChanged", about, before: { role: null }, after: { role: "admin" } });
    }
    return isMade;
  });
}
