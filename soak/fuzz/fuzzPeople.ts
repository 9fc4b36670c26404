import type { Database } from "../../server/database/database.ts";
import { tokenHash } from "../../server/database/tokenHash.ts";
import { setPassword } from "../../server/session/accounts.sql.ts";
import { PASSWORD } from "../../server/testing/accounts.ts";
import { cheapPasswords } from "../../server/testing/cheapPasswords.ts";
import type { Person } from "../../server/testing/people.ts";

/** @returns a function that restores these users with their sessions, passwords, memberships and links */
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
  const mailed = links.map((token, at) => ({
    token_hash: tokenHash(token),
    purpose: at === 0 ? ("passwordReset" as const) : ("emailVerification" as const),
    user_id: newcomer.id,
    email: newcomer.email,
    expires_at: Date.now() + 24 * 3600_000,
  }));

  const restore = () =>
    database.transaction(async ({ db }) => {
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
    });
  await restore();
  return restore;
}
