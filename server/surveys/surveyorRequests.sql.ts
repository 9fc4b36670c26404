import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { logAction } from "../audit/audit.sql.ts";
import { findRequestedSurvey } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { Actor } from "../http/currentUser.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { lockSender, type Sender } from "../session/sender.sql.ts";

/**
 * Whether a user may create a survey. `surveyor`: yes; `promoted`: yes, because the setting has just made the user a
 * surveyor; `requests`: only together with a request; any other value is the error code.
 */
export type Admission =
  | "surveyor"
  | "promoted"
  | "requests"
  | "requestsOff"
  | "alreadyRequested"
  | "addressUnconfirmed";

/**
 * Locks a user and decides whether they may create a survey, until the transaction ends.
 * @throws {ApiError} `sessionEnded`
 */
export async function admitToAsk(tx: Database, sender: Sender, policies: AskingPolicies): Promise<Admission> {
  const user = await lockSender(tx, sender);
  if (mayAsk("listed", user.role, policies)) return "surveyor";
  if (!mayAsk("request", user.role, policies)) return "requestsOff";
  if ((await findRequestedSurvey(tx, user.id)) !== null) return "alreadyRequested";
  if (policies.surveyors === "request") return "requests";
  if (!user.email_verified) return "addressUnconfirmed";
  await promote(tx, user.id, "setting");
  return "promoted";
}

/** Stores a request, after `admitToAsk` in the same transaction. */
export async function insertSurveyorRequest({ db }: Database, userId: string, surveyId: string): Promise<void> {
  await db
    .insertInto("surveyor_requests")
    .values({ user_id: userId, survey_id: surveyId, created_at: Date.now() })
    .execute();
}

/**
 * Locks the user whose request has this survey, until the transaction ends. Call it before the survey is locked: every
 * transaction locks in this order.
 * @returns the user's id; null if the survey is not a request
 */
export async function lockRequesterOf(tx: Database, surveyId: string): Promise<string | null> {
  const find = () =>
    tx.db.selectFrom("surveyor_requests").select("user_id").where("survey_id", "=", surveyId).executeTakeFirst();
  const found = await find();
  if (!found) return null;
  await lockUser(tx, found.user_id);
  // The request may have ended while this transaction waited for the lock.
  return (await find()) ? found.user_id : null;
}

/**
 * Accepts a request, in the transaction that publishes its survey: makes the user a surveyor. A blocked one may ask
 * again after being unblocked. `requesterId` must be locked.
 */
export async function acceptRequest(tx: Database, requesterId: string, by: Actor): Promise<void> {
  const { status } = await lockUser(tx, requesterId);
  if (status === VERIFIED) await promote(tx, requesterId, by);
  await removeRequest(tx, requesterId);
}

/** Ends a user's request without a decision: an admin has changed the role, or the account or survey is deleted. */
export async function removeRequest({ db }: Database, userId: string): Promise<void> {
  await db.deleteFrom("surveyor_requests").where("user_id", "=", userId).execute();
}

/**
 * Adds to surveys that an admin reads the facts for deciding about people who request to become surveyors with them.
 */
export async function withRequesters<S extends Survey>({ db }: Database, surveys: readonly S[]): Promise<S[]> {
  if (surveys.length === 0) return [];
  const rows = await db
    .selectFrom("surveyor_requests")
    .innerJoin("users", "users.id", "surveyor_requests.user_id")
    .select([
      "surveyor_requests.survey_id",
      "surveyor_requests.created_at as requestedAt",
      "users.created_at as since",
      "users.email_verified",
    ])
    .where(
      "survey_id",
      "in",
      surveys.map(({ _id }) => _id),
    )
    .execute();
  const requesters = new Map(
    rows.map((row) => [
      row.survey_id,
      {
        since: toIso(row.since),
        emailVerified: Boolean(row.email_verified),
        requestedAt: toIso(row.requestedAt),
      },
    ]),
  );
  return surveys.map((survey) => ({
    ...survey,
    ...(requesters.has(survey._id) && { asker: requesters.get(survey._id) }),
  }));
}

async function promote(tx: Database, userId: string, by: Actor): Promise<void> {
  await tx.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", userId).execute();
  await logAction(tx, by, {
    action: "roleChanged",
    about: { kind: "user", id: userId },
    before: { role: "user" },
    after: { role: "surveyor" },
  });
}
