import type { Insertable } from "kysely";
import type { Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** Rows in one statement: far below the number of parameters that either engine takes. */
const CHUNK = 200;

/** Whether nobody has used this database yet. */
export async function isEmpty({ db }: Database): Promise<boolean> {
  const user = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  return user === undefined;
}

export async function insertRows<T extends keyof Tables>(
  { db }: Database,
  table: T,
  rows: Insertable<Tables[T]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + CHUNK))
      .execute();
  }
}

/** Sets a survey's counters from the votes that were stored for it. */
export async function countVotes({ db }: Database): Promise<void> {
  await db
    .updateTable("surveys")
    .set(({ selectFrom }) => {
      const votes = selectFrom("votes").whereRef("votes.survey_id", "=", "surveys.id");
      return {
        total_votes: votes.select((eb) => eb.fn.countAll<number>().as("total")),
        yes_votes: votes.select((eb) => eb.fn.coalesce(eb.fn.sum<number>("votes.choice"), eb.val(0)).as("yes")),
      };
    })
    .execute();
}
