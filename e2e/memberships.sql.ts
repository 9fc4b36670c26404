import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Moves a user's memberships in a server's SQLite file, so that the last one ends in this many days. */
export function endMembershipIn(dataDir: string, email: string, days: number): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  const of = "user_id = (select id from users where email = :email)";
  try {
    const { ends } = database.prepare(`select max(ends_at) as ends from memberships where ${of}`).get({ email }) ?? {};
    if (typeof ends !== "number") throw new Error(`${email} has no membership`);
    const by = Date.now() + days * 24 * 3600_000 - ends;
    database
      .prepare(`update memberships set starts_at = starts_at + :by, ends_at = ends_at + :by where ${of}`)
      .run({ email, by });
  } finally {
    database.close();
  }
}

/** Gives a membership of one month to every user with a matching email address in a server's SQLite file. */
export function makeMembers(dataDir: string, emailLike: string): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  const [starts, ends] = [Date.now() - 1000, Date.now() + 30 * 24 * 3600_000];
  try {
    database
      .prepare(
        `insert into memberships (id, user_id, starts_at, ends_at)
         select 'test-' || id, id, :starts, :ends from users where email like :emailLike`,
      )
      .run({ starts, ends, emailLike });
  } finally {
    database.close();
  }
}
