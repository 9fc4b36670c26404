import {
  DELIVERIES_MAX,
  DELIVERY_DAYS,
  type DeliveryFailure,
  RETRY_MINUTES,
  readWebhookEvents,
  type WebhookDelivery,
  type WebhookEvent,
} from "@survey-app/contract/ops/webhooks.ts";
import { EXHAUSTED_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database, MainDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { Tables } from "../database/tables.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";
import { isAnyDue, leaseRows, storeFailedAttempt } from "../queues/queues.sql.ts";
import { isTriable } from "../queues/steps.sql.ts";

/** How long an instance has for a delivery before another one may try it; longer than an attempt takes. */
const LEASE_MS = 30_000;
/** The most waiting deliveries of one webhook; further events are not enqueued for it. */
const WAITING_MAX = 1000;

/** SQL for "a webhook that is on, of a user who may have one", for a query that reads from webhooks and users. */
const isActive = ({ and, eb }: ExpressionBuilder<Tables, "webhooks" | "users">) =>
  and([eb("webhooks.is_on", "=", 1), eb("users.status", "=", VERIFIED), eb("users.role", "<>", "user")]);

/** SQL for "an admin's webhook for all surveys", for a query that reads from webhooks and users. */
export const isForAll = ({ and, eb }: ExpressionBuilder<Tables, "webhooks" | "users">) =>
  // A literal, because SQLite doesn't use the index of these webhooks for a parameter.
  and([eb("webhooks.all_surveys", "=", sql.lit(1)), eb("users.role", "=", "admin")]);

/**
 * SQL condition on `surveys` and `webhooks`: the survey is the user's, or shared with them (`may("receiveWebhooks")`
 * for surveyors).
 */
export const isOwners = sql<boolean>`(surveys.owner_id = webhooks.user_id or exists (
  select 1 from survey_owners where survey_owners.survey_id = surveys.id and survey_owners.user_id = webhooks.user_id))`;

/**
 * SQL for "a delivery that its user may get", for a query that reads from webhook_deliveries: the webhook is on and its
 * user may have one, and the survey is the user's or shared with them, or the webhook an admin's for all surveys.
 * @param busy users whose deliveries are left out
 */
export function mayBeDelivered(dialect: Database["dialect"], busy: readonly string[] = []) {
  // A correlated subquery, evaluated for one delivery after the other: usually the first one is claimed.
  return ({ exists, selectFrom }: ExpressionBuilder<Tables, "webhook_deliveries">) =>
    exists(
      selectFrom("webhooks")
        .innerJoin("users", "users.id", "webhooks.user_id")
        .select("webhooks.id")
        .whereRef("webhooks.id", "=", "webhook_deliveries.webhook_id")
        .where(isActive)
        .where(({ not, ref }) => not(dialect.isOneOf(ref("webhooks.user_id"), busy)))
        .where((where) =>
          where.or([
            isForAll(where),
            where.not(
              where.exists(
                where
                  .selectFrom("surveys")
                  .select("surveys.id")
                  .whereRef("surveys.id", "=", "webhook_deliveries.survey_id")
                  .where(({ not: isNot }) => isNot(isOwners)),
              ),
            ),
          ]),
        ),
    );
}

/**
 * Enqueues an event of a survey for the webhooks of its owners, and for those of admins for all surveys. Call it in the
 * transaction that causes the event.
 */
export async function enqueueWebhookEvent({ db }: Database, surveyId: string, event: WebhookEvent): Promise<void> {
  const withOwners = db.selectFrom("webhooks").innerJoin("users", "users.id", "webhooks.user_id");
  const interested = await withOwners
    .select(["webhooks.id", "webhooks.events"])
    .where(isActive)
    // Two statements, each with an index; joined by "or" they would read all webhooks.
    .where("webhooks.id", "in", ({ selectFrom }) =>
      selectFrom("webhooks")
        .innerJoin("surveys", "surveys.owner_id", "webhooks.user_id")
        .select("webhooks.id")
        .where("surveys.id", "=", surveyId)
        .union(
          selectFrom("webhooks")
            .innerJoin("survey_owners", "survey_owners.user_id", "webhooks.user_id")
            .select("webhooks.id")
            .where("survey_owners.survey_id", "=", surveyId),
        )
        .union(withOwners.select("webhooks.id").where(isForAll)),
    )
    .where(({ eb, selectFrom }) =>
      eb(
        selectFrom((inner) =>
          inner
            .selectFrom("webhook_deliveries")
            .select("webhook_deliveries.id")
            .whereRef("webhook_id", "=", "webhooks.id")
            .where("next_at", "is not", null)
            .limit(WAITING_MAX)
            .as("waiting"),
        ).select(({ fn }) => fn.countAll<number>().as("count")),
        "<",
        WAITING_MAX,
      ),
    )
    .execute();
  const wanted = interested.filter(({ events }) => readWebhookEvents(events).includes(event));
  if (wanted.length === 0) return;
  await db
    .insertInto("webhook_deliveries")
    .values(wanted.map(({ id }) => newDelivery(id, event, surveyId)))
    .execute();
}

function newDelivery(webhookId: string, event: WebhookDelivery["event"], surveyId: string | null) {
  const now = Date.now();
  return { id: newId(), webhook_id: webhookId, event, survey_id: surveyId, created_at: now, next_at: now };
}

/** Enqueues a test event. @returns the delivery's id */
export async function enqueueTest({ db }: Database, webhookId: string): Promise<string> {
  const test = newDelivery(webhookId, "test", null);
  await db.insertInto("webhook_deliveries").values(test).execute();
  return test.id;
}

/** Enqueues a delivery of a webhook again that no longer waits. @returns whether there is one that the user may get */
export async function resendDelivery({ db, dialect }: Database, webhookId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ attempts: 0, next_at: Date.now(), delivered_at: null, gave_up_at: null })
    .where("webhook_id", "=", webhookId)
    .where("id", "=", id)
    .where("next_at", "is", null)
    .where(mayBeDelivered(dialect))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Cancels the waiting deliveries that a user may no longer get. Call it in the transaction that takes a role or blocks
 * an account: earlier events must not arrive when the user gets the role back.
 */
