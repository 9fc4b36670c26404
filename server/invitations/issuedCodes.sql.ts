import { findMeeting } from "../ballots/meetingOf.sql.ts";
import { hasEnded, isPublic } from "../ballots/publicSurvey.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { toIso } from "../database/toIso.ts";
import { type ApiError, apiError } from "../http/apiError.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import { type InvitedPerson, isOpen } from "../voters/findVoter.sql.ts";
import { nameOfInvited } from "../voters/names.sql.ts";
import { invitedHasVoted } from "../voters/votesOfPerson.sql.ts";
import type { TypedToken } from "./invitationTokens.ts";
import type { LockedList } from "./lockedList.sql.ts";
import { lockOpenQuestion } from "./meetingLists.sql.ts";

/** A link or code that was issued: the current one of its invitation, or a former one. */
interface IssuedCode extends InvitedPerson {
  former: { hash: string; endedAt: number } | null;
}

/** Finds the link or code with one of these hashes; null if there is none. */
async function findIssuedCode({ db, dialect }: Database, hashes: readonly string[]): Promise<IssuedCode | null> {
  const present = await db
    .selectFrom("invitations")
    .select(["survey_id as surveyId", "id as invitationId"])
    .where(({ ref }) => dialect.isOneOf(ref("token_hash"), hashes))
    .executeTakeFirst();
  if (present) return { ...present, former: null };
  const former = await db
    .selectFrom("former_codes")
    .select(["survey_id as surveyId", "invitation as invitationId", "token_hash", "ended_at"])
    .where(({ ref }) => dialect.isOneOf(ref("token_hash"), hashes))
    .executeTakeFirst();
  if (!former) return null;
  const { surveyId, invitationId, token_hash: hash, ended_at: endedAt } = former;
  return { surveyId, invitationId, former: { hash, endedAt: Number(endedAt) } };
}

/** An invitation that was found by its link or code, and the name under which it votes. */
export interface FoundInvitation {
  opened: InvitedVoter;
  /** The meeting; null for a survey. */
  meeting: StoredMeeting | null;
  votesAs: string;
  /** The hash of the former link or code that it was found by; null if it was the current one. */
  formerHash: string | null;
  /** The error if it doesn't open, the same whether it was used or not; null if it opens. */
  ended: ApiError | null;
}

/**
 * Finds an invitation by the hash of its link or code. A code of a survey or meeting that has ended gets the response
 * to a wrong one, so that guesses only find open ones.
 * @param ballotHashOf the hash of the browser's ballot cookie of an invitation; null without one
 * @throws {ApiError} `invitationInvalid`, also for the link of a deleted account; `notPublished`
 */
