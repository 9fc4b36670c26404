import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

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
