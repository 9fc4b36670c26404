import { findEnd } from "../../ballots/ledgerRows.sql.ts";
import { findOpenedQuestions } from "../../ballots/meetingOf.sql.ts";
import type { Database } from "../../database/database.ts";
import type { BrokenChain } from "./verifyChains.sql.ts";

/** Meetings read at a time; each has 50 questions at most. */
const CHUNK = 200;

/** An opened question, with the box of its survey, if that exists. */
interface Question {
  id: string;
  n: number;
  surveyId: string;
  repeats: string | null;
  isTakenBack: boolean;
  box: { follows: string | null; closed_at: number | null; participants: number } | undefined;
}

/**
 * Compares the ledgers of each meeting's questions with each other: they are numbered without gaps, each begins with
 * the end of the one before it, and only the last one can be open.
 */
export async function findMeetingFlaws(database: Database): Promise<BrokenChain[]> {
  const flaws: BrokenChain[] = [];
  for (let last = ""; ; ) {
    const meetings = await database.db
      .selectFrom("meetings")
      .select(["id", "current_survey_id"])
      .where("began_at", "is not", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(CHUNK)
      .execute();
    for (const { id, current_survey_id } of meetings)
      flaws.push(...(await findFlaws(database, await readQuestions(database, id), current_survey_id)));
    if (meetings.length < CHUNK) return flaws;
    last = meetings.at(-1)?.id ?? last;
  }
}

async function readQuestions(database: Database, meetingId: string): Promise<Question[]> {
  const questions = await findOpenedQuestions(database, meetingId);
  const ids = questions.map(({ survey_id }) => survey_id);
  // By their ids alone: a distributed database has boxes on other servers than meetings.
  const boxes = await database.db
    .selectFrom("ballot_boxes")
    .select(["survey_id", "follows", "closed_at", "participants"])
    .where(({ ref }) => database.dialect.isOneOf(ref("survey_id"), ids))
    .execute();
  const boxOf = new Map(boxes.map(({ survey_id, ...box }) => [survey_id, box]));
  return questions.map(({ id, n, survey_id: surveyId, repeats, taken_back }) => ({
    ...{ id, n, surveyId, repeats, isTakenBack: taken_back === 1 },
    box: boxOf.get(surveyId),
  }));
}

async function findFlaws(
  database: Database,
  questions: readonly Question[],
  current: string | null,
): Promise<BrokenChain[]> {
  const flaws: BrokenChain[] = [];
  let before: Question | undefined;
  for (const question of questions) {
    const flaw = await flawOf(database, question, { before, questions });
    if (flaw) flaws.push({ surveyId: question.surveyId, flaw });
    before = question;
  }
  if (before && before.surveyId !== current)
    flaws.push({ surveyId: before.surveyId, flaw: "Its meeting names another question as the last one." });
  return flaws;
}

/** The first flaw of a question, as a sentence; null if there is none. */
async function flawOf(
  database: Database,
  { n, box, repeats, isTakenBack }: Question,
  { before, questions }: { before: Question | undefined; questions: readonly Question[] },
): Promise<string | null> {
  if (!box) return "It is a question of a meeting, and doesn't exist.";
  if (n !== (before?.n ?? 0) + 1) return `It is question ${n} of its meeting, and the question before it is missing.`;
  // That its survey doesn't exist is a flaw of the question before it.
  if (before?.box && before.box.closed_at === null)
    return `It is question ${n} of its meeting, and the question before it is still open.`;
  const follows = before?.box ? `${before.n}:${await findEnd(database, before.surveyId)}` : null;
  if ((before === undefined || before.box) && box.follows !== follows)
    return `It is question ${n} of its meeting, and its ledger doesn't begin with the end of the question before it.`;
  if (isTakenBack && (box.participants > 0 || box.closed_at === null))
    return "It was taken back, although it has votes or is open.";
  const repeated = repeats === null ? undefined : questions.find((other) => other.id === repeats);
  return repeats !== null && (repeated?.n ?? n) >= n ? "It repeats no earlier question of its meeting." : null;
}
