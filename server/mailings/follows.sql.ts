import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { EmailPreferences, getFollow, SurveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import { hasEnded, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { keepSurvey } from "../ballots/ballotBox.sql.ts";
import type { Database } from "../database/database.ts";
import {
  hasOptedOut,
  optInToInvitations,
  optOutOfInvitations,
  refusesInvitations,
} from "../invitations/optOuts.sql.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { findConfirmedAddress } from "../session/confirmedAddress.sql.ts";
import { canVoteAsInvited, type InvitedPerson } from "../voters/findVoter.sql.ts";
import { hasPersonVoted } from "../voters/votesOfPerson.sql.ts";

/**
 * Whether a user follows a survey and so gets emails about it: by their choice, or without a choice if they voted.
 * `followsOnVote`: they have done neither, and can still vote.
 */
export async function findFollow(
  database: Database,
  survey: Survey,
  { userId, hashAddress }: { userId: string; hashAddress: HashAddress },
): Promise<ResponseOf<typeof getFollow>> {
  const surveyId = survey._id;
  const chosen = await database.db
    .selectFrom("follows")
    .select("follows")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (chosen) return { follows: chosen.follows === 1, followsOnVote: false };
  if (await refusesAsInvited(database, { surveyId, userId }, hashAddress))
    return { follows: false, followsOnVote: false };
  if (await hasPersonVoted(database, surveyId, userId)) return { follows: true, followsOnVote: false };
  const isInvited = survey.electorate === "everyone" || (await canVoteAsInvited(database, survey, userId));
  return { follows: false, followsOnVote: isInvited && !hasEnded(survey, Date.now()) };
}

/**
 * Whether a user's address is on a survey's list and refuses its emails, so that it gets them only if the account chose
 * to follow.
 */
async function refusesAsInvited(
  database: Database,
  { surveyId, userId }: { surveyId: string; userId: string },
  hashAddress: HashAddress,
): Promise<boolean> {
  const address = await findConfirmedAddress(database, userId);
  if (address === null) return false;
  const listed = await database.db
    .selectFrom("invitations")
    .select("wants_email")
    .where("survey_id", "=", surveyId)
    .where("email", "=", address)
    .executeTakeFirst();
  if (!listed || listed.wants_email === 0) return listed !== undefined;
  const survey = await database.db
    .selectFrom("surveys")
    .select("owner_id as ownerId")
    .where("id", "=", surveyId)
    .executeTakeFirst();
  return survey !== undefined && refusesInvitations(database, { ...survey, address }, hashAddress);
}

/** Makes the account with the address of a person on a list stop following its survey, if it chose to follow. */
export async function unfollowAsInvited({ db }: Database, { surveyId, invitationId }: InvitedPerson): Promise<void> {
  // The account is read first, because a distributed database has accounts and choices on different servers.
  const account = await db
    .selectFrom("users")
    .innerJoin("invitations", "invitations.email", "users.email")
    .select("users.id")
    .where("invitations.survey_id", "=", surveyId)
    .where("invitations.id", "=", invitationId)
    .where("users.email_verified", "=", 1)
    .executeTakeFirst();
  if (!account) return;
  await db
    .updateTable("follows")
    .set({ follows: 0 })
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", account.id)
    .execute();
}

/**
 * Stores whether a user gets emails about a survey. Call it in a transaction.
 * @returns whether that changed what was stored; null if the survey is gone
 */
export async function setFollow(
  tx: Database,
  { surveyId, userId, follows }: { surveyId: string; userId: string; follows: boolean },
): Promise<boolean | null> {
  if (!(await keepSurvey(tx, surveyId))) return null;
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto("follows")
    .values({ survey_id: surveyId, user_id: userId, follows: Number(follows) })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "user_id"])
        .doUpdateSet({ follows: Number(follows) })
        .where("follows.follows", "<>", Number(follows)),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The emails about surveys that a user wants. Invitations are left out if the address may be another person's. */
export async function findEmailPreferences(
  database: Database,
  userId: string,
  hashAddress: HashAddress,
): Promise<EmailPreferences> {
  const { db } = database;
  const unwanted = await db.selectFrom("unwanted_emails").select("kind").where("user_id", "=", userId).execute();
  const wants = (kind: SurveyEmailKind) => !unwanted.some((row) => row.kind === kind);
  const email = await findConfirmedAddress(database, userId);
  const invitations = email === null ? null : !(await hasOptedOut(database, hashAddress(email)));
  return { results: wants("results"), reminders: wants("reminders"), reports: wants("reports"), invitations };
}

/**
 * Stores whether a user's address gets invitations.
 * @returns whether that changed what was stored; null if the address is not confirmed
 */
export async function setInvitationPreference(
  database: Database,
  userId: string,
  { isWanted, hashAddress }: { isWanted: boolean; hashAddress: HashAddress },
): Promise<boolean | null> {
  const email = await findConfirmedAddress(database, userId);
  if (email === null) return null;
  if (isWanted) return optInToInvitations(database, email, hashAddress);
  const hashes = hashAddress(email);
  return !(await hasOptedOut(database, hashes)) && optOutOfInvitations(database, hashes[0]);
}

/** Stores whether a user wants a kind of email about surveys. @returns whether that changed what was stored */
export async function setEmailPreference(
  { db }: Database,
  userId: string,
  { kind, isWanted }: { kind: SurveyEmailKind; isWanted: boolean },
): Promise<boolean> {
  if (isWanted) {
    const { numDeletedRows } = await db
      .deleteFrom("unwanted_emails")
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("unwanted_emails")
    .columns(["user_id", "kind"])
    // A link in an old email can be of an account that no longer exists.
    .expression(({ selectFrom, val }) =>
      selectFrom("users")
        .select(["id", val(kind).as("kind")])
        .where("id", "=", userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
