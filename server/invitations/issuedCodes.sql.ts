import { hasEnded, isPublic } from "../ballots/publicSurvey.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import { type ApiError, apiError } from "../http/apiError.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import { type InvitedPerson, isOpen } from "../voters/findVoter.sql.ts";
import { nameOfInvited } from "../voters/names.sql.ts";
import { invitedHasVoted } from "../voters/votesOfPerson.sql.ts";
import type { TypedToken } from "./invitationTokens.ts";

/** A link or code that was issued: the present one of its invitation, or a former one. */
interface IssuedCode extends InvitedPerson {
  former: { hash: string; endedAt: number } | null;
}

/** The link or code with one of these hashes; null without one. */
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
  votesAs: string;
  /** The hash of the former link or code that it was found by; null if it was the present one. */
  formerHash: string | null;
  /** The error that says why it doesn't open, the same whether it was used or not; null if it opens. */
  ended: ApiError | null;
}

/**
 * Finds an invitation by what is stored of its link or code. A code of a survey that has ended gets the answer of a wrong one, so
 * that guesses find only what is open.
 * @param ballotHashOf the hash of the browser's ballot cookie of an invitation; null without one
 * @throws {ApiError} `invitationInvalid`, also for the link of a deleted account; `notPublished`
 */
export async function findInvitationByToken(
  database: Database,
  { hashes, isShort }: Pick<TypedToken, "hashes" | "isShort">,
  ballotHashOf: (invitationId: string) => string | null,
): Promise<FoundInvitation> {
  const issued = await findIssuedCode(database, hashes);
  if (!issued) throw apiError("invitationInvalid");
  const { surveyId, invitationId, former } = issued;
  const found = await database.db
    .selectFrom("invitations")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "invitations.survey_id")
    .select(["issue", "label", "email", "is_deleted", "state", "struck_at"])
    .select(["ballot_boxes.status", "ballot_boxes.appears_at", "ballot_boxes.electorate"])
    .select(["ballot_boxes.ends_at", "ballot_boxes.closed_at"])
    .where("invitations.survey_id", "=", surveyId)
    .where("invitations.id", "=", invitationId)
    .executeTakeFirst();
  const now = Date.now();
  if (found?.electorate !== "invited" || (isShort && hasEnded(found, now))) throw apiError("invitationInvalid");
  if (!isPublic(found, now)) throw apiError("notPublished");
  const opened = { invitationId, surveyId, issue: found.issue, ballotHash: ballotHashOf(invitationId) };
  const ended = (code: "invitationReplaced" | "invitationStruck", endedAt: number | null) =>
    apiError(code, { endedInvitation: { surveyId, endedAt: toIso(endedAt) } });
  const answer = { opened, votesAs: nameOfInvited(found), formerHash: former?.hash ?? null };
  if (former) return { ...answer, ended: ended("invitationReplaced", former.endedAt) };
  if (await isOpen(database, found, opened)) return { ...answer, ended: null };
  if (found.is_deleted === 1) throw apiError("invitationInvalid");
  return { ...answer, ended: ended("invitationStruck", found.struck_at === null ? null : Number(found.struck_at)) };
}

/**
 * Keeps the hashes of links and codes that are replaced now, until the close, so that their holders can still object. Call it before
 * their invitations get others.
 */
export async function keepFormerCodes(
  { db, dialect }: Database,
  { surveyId, invitationIds }: { surveyId: string; invitationIds: readonly string[] },
  endedAt: number,
): Promise<void> {
  const ending = await db
    .selectFrom("invitations")
    .select(["token_hash", "id as invitation"])
    .select(({ eb }) => eb.case().when(invitedHasVoted).then(1).else(0).end().as("was_used"))
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), invitationIds))
    // One that the operator has ended has no hash any more.
    .where("token_hash", "<>", "")
    .execute();
  if (ending.length === 0) return;
  const rows = ending.map((code) => ({ ...code, survey_id: surveyId, ended_at: endedAt }));
  await db.insertInto("former_codes").values(rows).execute();
}
