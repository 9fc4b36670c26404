import { isUnreviewed } from "@survey-app/contract/askingPolicies.ts";
import type { DayTotals } from "@survey-app/contract/dayTotals.ts";
import { isPassed, type PassRule } from "@survey-app/contract/passRule.ts";
import { PUBLISHED, type Survey, type Totals } from "@survey-app/contract/surveys.ts";
import { drawingPath } from "@survey-app/contract/text.ts";
import { DAY_MS } from "@survey-app/contract/time.ts";
import { maskedEmail, shownName, VERIFIED } from "@survey-app/contract/users.ts";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { isPublic } from "../ballots/publicSurvey.ts";
import { may } from "../ballots/rights.ts";
import { countsFor, visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { encodeForSearch } from "../database/searchText.ts";
import type { SurveyRow } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { isCanceled, isVoteNodeDown } from "../database/unavailable.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { CurrentUser, Reader } from "../http/currentUser.ts";
import { hasCast } from "../voters/whatIsTheirs.sql.ts";
import { findVoterId } from "../voters/whoVotes.sql.ts";
import { type SettingsColumns, toBallotSettings, toPassRule } from "./ballotSettings.ts";
import { loadablePicture } from "./loadablePicture.ts";
import { readLanguages, readTranslations, storeQuestionHash } from "./question.sql.ts";

/** Columns of surveys and their owners, with the contract's names. */
const surveyFields = [
  "surveys.id as _id",
  "surveys.title as Title",
  "surveys.description as Description",
  "surveys.language",
  "surveys.translations",
  "surveys.category",
  "surveys.image",
  "surveys.image_alt as imageAlt",
  "surveys.status",
  "surveys.owner_id",
  "surveys.co_owners",
  "surveys.starts_at",
  "surveys.ends_at",
  "surveys.start_is_day",
  "surveys.deadline_is_day",
  "surveys.appears_at",
  "surveys.version",
  "surveys.listed_votes",
  "surveys.listed_yes",
  "surveys.listed_unsure",
  "surveys.closed_at",
  "surveys.closed_by as closedBy",
  "surveys.first_published_at",
  "surveys.accepted",
  "surveys.asked_as_user",
  "surveys.results",
  "surveys.privacy",
  "surveys.changeable",
  "surveys.unsure",
  "surveys.electorate",
  "surveys.pass_rule",
  "surveys.listed",
  "surveys.unpublished_for",
  "surveys.sent_back_at",
  "surveys.open_reports as openReports",
  "surveys.reports_version",
  shownAddress().as("email"),
  "users.name as userName",
  "users.status as ownerStatus",
  "users.role as ownerRole",
] as const;

const boxFields = ["ballot_boxes.participants", "ballot_boxes.yes_votes", "ballot_boxes.unsure_votes"] as const;

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
    if (!boxes)
      return [{ ...row, participants: row.listed_votes, yes_votes: row.listed_yes, unsure_votes: row.listed_unsure }];
    const box = boxes.get(row._id); // none if the survey was deleted just now
    return box ? [{ ...row, ...box }] : [];
  });
}

/**
 * @returns null while a server of a distributed database that holds some of them is down or does not respond: lists then show
 * the copies, made at most a second before
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
 * A survey as `viewer` may see it, with the results that everyone may see, so that lists and pages are the same for all.
 * What voters see of hidden results is in `findResults`.
 */
export function toSurvey(row: SurveyFields, viewer: CurrentUser | null): Survey {
  const isAdmin = viewer?.storedRole === "admin";
  const seesAddress = may("readPrivate", viewer, row);
  const { _id, Title, Description, imageAlt, status, version, closedBy } = row;
  const passRule = toPassRule(row.pass_rule);
  const totals = visibleTotals(row, false);
  const passed = row.closed_at === null ? null : hasPassed(passRule, totals);
  return {
    ...{ _id, Title, Description, image: shownPicture(row), imageAlt, status, version, closedBy },
    ...readLanguages(row),
    ...totals,
    ...toBallotSettings(row),
    ...(passRule !== null && { passRule }),
    ...(passed !== null && { passed }),
    listed: row.listed === 1,
    settingsFixed: row.first_published_at !== null,
    category: row.category as Survey["category"],
    createDate: toIso(row.starts_at),
    deadline: toIso(row.ends_at),
    ...(row.start_is_day === 1 && { startIsDay: true as const }),
    // A survey that was closed early ended at an instant.
    ...(row.deadline_is_day === 1 &&
      (row.closed_at ?? row.ends_at) === row.ends_at && { deadlineIsDay: true as const }),
    closedAt: toIso(row.closed_at),
    scheduled: row.appears_at > 0,
    email: seesAddress ? row.email : maskedEmail(row.email),
    userName: seesAddress ? row.userName : shownName(row.userName),
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
  passRule: PassRule | null,
  { yesVotes: yes, noVotes: no, unsureVotes: unsure }: Totals,
): boolean | null {
  if (passRule === null || yes === null || no === null || unsure === null) return null;
  return isPassed(passRule, { yes, no, unsure });
}

/** The picture that is shown for a survey: a drawing where the owner's choice is not reviewed, or its host would learn too much. */
export function shownPicture(row: Parameters<typeof isUnreviewed>[0] & Parameters<typeof loadablePicture>[0]): string {
  return isUnreviewed(row) ? drawingPath(row.category) : loadablePicture(row);
}

/** Whether the owner is blocked, is no surveyor any more, or has left. */
const isStopped = ({ ownerStatus, ownerRole, asked_as_user }: SurveyFields) =>
  ownerStatus !== VERIFIED || (ownerRole === "user" && asked_as_user === 0);

export async function insertSurvey(
  tx: Database,
  survey: Pick<
    Insertable<SurveyRow>,
    "id" | "owner_id" | "title" | "description" | "category" | "image" | "status" | "starts_at" | "ends_at"
  > &
    Partial<
      Pick<
        Selectable<SurveyRow>,
        | "language"
        | "translations"
        | "image_alt"
        | "appears_at"
        | "start_is_day"
        | "deadline_is_day"
        | "copied_from"
        | "series_id"
        | "listed"
        | "asked_as_user"
        | "pass_rule"
      >
    > &
    Partial<SettingsColumns>,
): Promise<void> {
  const now = Date.now();
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

/** What a survey is found by: the question in all of its languages. */
export function searchText({
  title,
  description,
  translations = "[]",
}: Pick<Insertable<SurveyRow>, "title" | "description" | "translations">): string {
  const texts = readTranslations(translations).flatMap(({ Title, Description }) => [Title, Description]);
  return encodeForSearch([title, description, ...texts].join("\n"));
}

/** One survey, if `viewer` may see it: public surveys, their own, and all for admins. */
export async function findSurvey(database: Database, id: string, viewer: CurrentUser | null): Promise<Survey | null> {
  const row = await selectSurvey(database, id).executeTakeFirst();
  if (!row || (!isPublic(row, Date.now()) && !may("readPrivate", viewer, row))) return null;
  return toSurvey(row, viewer);
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

/** Whether someone sees the results of a survey that they may read. Only with `afterVote` that depends on the reader. */
export async function seesResults(
  database: Database,
  survey: Pick<Survey, "_id" | "results" | "resultsVisible" | "electorate">,
  reader: Reader | null,
): Promise<boolean> {
  if (survey.resultsVisible || survey.results !== "afterVote" || !reader) return survey.resultsVisible;
  return hasCast(database, survey._id, await findVoterId(database, reader));
}
