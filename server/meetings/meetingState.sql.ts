import type { MeetingState, OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { findEnd, findLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { findOpenedQuestions, isMeetingUnreviewed } from "../ballots/meetingOf.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { countList } from "./copyList.sql.ts";

/**
 * The state of a meeting for everyone with its address: its opened questions, as visitors see their surveys, but
 * nothing about its drafts. The owner sees no results earlier.
 */

/** The opened questions of a meeting, the first one first. @param only the survey of one of them; all without it */
export async function readOpened(database: Database, meetingId: string, only?: string): Promise<OpenedQuestion[]> {
  const asked = await findOpenedQuestions(database, meetingId);
  const now = await clockOf(database);
  const chosen = asked.filter(({ survey_id }) => only === undefined || survey_id === only);
  const opened: OpenedQuestion[] = [];
  for (const row of chosen) {
    const repeated = asked.find(({ id }) => id === row.repeats);
    opened.push({
      ...(await readQuestion(database, row, now)),
      repeats: repeated ? { n: repeated.n, reason: row.reason } : null,
      repeatedBy: asked.find(({ repeats }) => repeats === row.id)?.n ?? null,
    });
  }
  return opened;
}

/** Reads an opened question without its repetitions. */
async function readQuestion(
  database: Database,
  { n, survey_id: surveyId, people, opened_at, taken_back }: Awaited<ReturnType<typeof findOpenedQuestions>>[number],
  now: number,
): Promise<Omit<OpenedQuestion, "repeats" | "repeatedBy">> {
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
    endedSoon: (ledger?.closing ? ledger.closing.moves : await countMatching(moves)) > 0,
    passed: hasPassed(survey),
    list: { invited, added, struck, codes, replaced, unsent, objections },
  };
}

/**
 * When a question that an admin took down was closed, and the end of its ledger, which is hidden then, but with which
 * the next question's ledger begins. Empty before the close.
 */
async function findHiddenEnd(database: Database, surveyId: string): Promise<Partial<OpenedQuestion>> {
  const { closed_at } = await database.db
    .selectFrom("ballot_boxes")
    .select("closed_at")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return closed_at === null ? {} : { closedAt: toIso(closed_at), head: await findEnd(database, surveyId) };
}

/** The fields of a question that an admin took down, which are all empty. */
const nothing = {
  ...{ Title: null, Description: null, language: null, privacy: null, unsure: null, passRule: null },
  ...{ endsAt: null, closedAt: null, endedSoon: false, closedBy: null, people: null, participants: null },
  ...{ yesVotes: null, noVotes: null, unsureVotes: null, totalVotes: null, passed: null, list: null },
} satisfies Partial<OpenedQuestion>;

const openState = (survey: Survey, now: number): "open" | "ended" => (hasEnded(survey, now) ? "ended" : "open");

/**
 * Whether a closed question has passed; null if that would reveal how a few people voted. The number of participants
 * isn't secret.
 */
function hasPassed({ closedAt, passRule, passed, participants }: Survey): boolean | null {
  if (closedAt === null || !passRule) return null;
  // Then the question couldn't have passed even if everyone who voted had voted Yes.
  const isShort = passRule.quorum !== null && participants < passRule.quorum.people;
  return passed ?? (isShort ? false : null);
}

/** The names that everyone with the address of a meeting sees. They are empty for a meeting that an admin took down. */
export const publicNames = (meeting: { name: string; ownerName: string; taken_down_for: string | null }) =>
  meeting.taken_down_for === null
    ? { name: meeting.name, ownerName: shownName(meeting.ownerName) }
    : { name: "", ownerName: "" };

/** A meeting as its pages follow it; null if there is none. */
export async function readMeetingState(database: Database, meetingId: string): Promise<MeetingState | null> {
  const meeting = await findMeetingWithOwner(database, meetingId);
  if (!meeting) return null;
  const { current_survey_id: surveyId } = meeting;
  const [question = null] = surveyId === null ? [] : await readOpened(database, meetingId, surveyId);
  const { people } = await countList(database, meetingId);
  return toMeetingState(meeting, { question, people });
}

export const findMeetingWithOwner = ({ db }: Database, meetingId: string) =>
  db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .selectAll("meetings")
    .select(["users.name as ownerName", "users.role as ownerRole"])
    .where("meetings.id", "=", meetingId)
    .executeTakeFirst();

/** @param question the one that was opened last */
export const toMeetingState = (
  meeting: NonNullable<Awaited<ReturnType<typeof findMeetingWithOwner>>>,
  { question, people }: Pick<MeetingState, "question" | "people">,
): MeetingState => ({
  meetingId: meeting.id,
  ...publicNames(meeting),
  language: readLanguage(meeting.language),
  startsAt: toIso(meeting.starts_at),
  begun: meeting.began_at !== null,
  endedAt: toIso(meeting.ended_at),
  people,
  question,
  version: meeting.version,
  ...(isMeetingUnreviewed(meeting) && { unreviewed: true as const }),
  ...(meeting.taken_down_for && { takenDown: meeting.taken_down_for }),
});
