import { sql } from "kysely";
import type { Database } from "../../server/database/database.ts";

/** The surveys among these whose votes are on the server with this port. */
export async function surveysOn({ db }: Database, ids: readonly string[], port: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::text[]) as id
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column('votes', id)
    join pg_dist_node using (groupid) where nodeport = ${port}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of votes with these ids that are stored, and of voters who have two votes on a survey. */
export async function countStored(
  { db }: Database,
  ids: readonly string[],
): Promise<{ found: number; doubled: number }> {
  const { rows: found } = await sql<{ found: number }>`
    select count(distinct id) as found from votes where id = any(${[...ids]})`.execute(db);
  const { rows: doubled } = await sql<{ doubled: number }>`select count(*) as doubled from (
    select survey_id, user_id from votes where replaced_by is null group by survey_id, user_id having count(*) > 1
  ) as twice`.execute(db);
  return { found: Number(found[0]?.found), doubled: Number(doubled[0]?.doubled) };
}

export async function addWorker({ db }: Database, url: string): Promise<void> {
  await sql`select citus_add_node('127.0.0.1', ${Number(new URL(url).port)})`.execute(db);
}

/** Moves shards until every server has the same number of them. */
export async function moveShards(database: Database): Promise<void> {
  await database.transaction(async ({ db }) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select rebalance_table_shards(shard_transfer_mode => 'force_logical')`.execute(db);
  });
}
