import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { type Insertable, sql } from "kysely";
import { startOf } from "../../ballots/voteChain.ts";
import type { Database } from "../../database/database.ts";
import type { Tables } from "../../database/tables.ts";
import { fixEnd } from "../../surveys/ledgerEnd.sql.ts";
import { isCode } from "../../voters/findVoter.sql.ts";
import { invitedHasVoted } from "../../voters/votesOfPerson.sql.ts";

/** Rows in one statement: far below the maximum number of parameters of both engines. */
const CHUNK = 200;

/** Whether the database is empty. */
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

const countOf = (answer: 1 | 2) =>
  sql<number>`count(case when choice = ${sql.lit(answer)} then 1 end)`.as(`of_${answer}`);

/** The result of a secret survey that has ended: who voted, and how many answered yes or are not sure. */
export interface SecretResult {
  surveyId: string;
  voters: readonly string[];
  yes: number;
  unsure: number;
}

/** Stores the voters and results of secret surveys that have ended. Call it after `countRows`, which counts votes. */
export async function insertSecretResults(tx: Database, results: readonly SecretResult[]): Promise<void> {
  for (const { surveyId: survey_id, voters, yes, unsure } of results) {
    await insertRows(
      tx,
      "secret_voters",
      voters.map((voter) => ({ survey_id, voter, ticket_hash: "" })),
    );
    await tx.db
      .updateTable("ballot_boxes")
      .set({ participants: voters.length, yes_votes: yes, unsure_votes: unsure, ledger_format: 3 })
      .where("survey_id", "=", survey_id)
      .execute();
    await tx.db
      .updateTable("surveys")
      .set({ listed_votes: voters.length, listed_yes: yes, listed_unsure: unsure })
      .where("id", "=", survey_id)
      .execute();
  }
}

/** Stores the ends of the ledgers of surveys that have ended. Call it when their results are stored. */
export async function fixEnds(tx: Database): Promise<void> {
  const { rows } = await sql<{ id: string; closed_at: number }>`
    select id, closed_at from surveys where closed_at is not null`.execute(tx.db);
  for (const { id, closed_at } of rows) await fixEnd(tx, id, { by: "deadline", at: closed_at });
}

/** The codes, made with the key of this number, that can still be used on an open survey, by their invitations. */
export function findUnusedCodes(
  { db }: Database,
  codeKey: string,
): Promise<{ id: string; label: string; title: string }[]> {
  return db
    .selectFrom("invitations")
    .innerJoin("surveys", "surveys.id", "invitations.survey_id")
    .select(["invitations.id", "invitations.label", "surveys.title"])
    .where("surveys.closed_at", "is", null)
    .where(isCode)
    .where("invitations.issue", "=", 1)
    .where("invitations.code_key", "=", codeKey)
    .where("invitations.state", "=", "listed")
    .where(({ not }) => not(invitedHasVoted))
    .orderBy("invitations.id")
    .limit(3)
    .execute();
}

/** The keys of all ledgers and their starts, by survey. Call it before there are votes. */
export async function findLedgers({ db }: Database): Promise<Map<string, { key: string; start: string }>> {
  const boxes = await db.selectFrom("ballot_boxes").selectAll().execute();
  return new Map(boxes.map((box) => [box.survey_id, { key: box.ledger_key, start: startOf(box) }]));
}

/**
 * Sets the counters of ballot boxes and days, and the heads of the ledgers, from the stored votes and reports, and
 * closes the surveys that have ended. The owner doesn't get emails about these votes and ends, because they are days
 * old.
 */
export async function countRows({ db }: Database): Promise<void> {
  await db
    .updateTable("ballot_boxes")
    .set((eb) => {
      const votes = eb.selectFrom("votes").whereRef("votes.survey_id", "=", "ballot_boxes.survey_id");
      return {
        ledger_rows: votes.select((eb) => eb.fn.countAll<number>().as("total")),
        participants: votes.where("replaced_by", "is", null).select((eb) => eb.fn.countAll<number>().as("people")),
        unsure_votes: votes.where("replaced_by", "is", null).select(countOf(2)),
        ledger_head: eb.fn.coalesce(votes.select("hash").orderBy("n", "desc").limit(1), eb.val("")),
        ledger_format: sql<3 | null>`case when ${eb.exists(votes.select("n"))} then 3 end`,
        yes_votes: votes.where("replaced_by", "is", null).select(countOf(1)),
      };
    })
    .execute();
  await db
    .updateTable("surveys")
    .set((eb) => ({
      listed_votes: eb.selectFrom("ballot_boxes").whereRef("survey_id", "=", "surveys.id").select("participants"),
      listed_yes: eb.selectFrom("ballot_boxes").whereRef("survey_id", "=", "surveys.id").select("yes_votes"),
      listed_unsure: eb.selectFrom("ballot_boxes").whereRef("survey_id", "=", "surveys.id").select("unsure_votes"),
      listed_rows: eb.selectFrom("ballot_boxes").whereRef("survey_id", "=", "surveys.id").select("ledger_rows"),
      open_reports: eb
        .selectFrom("reports")
        .whereRef("reports.survey_id", "=", "surveys.id")
        .where("reports.outcome", "is", null)
        .select((eb) => eb.fn.countAll<number>().as("open")),
    }))
    .execute();
  await db
    .updateTable("surveys")
    .set(({ ref }) => ({ closed_at: ref("ends_at"), closed_by: "deadline" as const }))
    .where("status", "=", PUBLISHED)
    .where("ends_at", "<=", Date.now())
    .execute();
  // A changed vote counts on the day on which it was first cast.
  const castAt = sql`(
    select first.created_at from votes first
    where first.user_id = votes.user_id and first.survey_id = votes.survey_id and first.turn = 0
  )`;
  const day = sql<number>`${castAt} / ${sql.lit(DAY_MS)}`;
  await db
    .insertInto("survey_days")
    .columns(["survey_id", "day", "participants", "yes_votes", "unsure_votes"])
    .expression((eb) =>
      eb
        .selectFrom("votes")
        .select(["survey_id", day.as("day"), eb.fn.countAll<number>().as("participants"), countOf(1), countOf(2)])
        .where("replaced_by", "is", null)
        .groupBy(["survey_id", "day"]),
    )
    .execute();
}
