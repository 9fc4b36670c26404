import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Gives ballot boxes the hash of their question, with which ballots that name a question are compared under the lock of
 * the box (in 0027-ledger-format). It is empty while it is unknown, as in all boxes that there are: the application
 * computes it at its start, or before it stores such a ballot.
 */
export async function compareQuestions(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") await oneServerAfterTheOther.execute(db);
  await db.schema
    .alterTable("ballot_boxes")
    .addColumn("question_hash", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);
}

/**
 * Where the boxes are spread over several servers (postgres/distribution.ts), Citus would change the table on all of
 * them at once, and then refuse to change functions in the same transaction.
 */
export const oneServerAfterTheOther = sql`do $$ begin
  if exists (select 1 from pg_extension where extname = 'citus') then
    set local citus.multi_shard_modify_mode to sequential;
  end if;
end $$`;

/** The columns that together are the question of a survey. */
const asked = ["title", "description", "language", "translations", "image", "image_alt", "pass_rule"];
const columns = sql.raw(asked.join(", "));
const isOther = (differs: string) => sql.raw(asked.map((name) => `new.${name} ${differs} old.${name}`).join(" or "));

/**
 * Whatever changes a question empties the hash, in the same transaction; the application then writes the new one. So
 * the version before this one, which runs beside it during an upgrade, or a correction by hand, never leaves the hash
 * of the former question behind.
 */
const onSqlite = [
  sql`create trigger surveys_question_changed after update of ${columns} on surveys when ${isOther("is not")} begin
    update ballot_boxes set question_hash = '' where survey_id = new.id;
  end`,
];

const onPostgres = [
  sql`create function empty_question_hash() returns trigger language plpgsql as $$ begin
    update ballot_boxes set question_hash = '' where survey_id = new.id;
    return null;
  end $$`,
  sql`create trigger surveys_question_changed after update of ${columns} on surveys
    for each row when (${isOther("is distinct from")}) execute function empty_question_hash()`,
];
