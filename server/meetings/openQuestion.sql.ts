import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { type DraftForm, SECRET_PEOPLE_MIN, toPassRule } from "@survey-app/contract/meetings/meetingForms.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { findEnd } from "../ballots/ledgerRows.sql.ts";
import type { Action } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { StoredQuestion } from "../database/meetingTables.ts";
import { newId } from "../database/newId.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import type { Change } from "../events/surveyEvents.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { hasCode } from "../invitations/invitationTokens.ts";
import { closeDue } from "../surveys/closeSurvey.sql.ts";
import { recordUnreviewed, toSurveyColumns } from "../surveys/newSurvey.ts";
import { insertSurvey } from "../surveys/surveys.sql.ts";
import { canVote, copyListToQuestion, readList } from "./copyList.sql.ts";
import { insertQuestion, readQuestionRows } from "./drafts.sql.ts";
import { type QuestionForm, readForm } from "./meetingRows.ts";
import { storeMeeting } from "./meetings.sql.ts";
import { awaitsReview, isMeetingOver, type OwnMeeting, requireMeetings } from "./ownMeeting.sql.ts";

const MINUTE_MS = 60_000;
/** The category of all meetings' questions, which aren't in any list with categories. */
const [CATEGORY] = CATEGORIES;

/**
 * What the sender of an opening saw: the survey of the last question, and the version of the draft or the typed
 * question.
 */
export interface Asked {
  after: string | null;
  draft: { id: string; version: number } | null;
  typed: { question: DraftForm; ticket: string } | null;
}

/**
 * Opens a question of a meeting that is locked: makes its survey, published, with its ballot box, its list and its
 * numbers, in this transaction. The same draft or ticket again changes nothing.
 * @returns the survey of the question
 * @throws {ApiError} why it can't be opened
 */
export async function openQuestion(
  change: Change<Action<CurrentUser>>,
  own: OwnMeeting,
  asked: Asked,
  policies: AskingPolicies,
): Promise<string> {
  const { tx } = change;
  const { meeting } = own;
  const question = await findAsked(tx, own, asked);
  if (question.survey_id !== null) return question.survey_id;
  if (isMeetingOver(meeting, own.now)) throw apiError("meetingEnded");
  requireMeetings(policies);
  if (awaitsReview(meeting, policies)) throw apiError("meetingNotAccepted");
  if (meeting.current_survey_id !== asked.after) throw apiError("meetingChanged");
  if (asked.draft && question.version !== asked.draft.version) throw apiError("meetingChanged");
  const people = await readList(tx, meeting.id);
  const form = readForm(question);
  requirePeople(people, form, meeting.codes_allowed === 1);
  const before = await endLast(change, own);
  const surveyId = newId();
  const now = await clockOf(tx);
  const n = before.n + 1;
  await tx.db
    .updateTable("meeting_questions")
    .set({ survey_id: surveyId, n, people: people.length, opened_at: now })
    .where("meeting_id", "=", meeting.id)
    .where("id", "=", question.id)
    .execute();
  await publish(change, { surveyId, own, form, people: people.length, follows: before.follows, now }, policies);
  await copyListToQuestion(tx, { meetingId: meeting.id, surveyId }, people);
  const began_at = meeting.began_at ?? now;
  const asked_as_user = own.role === "user" ? 1 : (meeting.asked_as_user ?? 0);
  await storeMeeting(tx, meeting.id, {
    current_survey_id: surveyId,
    began_at,
    last_opened_at: now,
    asked_as_user,
    // People are in the hall.
    correction_due: 0,
  });
  return surveyId;
}

/** Finds the question that an opening names, or stores the typed one. */
async function findAsked(tx: Database, own: OwnMeeting, { draft, typed }: Asked): Promise<StoredQuestion> {
  const id = typed ? await insertQuestion(tx, own, typed.question, { ticket: typed.ticket }) : draft?.id;
  const question = (await readQuestionRows(tx, own.meeting.id)).find((each) => each.id === id);
  if (!question) throw apiError("notFound");
  return question;
}

/** Requires people who can vote, enough of them for a secret question, and permission if codes can vote on one. */
function requirePeople(
  list: Awaited<ReturnType<typeof readList>>,
  { privacy }: QuestionForm,
  codesAllowed: boolean,
): void {
  const voters = list.filter(canVote);
  if (voters.length === 0) throw apiError("nobodyInvited");
  if (privacy !== "secret") return;
  if (voters.length < SECRET_PEOPLE_MIN) throw apiError("tooFewPeople");
  if (!codesAllowed && voters.some(hasCode)) throw apiError("codesNotAllowed");
}

/**
 * Locks the last opened question of a locked meeting, and closes it if its time is over and no job has closed it yet.
 * @returns its number, and the text with which the next ledger refers to it; 0 and null without one
 * @throws {ApiError} `questionOpen`, after which the client retries once the question has ended
 */
async function endLast(
  change: Change,
  { meeting: { id, current_survey_id: surveyId } }: OwnMeeting,
): Promise<{ n: number; follows: string | null }> {
  if (surveyId === null) return { n: 0, follows: null };
  const { tx } = change;
  await closeDue(change, surveyId);
  const box = await lockBallotBox(tx, surveyId);
  if (!box || box.closed_at === null) {
    const left = (box?.ends_at ?? 0) - (await clockOf(tx));
    throw apiError("questionOpen", { retryAfter: Math.max(1, Math.ceil(left / 1000)) });
  }
  const { n } = await tx.db
    .selectFrom("meeting_questions")
    .select("n")
    .where("meeting_id", "=", id)
    .where("survey_id", "=", surveyId)
    .$narrowType<{ n: number }>()
    .executeTakeFirstOrThrow();
  return { n, follows: `${n}:${await findEnd(tx, surveyId)}` };
}

interface Opening {
  surveyId: string;
  own: OwnMeeting;
  form: QuestionForm;
  /** The number of people on the list, removed ones included. */
  people: number;
  follows: string | null;
  now: number;
}

/** Stores the survey of a question, published by the setting or because an admin has accepted its meeting. */
async function publish(
  change: Change<Action<CurrentUser>>,
  { surveyId, own: { meeting, role }, form, people, follows, now }: Opening,
  policies: AskingPolicies,
): Promise<void> {
  const { tx, record } = change;
  const { Title, Description, privacy, unsure, passRule, minutes } = form;
  const columns = toSurveyColumns(
    {
      Title,
      Description,
      language: readLanguage(meeting.language),
      category: CATEGORY,
      image: drawingPath(CATEGORY),
      deadline: toIso(now + minutes * MINUTE_MS),
      results: "afterClose",
      privacy,
      changeable: false,
      unsure,
      electorate: "invited",
      passRule: passRule && toPassRule(passRule, people),
      listed: false,
    },
    now,
  );
  const asUser = role === "user";
  const { accepted } = meeting;
  const asked_as_user = Number(asUser);
  const survey = { id: surveyId, owner_id: meeting.owner_id, status: PUBLISHED, accepted, asked_as_user, ...columns };
  await insertSurvey(tx, survey, now);
  await tx.db.updateTable("ballot_boxes").set({ follows }).where("survey_id", "=", surveyId).execute();
  await record({ kind: "created", surveyId, by: null, logged: null, isPublic: false });
  await recordUnreviewed(change, { id: surveyId, policies, asUser, ...columns });
}
