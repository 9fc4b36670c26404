import { isPassed } from "@survey-app/contract/ballots/passRule.ts";
import type { MeetingState, OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { findEnd, findLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { visibleTotals } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { readPublicFields, toPassRule } from "../surveys/fields.ts";
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
  const question = await findQuestion(database, surveyId);
  const { n, people, opened_at, status, closed_at, ends_at } = question;
  const ledger = await findLedgerSummary(database, surveyId);
  const always = { n, surveyId, openedAt: toIso(opened_at), closedAt: toIso(closed_at), head: ledger?.head ?? "" };
  if (status !== PUBLISHED) {
    // Its ledger hides its end, with which the ledger of the next question begins.
    const head = closed_at === null ? always.head : await findEnd(database, surveyId);
    return { ...nothing, ...always, head, state: "takenDown" };
  }
  const { Title, Description, language, unsure } = readPublicFields(question);
  const passRule = toPassRule(question.pass_rule);
  const { yesVotes, noVotes, unsureVotes, totalVotes, participants } = visibleTotals(question, false);
  const { invited, added, struck, codes, replaced, unsent, objections } = await findListNumbers(
    database,
    surveyId,
    participants,
    ledger?.closing ?? null,
  );
  return {
    ...always,
    Title,
    Description,
    language,
    privacy: question.privacy === "secret" ? "secret" : "named",
    unsure,
    passRule,
    state: stateOf(question, now),
    endsAt: toIso(ends_at),
    endedSoon: question.moves > 0,
    closedBy: question.closed_by,
    people,
    participants,
    ...{ yesVotes, noVotes, unsureVotes, totalVotes },
    passed: closed_at === null || passRule === null ? null : hasPassed(passRule, question),
    list: { invited, added, struck, codes, replaced, unsent, objections },
  };
}

/** What is left of a question that an admin took down. */
const nothing = {
  ...{ Title: null, Description: null, language: null, privacy: null, unsure: null, passRule: null },
  ...{ endsAt: null, endedSoon: false, closedBy: null, people: null, participants: null },
  ...{ yesVotes: null, noVotes: null, unsureVotes: null, totalVotes: null, passed: null, list: null },
} satisfies Partial<OpenedQuestion>;

type FoundQuestion = Awaited<ReturnType<typeof findQuestion>>;

async function findQuestion({ db }: Database, surveyId: string) {
  const question = await db
    .selectFrom("meeting_questions")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .selectAll("surveys")
    .select(["n", "people", "opened_at", "taken_back"])
    .select(({ selectFrom, fn }) =>
      selectFrom("deadline_moves")
        .whereRef("deadline_moves.survey_id", "=", "surveys.id")
        .select(fn.countAll<number>().as("count"))
        .$asScalar()
        .as("moves"),
    )
    .where("meeting_questions.survey_id", "=", surveyId)
    .$narrowType<{ n: number; people: number; opened_at: number }>()
    .executeTakeFirstOrThrow();
  // By its id alone: joined with it, a distributed database would read all boxes.
  const box = await db
    .selectFrom("ballot_boxes")
    .select(["participants", "yes_votes", "unsure_votes"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return { ...question, ...box, moves: Number(question.moves) };
}

function stateOf({ closed_at, ends_at, taken_back }: FoundQuestion, now: number): OpenedQuestion["state"] {
  if (closed_at !== null) return taken_back === 1 ? "takenBack" : "closed";
  return ends_at !== null && ends_at <= now ? "ended" : "open";
}

/** Whether a closed question has passed; null if that would tell the split of a few. Who took part is no secret. */
function hasPassed(rule: NonNullable<ReturnType<typeof toPassRule>>, question: FoundQuestion): boolean | null {
  const { yesVotes: yes, noVotes: no, unsureVotes: unsure } = visibleTotals(question, false);
  if (yes !== null && no !== null && unsure !== null) return isPassed(rule, { yes, no, unsure });
  // Not even if all who voted had voted Yes.
  return rule.quorum !== null && question.participants < rule.quorum.people ? false : null;
}

/** A meeting as its pages follow it; null if there is none. */
export async function readMeetingState(database: Database, meetingId: string): Promise<MeetingState | null> {
  const meeting = await database.db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .selectAll("meetings")
    .select("users.name as ownerName")
    .where("meetings.id", "=", meetingId)
    .executeTakeFirst();
  if (!meeting) return null;
  const { current_survey_id: surveyId } = meeting;
  const [question = null] = surveyId === null ? [] : await readOpened(database, meetingId, surveyId);
  return {
    meetingId,
    name: meeting.name,
    ownerName: shownName(meeting.ownerName),
    language: readLanguage(meeting.language),
    startsAt: toIso(meeting.starts_at),
    begun: meeting.began_at !== null,
    endedAt: toIso(meeting.ended_at),
    people: (await countList(database, meetingId)).people,
    question,
    version: meeting.version,
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

const CROWD_MS = 2 * 3600_000;