export async function findInvitationByToken(
  database: Database,
  { hashes, isShort }: Pick<TypedToken, "hashes" | "isShort">,
  ballotHashOf: (voter: Omit<InvitedVoter, "ballotHash">) => string | null,
): Promise<FoundInvitation> {
  const issued = await findIssuedCode(database, hashes);
  if (!issued) throw apiError("invitationInvalid");
  const { surveyId, invitationId, former } = issued;
  const found = await database.db
    .selectFrom("invitations")
    .select(["issue", "label", "email", "is_deleted", "state", "struck_at"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .executeTakeFirst();
  if (!found) throw apiError("invitationInvalid");
  const meeting = await requireHolder(database, surveyId, isShort);
  const isOfMeeting = meeting !== null;
  const voter = { invitationId, listId: surveyId, surveyId, isOfMeeting, issue: found.issue, openedAt: Date.now() };
  const opened = { ...voter, ballotHash: ballotHashOf(voter) };
  const ended = (code: "invitationReplaced" | "invitationStruck", endedAt: number | null) =>
    apiError(code, { endedInvitation: { ...idsOf(opened), endedAt: toIso(endedAt) } });
  const answer = { opened, meeting, votesAs: nameOfInvited(found), formerHash: former?.hash ?? null };
  if (former) return { ...answer, ended: ended("invitationReplaced", former.endedAt) };
  if (await isOpen(database, found, opened)) return { ...answer, ended: null };
  if (meeting && (await canVoteOnOpenQuestion(database, meeting, invitationId))) return { ...answer, ended: null };
  if (found.is_deleted === 1) throw apiError("invitationInvalid");
  return { ...answer, ended: ended("invitationStruck", found.struck_at === null ? null : Number(found.struck_at)) };
}

/**
 * Whether a person can vote on the open question of a meeting. The question's list is frozen, so a person who is
 * removed meanwhile can still open their link or code until it ends: otherwise an owner could keep silent people from
 * voting.
 */
async function canVoteOnOpenQuestion(
  { db }: Database,
  { current_survey_id: surveyId }: StoredMeeting,
  invitationId: string,
): Promise<boolean> {
  if (surveyId === null) return false;
  const box = await db
    .selectFrom("ballot_boxes")
    .select(["ends_at", "closed_at"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  if (!box || hasEnded(box, Date.now())) return false;
  const listed = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where("state", "<>", "struck")
    .where("is_deleted", "=", 0)
    .executeTakeFirst();
  return listed !== undefined;
}

/** The ids of the survey or meeting of an opened invitation, as responses name them. */
export const idsOf = ({ listId, isOfMeeting }: Pick<InvitedVoter, "listId" | "isOfMeeting">) =>
  isOfMeeting ? { surveyId: null, meetingId: listId } : { surveyId: listId, meetingId: null };

/**
 * Requires that the links or codes of a list open.
 * @returns the meeting; null for a survey.
 * @throws {ApiError} as `findInvitationByToken`
 */
async function requireHolder(database: Database, listId: string, isShort: boolean): Promise<StoredMeeting | null> {
  const { db } = database;
  const box = await db
    .selectFrom("ballot_boxes")
    .select(["status", "appears_at", "electorate", "ends_at", "closed_at"])
    .where("survey_id", "=", listId)
    .executeTakeFirst();
  if (!box) {
    const meeting = await findMeeting(database, listId);
    if (!meeting || (isShort && meeting.ended_at !== null)) throw apiError("invitationInvalid");
    return meeting;
  }
  const now = Date.now();
  if (box.electorate !== "invited" || (isShort && hasEnded(box, now))) throw apiError("invitationInvalid");
  if (!isPublic(box, now)) throw apiError("notPublished");
  return null;
}

/**
 * Keeps the hashes of links and codes of a list that are replaced now, until the close, so that their holders can still
 * object. Call it before their invitations get new ones.
 */
export async function keepFormerCodes(
  tx: Database,
  list: Pick<LockedList, "id" | "currentSurveyId" | "now">,
  invitationIds: readonly string[],
): Promise<void> {
  const { db, dialect } = tx;
  // A meeting's codes are used on its questions. Those that were replaced before a question was opened don't matter for
  // it (`objections.sql.ts`).
  const votedOn = list.currentSurveyId ?? list.id;
  // Locked before reading who has voted, so that a vote with the former link or code is either stored by then, or
  // never.
  await lockOpenQuestion(tx, list.currentSurveyId);
  const ending = await db
    .selectFrom("invitations")
    .select(["token_hash", "id as invitation"])
    .where("survey_id", "=", list.id)
    .where(({ ref }) => dialect.isOneOf(ref("id"), invitationIds))
    // A code that the operator has ended no longer has a hash.
    .where("token_hash", "<>", "")
    .execute();
  if (ending.length === 0) return;
  const used = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", votedOn)
    .where(({ ref }) => dialect.isOneOf(ref("id"), invitationIds))
    .where(invitedHasVoted)
    .execute();
  const usedIds = new Set(used.map(({ id }) => id));
  const rows = ending.map((code) => ({
    ...code,
    survey_id: list.id,
    was_used: Number(usedIds.has(code.invitation)),
    ended_at: list.now,
  }));
  await db.insertInto("former_codes").values(rows).execute();
}
