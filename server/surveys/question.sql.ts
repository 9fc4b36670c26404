import { textWithRule } from "@survey-app/contract/passRule.ts";
import { questionText } from "@survey-app/contract/questionText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import type { TranslatedQuestion, Translation } from "@survey-app/contract/translations.ts";
import type { Selectable } from "kysely";
import { lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { publicOnly } from "../ballots/visible.sql.ts";
import { sha256 } from "../ballots/voteChain.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { SurveyRow } from "../database/tables.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";
import { toPassRule } from "./ballotSettings.ts";

/** Surveys whose questions are hashed in one transaction: on SQLite votes wait for it. */
const HASHED_MAX = 100;

export const readTranslations = (stored: string): Translation[] => JSON.parse(stored) as Translation[];

/** The language of a survey, and the same question in other languages, from their columns. */
export function readLanguages({ language, translations }: Pick<Selectable<SurveyRow>, "language" | "translations">) {
  return { language: readLanguage(language), translations: readTranslations(translations) };
}

/** SHA-256 of the question and its pass rule, by which ballots and copies of the result name it. */
export const questionHash = (survey: TranslatedQuestion & Pick<Survey, "passRule">): string =>
  sha256(textWithRule(questionText(survey), survey.passRule ?? null));

/**
 * Stores the hash of a survey's question in its ballot box, which the transaction has locked or created. Call it after
 * each change of the question: a trigger has emptied the hash.
 */
export async function storeQuestionHash({ db }: Database, surveyId: string): Promise<void> {
  const survey = await db
    .selectFrom("surveys")
    .select(["title", "description", "language", "translations", "image_alt", "pass_rule"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (!survey) return;
  const { title: Title, description: Description, image_alt: imageAlt, pass_rule } = survey;
  const question = { Title, Description, imageAlt, ...readLanguages(survey) };
  await db
    .updateTable("ballot_boxes")
    .set({ question_hash: questionHash({ ...question, passRule: toPassRule(pass_rule) ?? undefined }) })
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
 * Hashes the questions of all surveys that are not closed and have no hash: those from before there were hashes, those
 * that the version before this one edits during an upgrade, and those that were inserted or edited without the app.
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
