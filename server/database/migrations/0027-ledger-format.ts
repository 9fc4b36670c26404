import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { oneServerAfterTheOther } from "./0018-asked-question.ts";
import { createFirstBallots } from "./0027-ledger-format/firstBallots.ts";
import { createStoring } from "./0027-ledger-format/storing.ts";

/**
 * For ledgers of format 3, which begin with what was asked and end with how the survey was closed
 * (contract/ballots/ledger.ts): the format of each ledger, the picture as it is hashed with the question, what the end
 * says besides the votes, the hashes of uploads, and how often codes were replaced.
 *
 * Ledgers that have begun, and those of closed surveys, keep format 2. One that version 1.0 begins during an upgrade
 * has no format, is read as format 2, and loses the hash of its question, which has another form there.
 */
export async function addLedgerFormat(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") await oneServerAfterTheOther.execute(db);
  const { schema } = db;
  await schema.alterTable("ballot_boxes").addColumn("ledger_format", "integer").execute();
  await schema.alterTable("ballot_boxes").addColumn("picture", "text").execute();
  await schema.alterTable("ballot_boxes").addColumn("closing", "text").execute();
  await schema.alterTable("images").addColumn("hash", "text").execute();
  await schema
    .alterTable("invitation_days")
    .addColumn("replaced", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  // Not of the counters, or each vote would change the index.
  await sql`create index ballot_boxes_without_format on ballot_boxes (survey_id) where ledger_format is null`.execute(
    db,
  );
  await sql`update ballot_boxes set ledger_format = 2 where participants > 0 or closed_at is not null`.execute(db);
  // The questions of the others are hashed in another form from now on, at the start.
  await sql`update ballot_boxes set question_hash = '' where question_hash <> '' and ledger_format is null`.execute(db);
  await countReplacedCodes(db);
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);
  if (engine === "sqlite") return;
  await createStoring(db);
  await createFirstBallots(db);
  for (const called of formerFunctions) await emptyHashIn(called).execute(db);
}

/** Counts the codes that were replaced so far, among what was before the list was in use: their days are not stored. */
async function countReplacedCodes(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ survey_id: string; replaced: number }>`
    select survey_id, sum(issue - 1) as replaced from invitations where email is null and is_deleted = 0 and issue > 1
    group by survey_id`.execute(db);
  for (const { survey_id, replaced } of rows)
    await sql`
      insert into invitation_days (survey_id, day, added, struck, codes, replaced)
      values (${survey_id}, 0, 0, 0, 0, ${Number(replaced)})
      on conflict (survey_id, day) do update set replaced = excluded.replaced`.execute(db);
}

/** As in 0018-asked-question.ts. */
const asked = ["title", "description", "language", "translations", "image", "image_alt", "pass_rule"];
const columns = sql.raw(asked.join(", "));
const isOther = sql.raw(asked.map((name) => `new.${name} is not old.${name}`).join(" or "));

/**
 * A ledger of format 3 keeps the hash that it began with. A question that is corrected by hand then differs from it,
 * which `npm run verify` finds.
 */
const onSqlite = [
  sql`drop trigger surveys_question_changed`,
  sql`create trigger surveys_question_changed after update of ${columns} on surveys when ${isOther} begin
    update ballot_boxes set question_hash = '' where survey_id = new.id and ledger_format is not 3;
  end`,
];

const onPostgres = [
  sql`create or replace function empty_question_hash() returns trigger language plpgsql as $$ begin
    update ballot_boxes set question_hash = '' where survey_id = new.id and ledger_format is distinct from 3;
    return null;
  end $$`,
];

/** The functions with which version 1.0 stores first votes (0006-first-votes.ts). */
const formerFunctions = [
  "store_first_votes(text, text[], text[], integer[], text[])",
  "store_first_votes_on_several(text[], text[], text[], integer[], text[])",
];

/** Edits the text of such a function, so that it empties the hash of a question when it begins a ledger. */
const emptyHashIn = (called: string) => sql`do $do$ begin
  execute replace(pg_get_functiondef(${sql.lit(called)}::regprocedure), 'ledger_head = b.head',
    'ledger_head = b.head, question_hash = case when participants = 0 then '''' else question_hash end');
end $do$`;
