import type { Database } from "../../server/database/database.ts";
import { tokenHash } from "../../server/database/tokenHash.ts";
import { setPassword } from "../../server/session/accounts.sql.ts";
import { PASSWORD } from "../../server/testing/accounts.ts";
import { cheapPasswords } from "../../server/testing/cheapPasswords.ts";
import type { Person } from "../../server/testing/people.ts";

/** A passkey, an API key, and a webhook with a delivery for each user, all with the user's id. */
async function addPrograms({ db }: Database, ids: string[]): Promise<void> {
  const now = Date.now();
  for (const id of ids) {
    const own = { id, user_id: id, created_at: now };
    const rows = {
      passkeys: { ...own, credential_id: id, public_key: "", counter: 0, name: "A passkey", last_used_at: null },
      api_keys: { ...own, name: "A key", key_hash: id, scopes: "read", expires_at: null, last_used_at: null },
      // An address that no request reaches.
      webhooks: { ...own, url: "https://127.0.0.1", events: "closed", all_surveys: 0 },
      webhook_deliveries: { id, webhook_id: id, event: "test", survey_id: null, created_at: now, next_at: null },
    } as const;
    for (const table of ["passkeys", "api_keys", "webhooks", "webhook_deliveries"] as const)
      await db
        .insertInto(table)
        .values(rows[table])
        .onConflict((one) => one.column("id").doNothing())
        .execute();
  }
}

/** @returns a function that restores these users, with everything that gives them and their programs access */
export async function rememberPeople(
  database: Database,
  people: Person[],
  { member, newcomer, links }: { member: Person; newcomer: Person; links: string[] },
): Promise<() => Promise<void>> {
  const { db } = database;
  const ids = people.map(({ id }) => id);
  await setPassword(database, member.id, await cheapPasswords.hash(PASSWORD));
  await db.updateTable("users").set({ email_verified: 0 }).where("id", "=", newcomer.id).execute();
  const users = await db.selectFrom("users").selectAll().where("id", "in", ids).execute();
  const sessions = await db.selectFrom("sessions").selectAll().where("user_id", "in", ids).execute();
  const memberships = await db.selectFrom("memberships").selectAll().where("user_id", "in", ids).execute();
  const [password] = await db.selectFrom("accounts").selectAll().where("user_id", "=", member.id).execute();
  const mailed = links.map((token, index) => ({
    token_hash: tokenHash(token),
    purpose: index === 0 ? ("passwordReset" as const) : ("emailVerification" as const),
    user_id: newcomer.id,
    email: newcomer.email,
    expires_at: Date.now() + 24 * 3600_000,
  }));

  const restore = () =>
    database.transaction(async (tx) => {
      const { db } = tx;
      for (const { id, ...user } of users) await db.updateTable("users").set(user).where("id", "=", id).execute();
      await db.deleteFrom("accounts").where("user_id", "in", ids).execute();
      if (password) await db.insertInto("accounts").values(password).execute();
      await db
        .insertInto("sessions")
        .values(sessions)
        .onConflict((one) => one.column("id").doNothing())
        .execute();
      await db
        .insertInto("memberships")
        .values(memberships)
        .onConflict((one) => one.column("id").doNothing())
        .execute();
      await db
        .insertInto("mail_links")
        .values(mailed)
        .onConflict((one) => one.column("token_hash").doNothing())
        .execute();
      await addPrograms(tx, ids);
    });
  await restore();
  return restore;
}
