import { readEmailAddress } from "@survey-app/contract/text/emailAddress.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * The tables with permanent addresses, and the column that addresses are unique within; null: within the whole table.
 */
const TABLES = [
  { table: "users", within: null },
  { table: "invitations", within: "survey_id" },
  { table: "voter_list_people", within: "list_id" },
  { table: "survey_owners", within: "survey_id" },
  { table: "account_invitations", within: null },
] as const;

/** Rows whose address another row has in ASCII. */
export interface Collision {
  table: (typeof TABLES)[number]["table"];
  /** The ids of the row that stays as it is, and of the other one. */
  ids: [string, string];
}

/**
 * Stores addresses with an internationalized domain in ASCII, in which they are compared. It runs at each start,
 * because a backup of version 1.0 can have others, and does nothing once all are in ASCII.
 * @returns the rows that stay as they are, because both spellings of their address are stored: nothing is merged
 */
export async function storeAsciiDomains(database: Database): Promise<Collision[]> {
  return database.transaction(async (tx) => {
    await tx.dialect.acquireMigrationLock(tx.db);
    const collisions: Collision[] = [];
    for (const each of TABLES) collisions.push(...(await storeIn(tx, each)));
    return collisions;
  });
}

async function storeIn({ db }: Database, { table, within }: (typeof TABLES)[number]): Promise<Collision[]> {
  const rows = sql.table(table);
  const group = within === null ? sql`''` : sql.ref(within);
  // Like in the indexes.
  const { rows: found } = await sql<{ id: string; email: string; group: string }>`
    select id, email, ${group} as "group" from ${rows} where octet_length(email) <> length(email) order by id`.execute(
    db,
  );
  const collisions: Collision[] = [];
  for (const { id, email, group: sameGroup } of found) {
    const address = readEmailAddress(email);
    if (address === null) continue;
    const { rows: others } = await sql<{ id: string }>`
      select id from ${rows} where email = ${address} and ${group} = ${sameGroup} limit 1`.execute(db);
    const [other] = others;
    if (other) collisions.push({ table, ids: [id, other.id] });
    else await sql`update ${rows} set email = ${address} where id = ${id} and ${group} = ${sameGroup}`.execute(db);
  }
  return collisions;
}

/** The message at the start about collisions: without addresses, because more people read logs than lists. */
export function describeCollisions(collisions: readonly Collision[]): string {
  const pairs = collisions.map(({ table, ids: [kept, other] }) => `${table} ${kept} and ${other}`);
  return `The same address is stored twice, once with an internationalized domain and once in ASCII. Both rows stay as they are: ${pairs.join("; ")}. Delete one row of each pair; the next start converts what is left.`;
}
