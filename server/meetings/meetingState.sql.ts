import type { MeetingState, OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { findEnd, findLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { isMeetingUnreviewed } from "../ballots/meetingOf.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { countList } from "./copyList.sql.ts";

/**
 * What everyone with the address of a meeting sees: its opened questions as a visitor sees their surveys, and nothing of its
 * drafts. The owner sees no results earlier.
 */

/** The opened questions of a meeting, the first one first. @param only the survey of one of them; all without it */
export async function readOpened(database: Database, meetingId: string, only?: string): Promise<OpenedQuestion[]> {
  const asked = await database.db
    .selectFrom("meeting_questions")
    .select(["id", "n", "repeats", "reason", "survey_id"])
    .where("meeting_id", "=", meetingId)
    .where("survey_id", "is not", null)
    .$narrowType<{ n: number; survey_id: string }>()
    .orderBy("n")
    .execute();
  const now = await clockOf(database);
  const chosen = asked.filter(({ survey_id }) => only === undefined || survey_id === only);
  const opened: OpenedQuestion[] = [];
  for (const { id, survey_id, repeats, reason } of chosen) {
    const repeated = asked.find((each) => each.id === repeats);
    const question = await readQuestion(database, survey_id, now);
    const repeatedBy = asked.find((each) => each.repeats === id)?.n ?? null;
    opened.push({ ...question, repeats: repeated ? { n: repeated.n, reason } : null, repeatedBy });
  }
  return opened;
}

/** Reads an opened question without its repetitions. */
async function readQuestion(
  database: Database,
  surveyId: string,
  now: number,
): Promise<Omit<OpenedQuestion, "repeats" | "repeatedBy">> {
  const { n, people, opened_at, taken_back } = await findOpened(database, surveyId);
  const ledger = await findLedgerSummary(database, surveyId);
  const always = { n, surveyId, openedAt: toIso(opened_at), head: ledger?.head ?? "" };
  const survey = await findSurvey(database, surveyId, null);
  if (survey === null)
    return { ...nothing, ...always, ...(await findHiddenEnd(database, surveyId)), state: "takenDown" };
  const { Title, Description, language, unsure, passRule, closedAt, closedBy, deadline } = survey;
  const { yesVotes, noVotes, unsureVotes, totalVotes, participants } = survey;
  const { invited, added, struck, codes, replaced, unsent, objections } = await findListNumbers(
    database,
    surveyId,
    participants,
    ledger?.closing ?? null,
  );
  const moves = database.db.selectFrom("deadline_moves").where("survey_id", "=", surveyId);
  return {
    ...always,
    ...{ Title, Description, language, unsure, closedAt, closedBy, people, participants },
    ...{ yesVotes, noVotes, unsureVotes, totalVotes },
    privacy: survey.privacy === "secret" ? "secret" : "named",
    passRule: passRule ?? null,
    state: closedAt === null ? openState(survey, now) : taken_back === 1 ? "takenBack" : "closed",
    endsAt: deadline,
    endedSoon: (await countMatching(moves)) > 0,
    passed: hasPassed(survey),
    list: { invited, added, struck, codes, replaced, unsent, objections },
  };
}

/**
 * When a question that an admin took down was closed, and the end of its ledger, which that hides: the ledger of the next
 * question begins with it. Nothing before the close.
 */
async function findHiddenEnd(database: Database, surveyId: string): Promise<Partial<OpenedQuestion>> {
  const { closed_at } = await database.db
    .selectFrom("ballot_boxes")
    .select("closed_at")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return closed_at === null ? {} : { closedAt: toIso(closed_at), head: await findEnd(database, surveyId) };
}

/** What is left of a question that an admin took down. */
const nothing = {
  ...{ Title: null, Description: null, language: null, privacy: null, unsure: null, passRule: null },
  ...{ endsAt: null, closedAt: null, endedSoon: false, closedBy: null, people: null, participants: null },
  ...{ yesVotes: null, noVotes: null, unsureVotes: null, totalVotes: null, passed: null, list: null },
} satisfies Partial<OpenedQuestion>;

const findOpened = ({ db }: Database, surveyId: string) =>
  db
    .selectFrom("meeting_questions")
    .select(["n", "people", "opened_at", "taken_back"])
    .where("survey_id", "=", surveyId)
    .$narrowType<{ n: number; people: number; opened_at: number }>()
    .executeTakeFirstOrThrow();

const openState = (survey: Survey, now: number): "open" | "ended" => (hasEnded(survey, now) ? "ended" : "open");

/** Whether a closed question has passed; null if that would tell the split of a few. How many took part is no secret. */
function hasPassed({ closedAt, passRule, passed, participants }: Survey): boolean | null {
  if (closedAt === null || !passRule) return null;
  // Not even if all who voted had voted Yes.
  const isShort = passRule.quorum !== null && participants < passRule.quorum.people;
  return passed ?? (isShort ? false : null);
}

/** The names that everyone with the address of a meeting reads. The words of one that an admin took down are nowhere. */
export const publicNames = (meeting: { name: string; ownerName: string; taken_down_for: string | null }) =>
  meeting.taken_down_for === null
    ? { name: meeting.name, ownerName: shownName(meeting.ownerName) }
    : { name: "", ownerName: "" };

/** A meeting as its pages follow it; null if there is none. */
export async function readMeetingState(database: Database, meetingId: string): Promise<MeetingState | null> {
  const meeting = await database.db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .selectAll("meetings")
    .select(["users.name as ownerName", "users.role as ownerRole"])
    .where("meetings.id", "=", meetingId)
    .executeTakeFirst();
  if (!meeting) return null;
  const { current_survey_id: surveyId } = meeting;
  const [question = null] = surveyId === null ? [] : await readOpened(database, meetingId, surveyId);
  return {
    meetingId,
    ...publicNames(meeting),
    language: readLanguage(meeting.language),
    startsAt: toIso(meeting.starts_at),
    begun: meeting.began_at !== null,
    endedAt: toIso(meeting.ended_at),
    people: (await countList(database, meetingId)).people,
    question,
    version: meeting.version,
    ...(isMeetingUnreviewed(meeting) && { unreviewed: true as const }),
    ...(meeting.taken_down_for && { takenDown: meeting.taken_down_for }),
  };
}

/** Whether the streams of a meeting are for a crowd behind one address: two hours before its start, and until it ends. */
export async function isCrowdExpected({ db }: Database, meetingId: string, now = Date.now()): Promise<boolean> {
  const meeting = await db
    .selectFrom("meetings")
    .select(["starts_at", "began_at", "ended_at"])
    .where("id", "=", meetingId)
    .executeTakeFirst();
  if (!meeting || meeting.ended_at !== null) return false;
  return meeting.began_at !== null || Math.abs((meeting.starts_at ?? 0) - now) <= CROWD_MS;
}

const CROWD_MS = 2 * HOUR_MS;
