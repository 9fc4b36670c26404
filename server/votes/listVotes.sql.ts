import { type Answer, receiptOf } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { maskedEmail } from "@survey-app/contract/users.ts";
import type { Vote } from "@survey-app/contract/votes.ts";
import type { Selectable, SelectQueryBuilder } from "kysely";
import { type CurrentUser, canSeeVoters } from "../database/currentUser.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import type { Tables } from "../database/tables.ts";
import { seesResults } from "../surveys/surveys.sql.ts";
import { visibleVotes } from "../surveys/visible.sql.ts";

/**
 * Each vote of a page repeats its survey's description (SPEC §3). With a long description the page has fewer votes, to keep
 * the descriptions below this size; 24 votes always fit. A hundred times 15 kB would be too large for the response cache
 * (`responseCache.ts`), and so be produced for each visitor.
 */
const DESCRIPTIONS_MAX_BYTES = 400_000;

/**
 * Joins votes on a survey with their voters and reports, which the database looks up for these votes only. The survey's id is
 * a parameter of each join, from which a distributed database knows the server to ask.
 */
function withVoters(
  { db }: Database,
  surveyId: string,
  votes: SelectQueryBuilder<Tables, "votes", Selectable<Tables["votes"]>>,
) {
  return db
    .selectFrom(votes.where("survey_id", "=", surveyId).as("vote"))
    .innerJoin("users", "users.id", "vote.user_id")
    .innerJoin("surveys", (join) => join.on("surveys.id", "=", surveyId))
    .leftJoin("reports", (join) =>
      join.on("reports.survey_id", "=", surveyId).onRef("reports.user_id", "=", "vote.user_id"),
    )
    .select([
      "vote.id",
      "vote.n",
      "vote.hash",
      "vote.user_id",
      "vote.choice",
      "vote.comment",
      "vote.created_at",
      "vote.turn",
      "users.name",
      "users.email",
      "reports.text as report",
      "surveys.owner_id",
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withVoters>["executeTakeFirstOrThrow"]>>;

/** What each vote repeats of its survey (SPEC §3). */
function fieldsOf(survey: Survey) {
  const { _id: SurveyID, Title, Description, category, createDate, deadline, closedAt, image, status } = survey;
  return { SurveyID, Title, Description, category, createDate, deadline, closedAt, image, status };
}

/** Names and choices are public. Unmasked emails and reports are for the survey's owner (a surveyor), admins and the voter (product §6). */
function toVote(row: Row, survey: Survey, viewer: CurrentUser | null): Vote {
  const isOwn = viewer?.userId === row.user_id;
  const isUnmasked = isOwn || canSeeVoters(viewer, row.owner_id);
  return {
    ...fieldsOf(survey),
    _id: row.id,
    vote: row.choice,
    email: isUnmasked ? row.email : maskedEmail(row.email),
    userName: row.name,
    comments: row.comment,
    inapp: isUnmasked ? (row.report ?? "") : "",
    votingDate: dayMonthYear(row.created_at, "UTC"),
    isOwn,
    isChanged: row.turn > 0,
    ...(isOwn && { turn: row.turn }),
    ...(isOwn && survey.privacy === "named" && { receipt: receiptOf(row) }),
  };
}

/** Lists the votes on a survey, newest first; only the reader's own if they may not see those of others. */
export async function listVotes(
  database: Database,
  survey: Survey,
  query: { limit: number; cursor?: string | undefined },
  viewer: CurrentUser | null,
): Promise<PagedRows<Vote>> {
  if (!visibleVotes(survey, await seesResults(database, survey, viewer))) {
    const own = viewer && (await findOwnVote(database, survey, viewer));
    return { rows: own ? [own] : [], total: own ? 1 : 0, next: null };
  }
  const fitting = Math.floor(DESCRIPTIONS_MAX_BYTES / Math.max(1, Buffer.byteLength(survey.Description)));
  const limit = Math.min(query.limit, fitting);
  let page = database.db
    .selectFrom("votes")
    .selectAll()
    .where("replaced_by", "is", null)
    .orderBy("n", "desc")
    .limit(limit + 1);
  const after = decodeCursor(query.cursor, Number.MAX_SAFE_INTEGER);
  if (after) page = page.where("n", "<", after[0]);
  const rows = await withVoters(database, survey._id, page).orderBy("vote.n", "desc").execute();
  return toPage(rows, limit, {
    // The counter always equals the number of current votes, so nothing needs counting.
    total: survey.participants,
    cursorOf: (last) => [last.n, last.id],
    show: (row) => toVote(row, survey, viewer),
  });
}

export async function findOwnVote(database: Database, survey: Survey, viewer: CurrentUser): Promise<Vote | null> {
  if (survey.privacy === "secret") return findSecretVote(database, survey, viewer);
  const own = database.db
    .selectFrom("votes")
    .selectAll()
    .where("user_id", "=", viewer.userId)
    .where("replaced_by", "is", null)
    .limit(1);
  const row = await withVoters(database, survey._id, own).executeTakeFirst();
  return row ? toVote(row, survey, viewer) : null;
}

/** That the reader voted, with their report. Its id is that of the survey: one of its own would tell when it was cast. */
async function findSecretVote({ db }: Database, survey: Survey, viewer: CurrentUser): Promise<Vote | null> {
  const mark = await db
    .selectFrom("secret_voters")
    .innerJoin("users", "users.id", "voter")
    .leftJoin("reports", (join) => join.on("reports.survey_id", "=", survey._id).onRef("reports.user_id", "=", "voter"))
    .select(["users.name", "users.email", "reports.text as report"])
    .where("secret_voters.survey_id", "=", survey._id)
    .where("voter", "=", viewer.userId)
    .executeTakeFirst();
  if (!mark) return null;
  return {
    ...fieldsOf(survey),
    _id: survey._id,
    vote: null,
    email: mark.email,
    userName: mark.name,
    comments: "",
    inapp: mark.report ?? "",
    isChanged: false,
    votingDate: "",
    isOwn: true,
  };
}

/** Returns a user's votes on these surveys, null for secret ones. */
export async function findChoices(
  { db, dialect }: Database,
  userId: string,
  surveyIds: readonly string[],
): Promise<{ surveyId: string; vote: Answer | null }[]> {
  const marks = await db
    .selectFrom("secret_voters")
    .select("survey_id as surveyId")
    .where("voter", "=", userId)
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), surveyIds))
    .execute();
  const votes = await db
    .selectFrom("votes")
    .select(["survey_id as surveyId", "choice as vote"])
    .where("user_id", "=", userId)
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), surveyIds))
    .where("replaced_by", "is", null)
    .execute();
  return [...votes, ...marks.map(({ surveyId }) => ({ surveyId, vote: null }))];
}
