import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";

/** The most surveys that are listed. */
const NAMED_MAX = 20;

/**
 * The first surveys whose ledger was begun by an instance of version 1.0 beside this version: their heads don't name a
 * question.
 */
export async function findFormerLedgers({ db }: Database) {
  const rows = await db
    .selectFrom("ballot_boxes")
    .innerJoin("surveys", "surveys.id", "ballot_boxes.survey_id")
    .select(["survey_id", "title", "language"])
    .where("ledger_format", "is", null)
    .where(({ eb, or }) => or([eb("participants", ">", 0), eb("ballot_boxes.closed_at", "is not", null)]))
    .orderBy("ballot_boxes.survey_id")
    .limit(NAMED_MAX)
    .execute();
  return rows.map((row) => ({ surveyId: row.survey_id, Title: row.title, language: readLanguage(row.language) }));
}
