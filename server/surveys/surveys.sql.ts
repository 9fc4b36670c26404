import { isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { DayTotals } from "@survey-app/contract/ballots/dayTotals.ts";
import { isPassed, type PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { allows, seeResults } from "@survey-app/contract/ballots/rights.ts";
import { PUBLISHED, type Survey, type Totals } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { maskedEmail, shownName, VERIFIED } from "@survey-app/contract/users/users.ts";
import { type Insertable, type RawBuilder, sql } from "kysely";
import { isPublic } from "../ballots/publicSurvey.ts";
import { may } from "../ballots/rights.ts";
import { countsFor, showingOf, visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { encodeForSearch } from "../database/searchText.ts";
import type { StoredCount } from "../database/storedCount.ts";
import type { SurveyRow } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { isCanceled, isVoteNodeDown } from "../database/unavailable.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { CurrentUser, Reader } from "../http/currentUser.ts";
import { findVoterId } from "../voters/findVoter.sql.ts";
import { hasCast } from "../voters/votesOfPerson.sql.ts";
import { fieldColumns, noVoterFields, readPublicFields, readTranslations, readVoterFields } from "./fields.ts";
import { loadablePicture } from "./loadablePicture.ts";
import { storeQuestionHash } from "./question.sql.ts";

/** Columns of surveys and their owners. */
const surveyFields = [
  "surveys.id as _id",
  ...fieldColumns,
  "surveys.status",
  "surveys.owner_id",
  "surveys.co_owners",
  "surveys.version",
  "surveys.listed_votes",
  "surveys.listed_yes",
  "surveys.listed_unsure",
  "surveys.closed_at",
  "surveys.closed_by as closedBy",
  "surveys.first_published_at",
  "surveys.accepted",
  "surveys.asked_as_user",
  "surveys.unpublished_for",
  "surveys.sent_back_at",
  "surveys.open_reports as openReports",
  "surveys.reports_version",
  shownAddress().as("email"),
  "users.name as userName",
  "users.status as ownerStatus",
  "users.role as ownerRole",
] as const;

const boxFields = [
  "ballot_boxes.participants",
  "ballot_boxes.yes_votes",
  "ballot_boxes.unsure_votes",
  "ballot_boxes.shown_at",
  "ballot_boxes.shown_after",
] as const;

/** The same fields from the copies in `surveys`, which don't include a showing. */
const copiedBox = (row: { listed_votes: number; listed_yes: StoredCount; listed_unsure: StoredCount }) => ({
  participants: row.listed_votes,
  yes_votes: row.listed_yes,
  unsure_votes: row.listed_unsure,
  shown_at: null,
  shown_after: null,
});

function selectSurvey({ db }: Database, id: string) {
  return db
    .selectFrom("surveys")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "surveys.id")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select([...surveyFields, ...boxFields])
    .where("surveys.id", "=", id);
}

/**
 * Reads the surveys of a page, in its order. Their ballot boxes are read afterwards, by their ids: joined with them, a
 * distributed database would read all boxes. So totals are never older than what decides who sees them.
 * @param entries a query of the page's `id`s and sort keys, `position`
 */
export async function readSurveys(
  database: Database,
  entries: RawBuilder<unknown>,
  direction: "asc" | "desc",
): Promise<SurveyFields[]> {
  const rows = await database.db
    .selectFrom(sql<{ id: string; position: unknown }>`(${entries})`.as("entry"))
    .innerJoin("surveys", "surveys.id", "entry.id")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(surveyFields)
    .orderBy("entry.position", direction)
    .orderBy("entry.id", direction)
    .execute();
  const boxes = await readBoxes(
    database,
    rows.map((row) => row._id),
  );
  return rows.flatMap((row) => {
    if (!boxes) return [{ ...row, ...copiedBox(row) }];
    const box = boxes.get(row._id); // none if the survey was deleted just now
    return box ? [{ ...row, ...box }] : [];
  });
}

/**
 * @returns null while a server of a distributed database that holds some of them is down or does not respond: lists
 *   then show the copies, made at most a second before
 * @throws while the database itself is down: the copies may lack votes that people have already seen counted
 */
async function readBoxes({ db, dialect }: Database, ids: readonly string[]) {
  const boxes = await db
    .selectFrom("ballot_boxes")
    .select(["survey_id", ...boxFields])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .execute()
    .catch((error: unknown) => {
      if (isVoteNodeDown(error) || isCanceled(error)) return null;
      throw error;
    });
  return boxes && new Map(boxes.map(({ survey_id, ...box }) => [survey_id, box]));
}

export type SurveyFields = Awaited<ReturnType<ReturnType<typeof selectSurvey>["executeTakeFirstOrThrow"]>>;

/**
 * A survey as `viewer` may see it, with the results that everyone may see, so that lists and pages are the same for
 * all. What voters see of hidden results is in `findResults`.
 * @param isOnList whether the reader can vote on it because of its list
 */
export function toSurvey(row: SurveyFields, viewer: CurrentUser | null, isOnList = false): Survey {
  const isAdmin = viewer?.storedRole === "admin";
  const seesPrivate = may("readPrivate", viewer, row);
  const { _id, status, version, closedBy } = row;
  const fields = readPublicFields(row);
  const totals = visibleTotals(row, false);
  const passed = row.closed_at === null ? null : hasPassed(fields.passRule, totals);
  return {
    ...fields,
    ...(seesPrivate || showsVoterFields(row, isOnList) ? readVoterFields(row) : noVoterFields),
    ...{ _id, image: shownPicture(row), status, version, closedBy },
    ...totals,
    ...(passed !== null && { passed }),
    settingsFixed: row.first_published_at !== null,
    ...(row.start_is_day === 1 && { startIsDay: true as const }),
    // A survey that was closed early ended at an instant.
    ...(row.deadline_is_day === 1 &&
      (row.closed_at ?? row.ends_at) === row.ends_at && { deadlineIsDay: true as const }),
    closedAt: toIso(row.closed_at),
    ...showingOf(row),
    email: seesPrivate ? row.email : maskedEmail(row.email),
    userName: seesPrivate ? row.userName : shownName(row.userName),
    ...(viewer?.userId !== row.owner_id && may("speakAsOwner", viewer, row) && { coOwned: true as const }),
    openReports: isAdmin ? row.openReports : 0,
    ...(isAdmin && { reportsVersion: row.reports_version }),
    ...(isUnreviewed(row) && { unreviewed: true as const }),
    ...(isAdmin && isStopped(row) && { ownerStopped: true as const }),
    ...(row.unpublished_for !== null && { unpublished: { reason: row.unpublished_for } }),
    ...(row.sent_back_at !== null && { sentBack: { at: toIso(row.sent_back_at) } }),
  };
}

/** Whether these totals pass a rule; null without one, and where the split of the votes is not shown. */
function hasPassed(
  passRule: PassRule | undefined,
  { yesVotes: yes, noVotes: no, unsureVotes: unsure }: Totals,
): boolean | null {
  if (passRule === undefined || yes === null || no === null || unsure === null) return null;
  return isPassed(passRule, { yes, no, unsure });
}

/**
 * Whether readers see the fields for voters: while voting is open, and if the survey was accepted or a surveyor owns
 * it.
 */
const showsVoterFields = (row: SurveyFields, isOnList: boolean) =>
  (isOnList || row.electorate !== "invited") && row.closed_at === null && !isUnreviewed(row);

/**
 * The picture that is shown for a survey: a drawing where the owner's choice is not reviewed, or its host would learn
 * too much.
 */
export function shownPicture(row: Parameters<typeof isUnreviewed>[0] & Parameters<typeof loadablePicture>[0]): string {
  return isUnreviewed(row) ? drawingPath(row.category) : loadablePicture(row);
}

/** Whether the owner is blocked, is no longer a surveyor, or has left. */
const isStopped = ({ ownerStatus, ownerRole, asked_as_user }: SurveyFields) =>
  ownerStatus !== VERIFIED || (ownerRole === "user" && asked_as_user === 0);

export async function insertSurvey(
  tx: Database,
  survey: Omit<Insertable<SurveyRow>, "first_published_at" | "created_at" | "updated_at" | "search_text">,
  now = Date.now(),
): Promise<void> {
  await tx.db
    .insertInto("surveys")
    .values({
      ...survey,
      first_published_at: survey.status === PUBLISHED ? now : null,
      created_at: now,
      updated_at: now,
      search_text: searchText(survey),
    })
    .execute();
  await storeQuestionHash(tx, survey.id);
}

/** The text by which a survey is found: the question in all of its languages. */
export function searchText({
  title,
  description,
  translations = "[]",
}: Pick<Insertable<SurveyRow>, "title" | "description" | "translations">): string {
  const texts = readTranslations(translations).flatMap(({ Title, Description }) => [Title, Description]);
  return encodeForSearch([title, description, ...texts].join("\n"));
}

/**
 * One survey, if `viewer` may see it: public surveys, their own, and all for admins.
 * @param isOnList whether the reader can vote on it because of its list
 */
export async function findSurvey(
  database: Database,
  id: string,
  viewer: CurrentUser | null,
  isOnList = false,
): Promise<Survey | null> {
  const row = await selectSurvey(database, id).executeTakeFirst();
  if (!row || (!isPublic(row, Date.now()) && !may("readPrivate", viewer, row))) return null;
  return toSurvey(row, viewer, isOnList);
}

/** The vote counts of all days with votes, oldest first; `day` is a UTC date (YYYY-MM-DD). */
export async function listDays({ db }: Database, surveyId: string, seesResults: boolean): Promise<DayTotals[]> {
  const rows = await db
    .selectFrom("survey_days")
    .select(["day", "participants", "yes_votes", "unsure_votes"])
    .where("survey_id", "=", surveyId)
    .orderBy("day")
    .execute();
  return rows.map(({ day, ...stored }) => {
    const counts = countsFor(stored, seesResults);
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      totalVotes: counts ? counts.yes + counts.no : stored.participants,
      yesVotes: counts?.yes ?? null,
      unsureVotes: counts?.unsure ?? null,
    };
  });
}

/** Whether someone sees the results of a survey that they may read. It looks for their vote only where that decides. */
export async function seesResults(
  database: Database,
  survey: Pick<Survey, "_id" | "results" | "resultsVisible" | "electorate">,
  reader: Reader | null,
): Promise<boolean> {
  if (survey.resultsVisible || !allows(seeResults[survey.results], { voter: true }) || !reader)
    return survey.resultsVisible;
  return hasCast(database, survey._id, await findVoterId(database, reader));
}
