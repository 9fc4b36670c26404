import { namesVoters } from "@survey-app/contract/ballots/ballots.ts";
import type { ResultLabel } from "@survey-app/contract/ballots/resultLabel.ts";
import type { FullSurvey, Survey, SurveyResults } from "@survey-app/contract/surveys/surveys.ts";
import { surveyGone } from "../ballots/ballotBox.sql.ts";
import { mayLeadTo, publicOnly, visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { Burst, SurveyCompositionRow } from "../database/mailingTables.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import type { Reader } from "../http/currentUser.ts";
import { findRoomMoves } from "../voters/rooms.sql.ts";
import { findNotes, openedAt } from "./ledgerEnd.sql.ts";
import { nameQuestion, questionColumns } from "./question.sql.ts";
import { findResult } from "./result.sql.ts";
import { isInSeries } from "./series.sql.ts";
import { findSurvey, seesResults } from "./surveys.sql.ts";

/**
 * Adds the fields that only a survey's own page shows.
 * @throws {ApiError} `notFound` if the survey is deleted meanwhile
 */
export async function toFullSurvey(database: Database, survey: Survey): Promise<FullSurvey> {
  const { db } = database;
  const outcomes = await db
    .selectFrom("outcomes")
    .select(["text", "created_at"])
    .where("survey_id", "=", survey._id)
    .orderBy("id", "desc")
    .execute();
  const moves = await db
    .selectFrom("deadline_moves")
    .select(["moved_at", "moved_from", "moved_to"])
    .where("survey_id", "=", survey._id)
    .orderBy("id")
    .execute();
  const about = {
    notes: await findNotes(database, survey._id),
    outcomes: outcomes.map(({ text, created_at }) => ({ text, createdAt: toIso(created_at) })),
    deadlineMoves: moves.map(({ moved_at, moved_from, moved_to }) => ({
      movedAt: toIso(moved_at),
      from: toIso(moved_from),
      to: toIso(moved_to),
    })),
    inSeries: await isInSeries(database, survey._id),
    askedBefore: await findAskedBefore(database, survey._id),
    takesCodes:
      survey.electorate === "invited" && (survey.privacy === "named" || (await areCodesAllowed(database, survey._id))),
  };
  return { ...survey, ...about, label: await findResultLabel(database, survey, about) };
}

/** Whether an admin has allowed codes although the votes are confidential or secret. */
async function areCodesAllowed({ db }: Database, id: string): Promise<boolean> {
  const allowed = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", id)
    .where("codes_allowed", "=", 1)
    .executeTakeFirst();
  return allowed !== undefined;
}

/**
 * The public survey that a copy repeats, if it was closed before the copy was published, or is closed while the copy
 * still waits.
 */
async function findAskedBefore({ db }: Database, id: string): Promise<FullSurvey["askedBefore"]> {
  const original = await db
    .selectFrom("surveys as copy")
    .innerJoin("surveys as original", "original.id", "copy.copied_from")
    .select(["original.id", "original.title", "original.language", "original.closed_at"])
    .where("copy.id", "=", id)
    .where(publicOnly(Date.now(), "original"))
    .where(mayLeadTo("copy", "original"))
    .where(({ eb, or }) =>
      or([
        eb("copy.first_published_at", "is", null),
        eb("copy.first_published_at", ">=", eb.ref("original.closed_at")),
      ]),
    )
    .executeTakeFirst();
  if (!original || original.closed_at === null) return null;
  const { id: surveyId, title: Title, language, closed_at } = original;
  return { surveyId, Title, language: readLanguage(language), closedAt: toIso(closed_at) };
}

/** The totals of one survey as a reader sees them; null if they may not read the survey. */
export async function findResults(
  database: Database,
  id: string,
  reader: Reader | null,
): Promise<SurveyResults | null> {
  const survey = await findSurvey(database, id, reader && "userId" in reader ? reader : null);
  if (!survey) return null;
  const { label } = await toFullSurvey(database, survey);
  const movedTo = survey.electorate === "link" ? (await findRoomMoves(database, [id])).get(id) : undefined;
  const { closedAt, shownAt, shownAfter } = survey;
  const showing = shownAt === undefined ? {} : { shownAt, shownAfter };
  const about = { surveyId: id, closedAt, ...showing, label, ...(movedTo !== undefined && { movedTo }) };
  if (survey.resultsVisible || !(await seesResults(database, survey, reader))) return { ...survey, ...about };
  // Read after the vote was found, so that it is counted.
  const box = await database.db
    .selectFrom("ballot_boxes")
    .select([
      "results",
      "privacy",
      "status",
      "ends_at",
      "closed_at",
      "shown_at",
      "participants",
      "yes_votes",
      "unsure_votes",
    ])
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow(surveyGone);
  return { ...visibleTotals(box, true), ...about };
}

/** With fewer voters, nothing is said about their accounts. */
const COMPOSITION_MIN = 20;
/** A group of fewer people, or with fewer others, is not shown: its number could identify them. */
const GROUP_MIN = 5;

function toComposition({ voters, new_accounts, unconfirmed }: Omit<SurveyCompositionRow, "survey_id" | "bursts">) {
  const shown = (group: number) => (group < GROUP_MIN || voters - group < GROUP_MIN ? null : group);
  return { voters, newAccounts: shown(new_accounts), unconfirmed: shown(unconfirmed) };
}

function identityOf({ electorate }: Pick<Survey, "electorate">, list: ResultLabel["list"]): ResultLabel["identity"] {
  if (electorate === "link") return "browser";
  if (list === null) return "account";
  return list.codes > 0 ? "code" : "invitation";
}

/** The label of a survey's result: what it may claim. @param about the fields of its own page */
async function findResultLabel(
  database: Database,
  survey: Survey,
  { askedBefore, deadlineMoves, notes }: Pick<FullSurvey, "askedBefore" | "deadlineMoves" | "notes">,
): Promise<ResultLabel> {
  const stored = await database.db
    .selectFrom("surveys")
    .select([...questionColumns, "image", "first_published_at", "starts_at", "appears_at"])
    .where("id", "=", survey._id)
    .executeTakeFirstOrThrow(surveyGone);
  const counted = { ...survey, surveyId: survey._id, passRule: survey.passRule ?? null, openedAt: openedAt(stored) };
  const found = await findResult(database, counted);
  if (!found) throw surveyGone();
  const { electorate, asked, list, bounds, passRule, head } = found.result;
  const { ledger } = found;
  const { closedAt, deadline, results, privacy, changeable } = survey;
  const composition = await database.db
    .selectFrom("survey_compositions")
    .select(["voters", "new_accounts", "unconfirmed", "bursts"])
    .where("survey_id", "=", survey._id)
    .executeTakeFirst();
  return {
    electorate,
    identity: identityOf(survey, list),
    list,
    bounds,
    passRule,
    passed: survey.passed ?? null,
    asked,
    plannedTo: deadline,
    closedEarly: closedAt !== null && survey.closedBy !== "deadline" && deadline !== null,
    ...(survey.shownAfter !== undefined && { shownAfter: survey.shownAfter }),
    deadlineMoves: deadlineMoves.length,
    askedBefore: askedBefore?.surveyId ?? null,
    resultsDuring: results,
    privacy,
    changeable,
    changes: ledger.changes,
    notes: notes.length,
    composition:
      composition && namesVoters(survey) && composition.voters >= COMPOSITION_MIN ? toComposition(composition) : null,
    bursts: composition
      ? (JSON.parse(composition.bursts) as Burst[]).map(({ at, votes }) => ({ from: toIso(at), votes }))
      : [],
    ...(await nameQuestion(database, stored, ledger.asked)),
    head,
  };
}
