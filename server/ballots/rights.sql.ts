import { type AskingPolicies, isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";
import { coOwnersOf, may } from "./rights.ts";

/** The request of a user to become a surveyor, of which each user has one at most. `createdAt`: in milliseconds. */
export async function findRequestOf(
  { db }: Database,
  userId: string,
): Promise<{ surveyId: string; createdAt: number } | null> {
  const request = await db
    .selectFrom("surveyor_requests")
    .select(["survey_id as surveyId", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return request ?? null;
}

/** The id of the survey of a user's request, which the user may edit and whose list they may fill; null without one. */
export async function findRequestedSurvey(database: Database, userId: string): Promise<string | null> {
  return (await findRequestOf(database, userId))?.surveyId ?? null;
}

/**
 * Whether a person may cause emails about a survey now. It is checked when emails are enqueued and again when they are sent, because the
 * person can be blocked or demoted meanwhile.
 */
export async function maySend({ db }: Database, surveyId: string, senderId: string): Promise<boolean> {
  const sender = await db
    .selectFrom("users")
    .innerJoin("surveys", (join) => join.on("surveys.id", "=", surveyId))
    .select(["users.role", "surveys.owner_id", "surveys.co_owners", "surveys.asked_as_user", "surveys.accepted"])
    .where("users.id", "=", senderId)
    .where("users.status", "=", VERIFIED)
    .executeTakeFirst();
  return sender !== undefined && may("sendEmails", { userId: senderId, storedRole: sender.role }, sender);
}

/**
 * The people who get the emails to the owner of a survey: the owner and the co-owners whose account is in use, with a confirmed
 * address. None if there is no such survey.
 */
export async function findOwnersToEmail(
  { db }: Database,
  surveyId: string,
): Promise<{ id: string; email: string; status: SurveyStatus }[]> {
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "status"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (!survey) return [];
  const owners = await db
    .selectFrom("users")
    .select(["id", "email", "role"])
    .where("id", "in", [survey.owner_id, ...coOwnersOf(survey)])
    .where(isReachable)
    .$narrowType<{ email: string }>()
    .orderBy("id")
    .execute();
  return owners
    .filter(({ id, role }) => may("getOwnerEmails", { userId: id, storedRole: role }, survey))
    .map(({ id, email }) => ({ id, email, status: survey.status }));
}

/** Copies the ids of a survey's co-owners to its row. Call it in the transaction that changes them, which has locked the survey. */
export async function syncCoOwners({ db }: Database, surveyId: string): Promise<void> {
  await sql`
    update surveys set co_owners = coalesce((
      select string_agg(user_id, ' ') from survey_owners where survey_id = ${surveyId} and user_id is not null), '')
    where id = ${surveyId}`.execute(db);
}

/** SQL condition on `users`: `may("getOwnerEmails")` on a survey. */
export const getsOwnerEmails = (surveyId: string) => sql<boolean>`(
  exists (select 1 from surveys where surveys.id = ${surveyId} and surveys.owner_id = users.id)
  or users.role <> 'user' and exists (
    select 1 from survey_owners where survey_owners.survey_id = ${surveyId} and survey_owners.user_id = users.id))`;

/** Whether a user owns a survey that is in no public list. */
async function ownsUnlisted({ db }: Database, userId: string, surveyId: string): Promise<boolean> {
  const survey = await db
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", surveyId)
    .where("owner_id", "=", userId)
    .where("listed", "=", 0)
    .executeTakeFirst();
  return survey !== undefined;
}

/** Whether someone who is no surveyor may ask unlisted surveys, and, with `surveyId`, owns this one. */
export async function mayAskUnlisted(
  database: Database,
  { userId, surveyId, policies }: { userId: string; surveyId: string | null; policies: AskingPolicies },
): Promise<boolean> {
  return mayAsk("unlisted", "user", policies) && (surveyId === null || ownsUnlisted(database, userId, surveyId));
}

/**
 * Whether a person may prepare a survey of their own: as a surveyor or an admin, because they request to become one with it, or
 * because everyone may ask unlisted surveys.
 */
export async function mayAskWith(
  database: Database,
  { userId, storedRole }: Pick<CurrentUser, "userId" | "storedRole">,
  { surveyId, policies }: { surveyId: string; policies: AskingPolicies },
): Promise<boolean> {
  if (mayAsk("listed", storedRole, policies) || (await findRequestedSurvey(database, userId)) === surveyId) return true;
  return mayAskUnlisted(database, { userId, surveyId, policies });
}

/** Whether nobody vouches for a survey: no admin has accepted it, and its owner is no surveyor. False if there is none. */
export async function isSurveyUnreviewed({ db }: Database, surveyId: string): Promise<boolean> {
  const survey = await db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.listed", "surveys.accepted", "users.role as ownerRole"])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
  return survey !== undefined && isUnreviewed(survey);
}
