import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * For jobs that work through large surveys and busy accounts in short steps: how far the removal of a survey's names
 * is; the comments of a voter, oldest first; the lists with which a voter voted; and the emails about a survey, whose
 * ids stand in their details. The indexes of votes have entries only for votes with a comment, or from a list.
 * PostgreSQL has built them by now, while people voted (postgres/votesIndexes.ts); elsewhere they are built here.
 * Instances of the version before don't need any of this.
 */
export async function addStepsOfJobs(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const { schema } = db;
  await schema.alterTable("surveys").addColumn("names_cursor", "text").execute();
  await sql`create index if not exists votes_commented_by on votes (user_id, id) where comment <> ''`.execute(db);
  // Not with more columns: PostgreSQL would read it as a whole for other queries, as long as few votes are from lists.
  await sql`create index if not exists votes_invited_by on votes (user_id) where invitation_id is not null`.execute(db);
  const surveyId = engine === "sqlite" ? sql`(details ->> '$.surveyId')` : sql`((details::jsonb) ->> 'surveyId')`;
  await sql`create index outbox_of_survey on outbox (${surveyId})`.execute(db);
  // Of several emails that became one, each names its survey further inside.
  await sql`create index outbox_bundles on outbox (id) where kind in ('invitations', 'invitationResults')`.execute(db);
}
