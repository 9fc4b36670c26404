import { listedOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";

/** The surveys in public lists with an id after `after` and up to `upTo`, in the order of their ids. */
export async function listPublicIds(
  { db }: Database,
  { after, upTo }: { after: string; upTo: string | undefined },
): Promise<{ id: string; closed_at: number | null }[]> {
  let ids = db
    .selectFrom("surveys")
    .select(["id", "closed_at"])
    .where("id", ">", after)
    .where(listedOnly(Date.now(), "surveys"))
    .orderBy("id");
  if (upTo !== undefined) ids = ids.where("id", "<=", upTo);
  return ids.execute();
}

/** The id of the survey, public or not, that comes `count` places after `after`; undefined if there are not so many. */
export async function findIdAfter({ db }: Database, after: string, count: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
