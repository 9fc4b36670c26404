import type { exportMyData } from "@survey-app/contract/account/account.ts";
import { receiptFor } from "@survey-app/contract/ballots/ledger.ts";
import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { findPerson, isCastBy, marksOf } from "../voters/votesOfPerson.sql.ts";

type ExportedVotes = ResponseOf<typeof exportMyData>["votes"];

/**
 * The most rows that one statement reads: it takes a few milliseconds on this thread, after which other statements can
 * run.
 */
export const EXPORT_CHUNK = 1000;

/** Reads votes in the order of their surveys, which is that of the index by voter, and sorts them by age at the end. */
export async function findOpenVotes(database: Database, userId: string): Promise<ExportedVotes> {
  const votes: Awaited<ReturnType<typeof findVotesAfter>> = [];
  for (;;) {
    const chunk = await findVotesAfter(database, userId, votes.at(-1));
    votes.push(...chunk);
    if (chunk.length < EXPORT_CHUNK) break;
  }
  return votes
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ privacy, n, hash, turn: _, replaced_by, created_at, ...vote }) => ({
      ...vote,
      receipt: receiptFor(privacy, { n, hash }),
      isReplaced: replaced_by !== null,
      at: toIso(created_at),
    }));
}

const findVotesAfter = (
  { db }: Database,
  userId: string,
  last: { surveyId: string; turn: number } = { surveyId: "", turn: 0 },
) =>
  db
    .selectFrom("votes")
    .innerJoin("surveys", "surveys.id", "votes.survey_id")
    .select(["votes.id", "votes.survey_id as surveyId", "surveys.title as Title", "votes.choice as vote"])
    .select(["votes.comment as comments", "votes.created_at", "votes.n", "votes.hash", "votes.replaced_by"])
    .select(["votes.turn", "surveys.privacy"])
    .where(isCastBy(userId))
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("votes.survey_id", "votes.turn"), ">", tuple(last.surveyId, last.turn)),
    )
    .orderBy("votes.survey_id")
    .orderBy("votes.turn")
    .limit(EXPORT_CHUNK)
    .execute();

/** In one statement, because each chunk would find and sort all marks again. */
export async function findSecretVotes(tx: Database, userId: string): Promise<ExportedVotes> {
  const person = await findPerson(tx, userId);
  const marks = await tx.db
    .selectFrom(sql<{ survey_id: string }>`(${marksOf(person)})`.as("marks"))
    .innerJoin("surveys", "surveys.id", "marks.survey_id")
    .select(["surveys.id", "surveys.title as Title"])
    .orderBy("marks.survey_id")
    .execute();
  const unknown = { vote: null, comments: "", receipt: null, isReplaced: false, at: null };
  return marks.map(({ id: surveyId, Title }) => ({ surveyId, Title, ...unknown }));
}
