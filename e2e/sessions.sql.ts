import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Sets back when somebody signed in, in a server's SQLite file: all their sessions are so many hours older. Before the
 * session is first used: the server remembers who calls.
 */
export function ageSignIns(dataDir: string, email: string, hours: number): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  try {
    database
      .prepare(
        `update sessions set created_at = strftime('%Y-%m-%dT%H:%M:%fZ', created_at, :by)
         where user_id = (select id from users where email = :email)`,
      )
      .run({ by: `-${hours} hours`, email });
  } finally {
    database.close();
  }
}