export async function cancelForbiddenDeliveries({ db, dialect }: Database, userId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_at: null, failure: "notAllowed" })
    .where("webhook_id", "in", (eb) => eb.selectFrom("webhooks").select("id").where("user_id", "=", userId))
    .where("next_at", "is not", null)
    .where((eb) => eb.not(mayBeDelivered(dialect)(eb)))
    .execute();
}

/** Cancels the waiting deliveries of a webhook that was turned off. */
export async function cancelWaitingDeliveries({ db }: Database, webhookId: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ next_at: null, failure: "turnedOff" })
    .where("webhook_id", "=", webhookId)
    .where("next_at", "is not", null)
    .execute();
}

/** A delivery that is due. `attempts` includes the current one. */
export interface DueDelivery {
  id: string;
  event: WebhookDelivery["event"];
  surveyId: string | null;
  at: number;
  attempts: number;
  /** The owner of the webhook. */
  userId: string;
  webhook: { id: string; url: string; secretVersion: number; replacedAt: number | null };
}

/**
 * Finds the delivery that is due for the longest time, and that no other instance is claiming.
 * @param busy users whose deliveries are left out
 */
export async function findDueDelivery(database: Database, busy: readonly string[]): Promise<string | null> {
  if (!(await isAnyDue(database, "webhook_deliveries"))) return null;
  const { db, dialect } = database;
  const due = await db
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("next_at", "<=", Date.now())
    .where(mayBeDelivered(dialect, busy))
    .where(isTriable("deliveries", "webhook_deliveries.id"))
    .orderBy("next_at")
    .orderBy("id")
    .limit(1)
    .$call(dialect.lockSkippingLocked)
    .executeTakeFirst();
  return due?.id ?? null;
}

/**
 * Claims a delivery, so that no other instance tries it at the same time. Null if it is no longer due, or its webhook
 * is gone.
 */
