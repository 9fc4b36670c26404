import { textWithRule } from "@survey-app/contract/ballots/passRule.ts";
import { askedText, type PictureHash } from "@survey-app/contract/surveys/askedText.ts";
import { questionText } from "@survey-app/contract/surveys/questionText.ts";
import type { AskedQuestion } from "@survey-app/contract/surveys/surveyFields.ts";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import type { AskedColumns } from "../ballots/ledgerRows.sql.ts";
import { publicOnly } from "../ballots/visible.sql.ts";
import { isOfFormat2, sha256 } from "../ballots/voteChain.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { StoredSurvey } from "../database/tables.ts";
import type { JobRun } from "../http/jobs.ts";
import { hashPicture } from "../images/pictureHash.sql.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";
import { readLanguages, toPassRule } from "./fields.ts";

/** Surveys whose questions are hashed in one transaction: on SQLite votes wait for it. */
const HASHED_MAX = 100;

/** The columns of a survey's question, except its picture. */
export const questionColumns = ["title", "description", "language", "translations", "image_alt", "pass_rule"] as const;
export type QuestionColumns = Pick<StoredSurvey, (typeof questionColumns)[number]>;

const toQuestion = ({ title, description, image_alt, ...row }: QuestionColumns): AskedQuestion => ({
  Title: title,
  Description: description,
  imageAlt: image_alt,
  ...readLanguages(row),
});

/** SHA-256 of a survey's question, with which its ledger begins. */
export const hashOfQuestion = (row: QuestionColumns, picture: PictureHash): string =>
  sha256(askedText(toQuestion(row), { picture, passRule: toPassRule(row.pass_rule) }));

/** SHA-256 of the question and its pass rule in the form of ledgers of format 2. */
export const formerHashOfQuestion = (row: QuestionColumns): string =>
  sha256(textWithRule(questionText(toQuestion(row)), toPassRule(row.pass_rule)));

/**
 * The hash by which ballots and copies of the result name the question that a survey shows, with the picture that is in
 * it. It differs from that of the ballot box if the question was changed by hand after the first vote.
 */
export async function nameQuestion(
  database: Database,
  survey: QuestionColumns & Pick<StoredSurvey, "image">,
  box: AskedColumns,
): Promise<{ questionHash: string; picture?: PictureHash }> {
  if (isOfFormat2(box)) return { questionHash: formerHashOfQuestion(survey) };
  const picture = box.question_hash === "" ? await hashPicture(database, survey.image) : box.picture;
  return { questionHash: hashOfQuestion(survey, picture), picture };
}

/**
 * Stores the hash of a survey's question in its ballot box, which the transaction has locked or created, unless its
 * ledger has begun with one. Call it after each change of the question: a trigger has emptied the hash.
 */
export async function storeQuestionHash(tx: Database, surveyId: string): Promise<void> {
  const survey = await tx.db
    .selectFrom("surveys")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "surveys.id")
    .select([...questionColumns, "image", "question_hash", "ledger_format", "participants", "ballot_boxes.closed_at"])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
  if (!survey || (survey.ledger_format === 3 && survey.question_hash !== "")) return;
  const unknown = { ...survey, question_hash: "", picture: null };
  const { questionHash, picture = null } = await nameQuestion(tx, survey, unknown);
  await tx.db
    .updateTable("ballot_boxes")
    .set({ question_hash: questionHash, picture })
    .where("survey_id", "=", surveyId)
    .execute();
}

/**
 * The question that a public survey asks now, by its hash, which is empty while it is unknown, and whether votes have
 * fixed it.
 */
export async function findAsked({ db }: Database, surveyId: string) {
  return db
    .selectFrom("ballot_boxes")
    .select(["question_hash", "participants"])
    .where("survey_id", "=", surveyId)
    .where(publicOnly(Date.now(), "ballot_boxes"))
    .executeTakeFirst();
}

/** Stores the hashes of these surveys' questions where they are unknown. */
export async function storeUnknownHashes(database: Database, surveyIds: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    // In the order in which all transactions lock several boxes.
    for (const id of surveyIds.toSorted()) {
      const box = await lockBallotBox(tx, id);
      if (box?.question_hash === "") await storeQuestionHash(tx, id);
    }
  });
}

/**
 * Hashes the questions of all surveys that aren't closed and don't have a hash: surveys from before there were hashes,
 * surveys that the version before this one edits during an upgrade, and surveys that were inserted or edited without
 * the app.
 */
export function hashUnknownQuestions(database: MainDatabase, run?: JobRun): Promise<void> {
  const step = (ids: readonly string[]) => storeUnknownHashes(database, ids);
  return eachBatch(database, "questionHashes", { keys: findUnknown(database.forLists), size: HASHED_MAX, step, run });
}

async function* findUnknown({ db }: Database): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const boxes = await db
      .selectFrom("ballot_boxes")
      .select("survey_id")
      .where("question_hash", "=", "")
      .where("closed_at", "is", null)
      .where("survey_id", ">", last)
      .where(isTriable("questionHashes", "survey_id"))
      .orderBy("survey_id")
      .limit(HASHED_MAX)
      .execute();
    for (const { survey_id } of boxes) yield survey_id;
    if (boxes.length < HASHED_MAX) return;
    last = boxes.at(-1)?.survey_id ?? last;
  }
}
