import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Database, MainDatabase } from "../../database/database.ts";
import { createEventBus } from "../../database/events.ts";
import { newId } from "../../database/newId.ts";
import { createListedVotes } from "../../surveys/listedVotes.ts";
import { enqueueReviewDigest } from "../../surveys/reviewDigest.sql.ts";

/** A time at which nothing is due: the year 2100. */
const FAR_FUTURE = Date.UTC(2100, 0, 1);

export async function confirmAddress({ db }: Database, userId: string): Promise<void> {
  await db.updateTable("users").set({ email_verified: 1 }).where("id", "=", userId).execute();
}

/** Stores rows that otherwise only jobs and limits store. */
export async function addWhatJobsStore(
  database: MainDatabase,
  { surveyId, linkSurveyId, email }: { surveyId: string; linkSurveyId: string; email: string },
): Promise<void> {
  const { db } = database;
  await createListedVotes(database, { events: createEventBus(null), record: async () => {} }).refreshAll();
  await enqueueReviewDigest(database);
  const composition = { survey_id: surveyId, voters: 2, new_accounts: 0, unconfirmed: 0, bursts: "[]" };
  await db.insertInto("survey_compositions").values(composition).execute();
  const number = { survey_id: surveyId, kind: "invitationReminder", reason: "voted" as const, emails: 1 };
  await db.insertInto("email_numbers").values(number).execute();
  const network = { survey_id: linkSurveyId, network_hash: "0".repeat(32), votes: 2, free_at: FAR_FUTURE };
  await db.insertInto("link_networks").values(network).execute();
  await db
    .insertInto("rate_limit_counts")
    .values({ key: `signIn ${email}`, used: 1, ends_at: FAR_FUTURE })
    .execute();
  const failed = { job: "names" as const, row_key: surveyId, attempts: 1, first_failed_at: Date.now(), error: "23514" };
  await db
    .insertInto("failed_steps")
    .values({ ...failed, next_at: FAR_FUTURE })
    .execute();
  const waiting = { id: newId(), kind: "passwordReset", address: email, details: "{}", credential_version: 0 };
  await db
    .insertInto("outbox")
    .values({ ...waiting, next_at: FAR_FUTURE })
    .execute();
}

/** Waits until all emails but the one that waits are sent. */
export async function untilSent({ db }: Database): Promise<void> {
  const due = () => db.selectFrom("outbox").select("id").where("next_at", "<", FAR_FUTURE).execute();
  while ((await due()).length > 0) await sleep(10);
}

/** Makes sessions and invitations to co-own expire, and a link wait to be sent; nothing is due for a job. */
export async function letTimePass({ db }: Database): Promise<void> {
  const session = await db.selectFrom("sessions").selectAll().limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto("sessions")
    .values({ ...session, id: randomUUID(), token: randomUUID(), expires_at: Date.now() - HOUR_MS })
    .execute();
  await db
    .updateTable("survey_owners")
    .set(({ eb }) => ({ created_at: eb("created_at", "-", 100 * DAY_MS) }))
    .execute();
  await db.updateTable("invitations").set({ state: "queued" }).where("email", "=", "waits@example.org").execute();
  await db.updateTable("webhook_deliveries").set({ next_at: FAR_FUTURE }).execute();
  await db.updateTable("mailings").set({ stage: "done" }).execute();
  await db.updateTable("payments").set({ check_at: FAR_FUTURE }).where("status", "=", "pending").execute();
}
