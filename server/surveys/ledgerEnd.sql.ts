import { type Closing, type LedgerNote, notesText } from "@survey-app/contract/ballots/ledger.ts";
import type { Selectable } from "kysely";
import { surveyGone } from "../ballots/ballotBox.sql.ts";
import { asksOfBox, isBegun, sha256 } from "../ballots/voteChain.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { StoredBox, SurveyRow } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { storeQuestionHash } from "./question.sql.ts";

/** When people could begin to vote. */
export const openedAt = ({
  first_published_at: publishedAt,
  starts_at,
  appears_at,
}: Pick<Selectable<SurveyRow>, "first_published_at" | "starts_at" | "appears_at">): number =>
  publishedAt === null ? starts_at : Math.max(publishedAt, appears_at);

/**
 * Stores the values at the end of a ledger besides the votes, for a survey that is being closed and whose ballot box is
 * locked. A ledger without votes begins now. The end of a ledger of format 2 doesn't have other values.
 */
export async function fixEnd(tx: Database, surveyId: string, close: { by: Closing["by"]; at: number }): Promise<void> {
  const found = await findBox(tx, surveyId);
  const isUnhashed = found.question_hash === "" && !isBegun(found);
  if (isUnhashed) await storeQuestionHash(tx, surveyId);
  const box = isUnhashed ? await findBox(tx, surveyId) : found;
  if (asksOfBox(box) === null) return;
  const closing = JSON.stringify(await findClosing(tx, box, close));
  await tx.db
    .updateTable("ballot_boxes")
    .set({ ledger_format: 3, closing })
    .where("survey_id", "=", surveyId)
    .execute();
}

const findBox = ({ db }: Database, surveyId: string): Promise<StoredBox> =>
  db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", surveyId).executeTakeFirstOrThrow(surveyGone);

async function findClosing(
  tx: Database,
  { survey_id: id, electorate, shown_after }: StoredBox,
  { by, at }: { by: Closing["by"]; at: number },
): Promise<Closing> {
  const survey = await tx.db
    .selectFrom("surveys")
    .select(["first_published_at", "starts_at", "appears_at", "ends_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(surveyGone);
  const notes = await findNotes(tx, id);
  return {
    by,
    at: toIso(at),
    from: toIso(openedAt(survey)),
    planned: toIso(survey.ends_at),
    moves: await countMatching(tx.db.selectFrom("deadline_moves").where("survey_id", "=", id)),
    notes: notes.length,
    notesHash: hashOfNotes(notes),
    shown: shown_after,
    list: electorate === "invited" ? await findClosingList(tx, id) : null,
  };
}

/** The notes that were added to the description of a survey, oldest first. */
export async function findNotes({ db }: Database, surveyId: string): Promise<LedgerNote[]> {
  const notes = await db
    .selectFrom("survey_notes")
    .select(["text", "created_at"])
    .where("survey_id", "=", surveyId)
    .orderBy("id")
    .execute();
  return notes.map(({ text, created_at }) => ({ text, createdAt: toIso(created_at) }));
}

/** The hash of the notes at the end of a ledger; null without notes. */
export const hashOfNotes = (notes: readonly LedgerNote[]): string | null =>
  notes.length === 0 ? null : sha256(notesText(notes));

async function findClosingList(tx: Database, surveyId: string): Promise<Closing["list"]> {
  const { invited, added, struck, codes, replaced, reissuedByOperator, unsent, objections } = await findListNumbers(
    tx,
    surveyId,
    0,
  );
  return { invited, added, struck, codes, replaced, reissuedByOperator, unsent, objections };
}
