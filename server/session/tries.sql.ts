import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * Counts one more try under a key, in one statement, so that of any number at once each learns its own place.
 * @param windowMs after that long the count begins anew
 * @returns how many there are with this one, and since when, in milliseconds since 1970
 */
export function countTry(
  { db, dialect }: Database,
  key: string,
  windowMs: number,
): Promise<{ tries: number; since: number; now: number }> {
  const isOver = sql<boolean>`password_tries.since <= ${dialect.now} - ${sql.lit(windowMs)}`;
  return db
    .insertInto("password_tries")
    .values({ key, tries: 1, since: dialect.now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        tries: sql<number>`case when ${isOver} then 1 else password_tries.tries + 1 end`,
        since: sql<number>`case when ${isOver} then ${dialect.now} else password_tries.since end`,
      }),
    )
    .returning(["tries", "since", dialect.now.as("now")])
    .executeTakeFirstOrThrow();
}

export async function forgetTries({ db }: Database, key: string): Promise<void> {
  await db.deleteFrom("password_tries").where("key", "=", key).execute();
}
