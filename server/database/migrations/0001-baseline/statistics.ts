import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/**
 * The rows of a large installation: how many an index has, and how many have the same value in its first column, in its
 * first two, and so on. Only where SQLite's own guess, ten rows for every value of a first column, leads to another
 * index.
 */
const STATISTICS = [
  // Makes SQLite skip in the index to what is due of each of the two values of `is_bulk`.
  ["outbox", "outbox_due", "100000 50000 1"],
  // Two values of `status`. A guess of ten surveys for each reads all published ones instead of the few that are asked
  // for.
  ["surveys", "surveys_most_voted", "1000000 500000 100 1"],
  ["surveys", "surveys_most_voted_in_category", "1000000 500000 50000 20 1"],
  ["payments", "payments_of_user", "1000000 2 1 1"],
  ["payments", "payments_by_status", "1000000 400000 1 1"],
  // The primary key, of survey and number. A guess of ten votes on a survey reads all of them instead of the one of a
  // user.
  ["votes", "votes", "10000000 1000 1"],
  // Likewise: those whom one request added, instead of all people on the list.
  ["invitations", "invitations_of_ticket", "100000 5 5"],
] as const;

/**
 * Gives SQLite's planner the figures that `analyze` would collect. They are fixed, so that a statement has the same
 * plan in every database, from the first row on. PostgreSQL collects its own.
 */
export async function setStatistics(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine !== "sqlite") return;
  // Creates the table, with figures of empty indexes.
  await sql`analyze`.execute(db);
  await sql`delete from sqlite_stat1`.execute(db);
  for (const row of STATISTICS)
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${sql.join(row)})`.execute(db);
  // Makes this connection read it. Others do when they notice the new schema.
  await sql`analyze sqlite_schema`.execute(db);
}
