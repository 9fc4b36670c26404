import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes a user's newest session this many hours older, in a server's SQLite file. Call it before that session is first
 * used, because the server caches sessions.
 */
export function ageSignIns(dataDir: string, email: string, hours: number): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  try {
    database
      .prepare(
        `update sessions set created_at = created_at - :ms
         where id = (select sessions.id from sessions join users on users.id = user_id where email = :email
                     order by sessions.created_at desc limit 1)`,
      )
      .run({ ms: hours * 3600_000, email });
  } finally {
    database.close();
  }
}
