import { type AskingPolicies, isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";
import { isMeetingUnreviewed } from "./meetingOf.sql.ts";
import { type AskedSurvey, coOwnersOf, may } from "./rights.ts";

/** A user's request to become a surveyor; each user has at most one. `createdAt`: in milliseconds. */
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

interface Asked extends AskedSurvey {
  listed: number;
  isUnreviewed: (ownerRole: string) => boolean;
}

/**
 * The facts that decide whether emails about a survey or meeting are sent: its owners, and whether an admin has
 * accepted it.
 */
async function findAsked({ db }: Database, id: string): Promise<Asked | null> {
  const survey = await db
    .selectFrom("surveys")
    .select(["owner_id", "co_owners", "asked_as_user", "accepted", "listed"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (survey) return { ...survey, isUnreviewed: (ownerRole) => isUnreviewed({ ...survey, ownerRole }) };
  const meeting = await db
    .selectFrom("meetings")
    .select(["owner_id", "accepted", "asked_as_user"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!meeting) return null;
  return {
    ...meeting,
    co_owners: "",
    // Whoever opened its questions, once an admin has accepted it, its owner doesn't have to be a surveyor.
    asked_as_user: 1,
    listed: 0,
    isUnreviewed: (ownerRole) => isMeetingUnreviewed({ ...meeting, ownerRole }),
  };
}

/**
 * Whether a person may cause emails about a survey or meeting now. It is checked when emails are enqueued and again
 * when they are sent, because the person can be blocked or demoted meanwhile.
 */
export async function maySend(database: Database, id: string, senderId: string): Promise<boolean> {
  const asked = await findAsked(database, id);
  const sender = await database.db
    .selectFrom("users")
    .select("role")
    .where("id", "=", senderId)
    .where("status", "=", VERIFIED)
    .executeTakeFirst();
  return (
    asked !== null && sender !== undefined && may("sendEmails", { userId: senderId, storedRole: sender.role }, asked)
  );
}

/**
 * The people who get the emails to the owner of a survey: the owner and the co-owners whose account is in use, with a
 * confirmed address. Empty if there is no such survey.
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

/**
 * Copies the ids of a survey's co-owners to its row. Call it in the transaction that changes them and has locked the
 * survey.
 */
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

/** Whether a user owns a survey that isn't in public lists, or a meeting. */
async function ownsUnlisted(database: Database, userId: string, id: string): Promise<boolean> {
  const asked = await findAsked(database, id);
  return asked !== null && asked.owner_id === userId && asked.listed === 0;
}

/** The role in which a user who isn't a surveyor asks. */
export const askerRole = ({ isGuest }: Pick<CurrentUser, "isGuest">) => (isGuest ? "guest" : "user");

/** Whether someone who isn't a surveyor may ask unlisted surveys, and, with `surveyId`, owns this one. */
export async function mayAskUnlisted(
  database: Database,
  user: Pick<CurrentUser, "userId" | "isGuest">,
  { surveyId, policies }: { surveyId: string | null; policies: AskingPolicies },
): Promise<boolean> {
  const mayAskSome = mayAsk("unlisted", askerRole(user), policies);
  return mayAskSome && (surveyId === null || ownsUnlisted(database, user.userId, surveyId));
}

/**
 * Whether a person may prepare a survey of their own: as a surveyor or an admin, because they request to become one
 * with it, or because everyone may ask unlisted surveys.
 */
export async function mayAskWith(
  database: Database,
  user: Pick<CurrentUser, "userId" | "storedRole" | "isGuest">,
  { surveyId, policies }: { surveyId: string; policies: AskingPolicies },
): Promise<boolean> {
  const { userId, storedRole } = user;
  if (mayAsk("listed", storedRole, policies) || (await findRequestedSurvey(database, userId)) === surveyId) return true;
  return mayAskUnlisted(database, user, { surveyId, policies });
}

/**
 * Whether a survey or meeting is unreviewed: no admin has accepted it, and its owner is not a surveyor. False if there
 * is none.
 */
export async function isAskedUnreviewed(database: Database, id: string): Promise<boolean> {
  const asked = await findAsked(database, id);
  if (!asked) return false;
  const owner = await database.db
    .selectFrom("users")
    .select("role")
    .where("id", "=", asked.owner_id)
    .executeTakeFirst();
  return owner !== undefined && asked.isUnreviewed(owner.role);
}
