import { sql } from "kysely";
import type { Database, MainDatabase } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";
import { searchText } from "../surveys/surveys.sql.ts";

/**
 * Folds the texts that are stored without their folded form (migrations/0023-folded-texts.ts): texts from before there
 * was folding, texts that version 1.0 writes during an upgrade, texts from a backup of that time, and texts that were
 * written without the app. Until then, search finds such a text by the letters that it contains.
 */

/**
 * The rows that one transaction changes. On SQLite votes wait for it: one or two milliseconds for each name in the
 * index of users.
 */
const FOLDED_MAX = 25;
/**
 * The same for surveys: PostgreSQL writes each trigram of their texts to its index, which takes milliseconds for each
 * survey.
 */
const SURVEYS_MAX = 10;

/**
 * The columns whose texts are stored folded, in the column `folded` of the same table. Ids are unique in each table.
 */
const COLUMNS = { users: "name", voter_list_people: "label", invitations: "label", audit_log: "about_title" } as const;
type FoldedTable = keyof typeof COLUMNS;

export async function foldStoredTexts(database: MainDatabase, run?: JobRun): Promise<void> {
  for (const table of Object.keys(COLUMNS) as FoldedTable[]) {
    const keys = findUnfolded(database.forLists, table);
    const step = (ids: readonly string[]) => foldRows(database, table, ids);
    await eachBatch(database, "foldedTexts", { keys, size: FOLDED_MAX, step, run });
  }
  const keys = findFormerSurveys(database.forLists);
  const step = (ids: readonly string[]) => encodeSurveys(database, ids);
  await eachBatch(database, "foldedTexts", { keys, size: SURVEYS_MAX, step, run });
}

/** The condition of the index of rows whose text isn't folded. */
function isUnfolded(table: FoldedTable) {
  const text = sql.ref(COLUMNS[table]);
  return sql<boolean>`folded is null and octet_length(${text}) > length(${text})`;
}

/** Yields the ids that `find` returns, in the order of ids, each time at most `FOLDED_MAX` after the last one. */
async function* eachId(find: (last: string) => Promise<string[]>): AsyncGenerator<string> {
  for (let last = ""; ; ) {
    const ids = await find(last);
    yield* ids;
    if (ids.length < FOLDED_MAX) return;
    last = ids.at(-1) ?? last;
  }
}

const findUnfolded = ({ db }: Database, table: FoldedTable) =>
  eachId(async (last) => {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.ref(table)}
      where ${isUnfolded(table)} and id > ${last} and ${isTriable("foldedTexts", `${table}.id`)}
      order by id limit ${FOLDED_MAX}`.execute(db);
    return rows.map(({ id }) => id);
  });

/** The surveys whose texts version 1.0 has encoded. */
const findFormerSurveys = ({ db, dialect }: Database) =>
  eachId(async (last) => {
    const rows = await db
      .selectFrom("survey_listings")
      .select("survey_id")
      .where(dialect.isFormerSearchText)
      .where("survey_id", ">", last)
      .where(isTriable("foldedTexts", "survey_id"))
      .orderBy("survey_id")
      .limit(FOLDED_MAX)
      .execute();
    return rows.map(({ survey_id }) => survey_id);
  });

/** Stores the folded texts of these rows, except where a text has changed meanwhile: the change has stored its own. */
async function foldRows({ db, dialect }: Database, table: FoldedTable, ids: readonly string[]): Promise<void> {
  const text = sql.ref(COLUMNS[table]);
  // People on lists are stored with their survey: a distributed database finds the server by the survey's id.
  const survey = table === "invitations" ? sql`survey_id` : sql`null`;
  const { rows } = await sql<{ id: string; text: string; survey: string | null }>`
    select id, ${text} as text, ${survey} as survey from ${sql.ref(table)}
    where ${dialect.isOneOf(sql.ref("id"), ids)} and ${isUnfolded(table)}`.execute(db);
  for (const [surveyId, ofSurvey] of Map.groupBy(rows, (row) => row.survey)) {
    const folded = ofSurvey.map(({ id, text: stored }) => ({ id, text: stored, fold: storedFold(stored) }));
    const isOfSurvey = surveyId === null ? sql`true` : sql`survey_id = ${surveyId}`;
    await sql`
      update ${sql.ref(table)} set folded = r.fold from ${dialect.rows(folded, { id: "text", text: "text", fold: "text" })}
      where ${isOfSurvey} and ${sql.ref(`${table}.id`)} = r.id and ${text} = r.text and folded is null`.execute(db);
  }
}

/** Encodes the texts of these surveys again; triggers bring them into the lists and the text index. */
function encodeSurveys(database: Database, ids: readonly string[]): Promise<void> {
  return database.transaction(async ({ db, dialect }) => {
    const surveys = await db
      .selectFrom("surveys")
      .select(["id", "title", "description", "translations"])
      .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
      .orderBy("id")
      .$call(dialect.lockSkippingLocked)
      .execute();
    const encoded = surveys.map(({ id, ...question }) => ({ id, encoded: searchText(question) }));
    await sql`update surveys set search_text = r.encoded from ${dialect.rows(encoded, { id: "text", encoded: "text" })}
      where surveys.id = r.id`.execute(db);
  });
}
