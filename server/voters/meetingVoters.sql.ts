import { type Mine, RENEWED_DAYS } from "@survey-app/contract/meetings/mine.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { findMeeting, findOpenedQuestions } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import { findIssuedInvitation } from "./findVoter.sql.ts";
import { nameOfInvited } from "./names.sql.ts";

/** An opened question with the facts that decide what its voter reads. */
interface Asked {
  n: number;
  surveyId: string;
  privacy: string;
  closedAt: number | null;
}

/**
 * What the holder of an opened link or code of a meeting reads about themselves: after the close of each question,
 * whether a vote was counted with the invitation. This exposes a person who kept a code or got a forwarded link. People
 * who were removed can read it, too.
 * @param ballotHashOf the hash of the browser's ballot cookie, as votes on a survey store it; null without one
 */
export async function findMine(
  database: Database,
  voter: InvitedVoter,
  ballotHashOf: (surveyId: string) => string | null,
): Promise<Mine | "notFound" | "invitationEnded"> {
  if (!(await findMeeting(database, voter.listId))) return "notFound";
  const invitation = await findIssuedInvitation(database, voter);
  if (!invitation || invitation.is_deleted === 1) return "invitationEnded";
  const asked = await findAsked(database, voter.listId);
  const listed = await findListed(database, voter.invitationId, asked);
  const used = await findUses(database, voter.invitationId, asked);
  const voteOn = ({ surveyId, privacy, closedAt }: Asked): Mine["questions"][number]["vote"] => {
    if (closedAt === null) return null;
    const castWith = used.get(surveyId);
    if (castWith === undefined) return "none";
    if (privacy === "secret") return "counted";
    return castWith !== null && castWith === ballotHashOf(surveyId) ? "here" : "elsewhere";
  };
  const theirs = asked.filter(({ surveyId }) => listed.has(surveyId));
  const isLate = theirs.length < asked.length;
  return {
    votesAs: nameOfInvited(invitation),
    from: isLate ? (theirs[0]?.n ?? asked.length + 1) : null,
    isRemoved: invitation.state === "struck",
    questions: theirs.map((question) => ({ n: question.n, surveyId: question.surveyId, vote: voteOn(question) })),
  };
}

/**
 * The opened questions of a meeting, the first one first. Two statements: a distributed database has boxes on other
 * servers.
 */
async function findAsked(database: Database, meetingId: string): Promise<Asked[]> {
  const questions = await findOpenedQuestions(database, meetingId);
  const boxes = await database.db
    .selectFrom("ballot_boxes")
    .select(["survey_id", "privacy", "closed_at as closedAt"])
    .where(({ ref }) =>
      database.dialect.isOneOf(
        ref("survey_id"),
        questions.map(({ survey_id }) => survey_id),
      ),
    )
    .execute();
  const boxOf = new Map(boxes.map(({ survey_id, ...box }) => [survey_id, box]));
  return questions.flatMap(({ n, survey_id: surveyId }) => {
    const box = boxOf.get(surveyId);
    return box ? [{ n, surveyId, ...box }] : [];
  });
}

/** The questions whose list contains a person, even a removed one. */
async function findListed(
  { db, dialect }: Database,
  invitationId: string,
  asked: readonly Asked[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("invitations")
    .select("survey_id")
    .where("id", "=", invitationId)
    .where(({ ref }) =>
      dialect.isOneOf(
        ref("survey_id"),
        asked.map(({ surveyId }) => surveyId),
      ),
    )
    .execute();
  return new Set(rows.map(({ survey_id }) => survey_id));
}

/** The cookie with which an invitation was used, by question; null for a secret vote, and for one by account. */
async function findUses(
  { db, dialect }: Database,
  invitationId: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = asked.map(({ surveyId }) => surveyId);
  const votes = await db
    .selectFrom("votes")
    .select(["survey_id", "user_id", "ballot_hash"])
    .where("invitation_id", "=", invitationId)
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .execute();
  const marks = await db
    .selectFrom("secret_voters")
    .select("survey_id")
    .where("voter", "=", invitationId)
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .execute();
  return new Map([
    ...marks.map(({ survey_id }) => [survey_id, null] as const),
    ...votes.map((vote) => [vote.survey_id, vote.user_id === invitationId ? vote.ballot_hash : null] as const),
  ]);
}

/**
 * Why the token of an opened link or code of a meeting can't be renewed by the open page; null if it can: not after the
 * end of the meeting, a replacement or a removal, and not for longer than eight days.
 */
export async function whyNotRenewed(
  database: Database,
  voter: InvitedVoter,
): Promise<"notFound" | "invitationEnded" | "meetingEnded" | null> {
  const meeting = await findMeeting(database, voter.listId);
  if (!meeting) return "notFound";
  if (meeting.ended_at !== null) return "meetingEnded";
  const invitation = await findIssuedInvitation(database, voter);
  const isOpen = invitation !== null && invitation.state !== "struck" && invitation.is_deleted === 0;
  return isOpen && Date.now() - voter.openedAt < RENEWED_DAYS * DAY_MS ? null : "invitationEnded";
}