export function claimDelivery(database: Database, id: string): Promise<DueDelivery | null> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const due = await db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("id", "=", id)
      .where("next_at", "<=", Date.now())
      .where(mayBeDelivered(dialect))
      .$call(dialect.lockSkippingLocked)
      .executeTakeFirst();
    if (!due) return null;
    await leaseRows(tx, "webhook_deliveries", [id], LEASE_MS);
    const webhook = await db
      .selectFrom("webhooks")
      .select(["id", "url", "user_id", "secret_version as secretVersion", "replaced_at as replacedAt"])
      .where("id", "=", due.webhook_id)
      .executeTakeFirst();
    // It was deleted meanwhile.
    if (!webhook) return null;
    const { event, survey_id: surveyId, created_at: at } = due;
    return { id, event, surveyId, at, attempts: due.attempts + 1, userId: webhook.user_id, webhook };
  });
}

/** Stores that a delivery has arrived. Call it in a transaction, like every change of both tables: webhooks first. */
export async function storeDelivered({ db }: Database, { id, webhook }: DueDelivery, status: number): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ exhausted: 0 })
    .where("id", "=", webhook.id)
    .where("exhausted", ">", 0)
    .execute();
  await db
    .updateTable("webhook_deliveries")
    .set({ next_at: null, delivered_at: Date.now(), status, failure: null })
    .where("id", "=", id)
    .execute();
}

/**
 * Stores why an attempt failed, and when the next one is. After the last one, the webhook is turned off if too many
 * deliveries in a row have failed, and its owner gets an email. A test is not tried again and doesn't count.
 */
export async function storeFailed(
  tx: Database,
  { id, event, attempts, webhook, userId }: DueDelivery,
  { status, failure }: { status: number | null; failure: DeliveryFailure },
): Promise<void> {
  const { db, dialect } = tx;
  await db.selectFrom("webhooks").select("id").where("id", "=", webhook.id).$call(dialect.lock).execute();
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ next_at: null, status, failure })
    .where("id", "=", id)
    // Not if the webhook was turned off or deleted meanwhile.
    .where("next_at", "is not", null)
    .executeTakeFirstOrThrow();
  if (!numUpdatedRows || event === "test") return;
  const minutes = RETRY_MINUTES[attempts - 1];
  await storeFailedAttempt(tx, "webhook_deliveries", id, minutes === undefined ? null : minutes * 60_000);
  if (minutes !== undefined) return;
  const { exhausted } = await db
    .updateTable("webhooks")
    .set(({ eb }) => ({ exhausted: eb("exhausted", "+", 1) }))
    .where("id", "=", webhook.id)
    .returning("exhausted")
    .executeTakeFirstOrThrow();
  if (exhausted < EXHAUSTED_MAX) return;
  await db.updateTable("webhooks").set({ is_on: 0 }).where("id", "=", webhook.id).execute();
  await cancelWaitingDeliveries(tx, webhook.id);
  const owner = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where(isReachable)
    .executeTakeFirst();
  if (owner) await enqueueEmail(tx, owner.email, { kind: "webhookOff", host: new URL(webhook.url).host });
}

/** Deliveries that one statement deletes: on SQLite votes wait for it. */
const DELETED_CHUNK = 200;

/**
 * Deletes old deliveries, those of deleted webhooks, and of each webhook those beyond the last ones, unless they wait.
 */
export async function removeOldDeliveries({ db, dialect, forLists }: MainDatabase): Promise<void> {
  // All deliveries are read, on SQLite on the thread of lists: votes don't wait for it.
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, webhook_id, created_at, next_at, row_number() over (partition by webhook_id order by id desc) as position
      from webhook_deliveries
    ) as listed
    where created_at < ${Date.now() - DELIVERY_DAYS * DAY_MS}
      or next_at is null and position > ${sql.lit(DELIVERIES_MAX)}
      or webhook_id not in (select id from webhooks)`.execute(forLists.db);
  for (let from = 0; from < rows.length; from += DELETED_CHUNK) {
    const ids = rows.slice(from, from + DELETED_CHUNK).map(({ id }) => id);
    await db
      .deleteFrom("webhook_deliveries")
      .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
      .execute();
  }
}
