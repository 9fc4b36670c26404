import { randomUUID } from "node:crypto";
import { ConfigError } from "../config.ts";
import type { Database } from "../database/database.ts";
import { hashPassword } from "./passwords.ts";
import { hasAdmin, insertPasswordUser } from "./passwordUser.sql.ts";

/** Makes the admin of ADMIN_EMAIL and ADMIN_PASSWORD if there is no admin yet; there is no default one. */
export async function makeFirstAdmin(
  database: Database,
  { email, password }: { email: string; password: string },
): Promise<void> {
  if (await hasAdmin(database)) return;
  const isNew = await insertPasswordUser(database, {
    id: randomUUID(),
    name: "Admin",
    email,
    role: "admin",
    passwordHash: await hashPassword(password),
  });
  if (!isNew)
    throw new ConfigError(`ADMIN_EMAIL names an existing account (${email}): promote it with npm run admin instead.`);
}
