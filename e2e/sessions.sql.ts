import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Makes a user's newest session this many hours older, in a server's SQLite file. If that session was used before, the
 * server notices within a second: a trigger tells it that `expires_at` was written.
 */
export function ageSignIns(dataDir: string, email: string, hours: number): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  try {
    database
      .prepare(
        `update sessions set created_at = created_at - :ms, expires_at = expires_at
         where id = (select sessions.id from sessions join users on users.id = user_id where email = :email
                     order by sessions.created_at desc limit 1)`,
      )
      .run({ ms: hours * 3600_000, email });
  } finally {
    database.close();
  }
}

/** Confirms a user's email address, as the link in an email does. */
export function confirmAddress(dataDir: string, email: string): void {
  const database = new DatabaseSync(join(dataDir, "survey-app.sqlite"), { timeout: 5000 });
  try {
    database.prepare("update users set email_verified = 1 where email = ?").run(email);
  } finally {
    database.close();
  }
}
