import {
  DELIVERIES_MAX,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from "@survey-app/contract/webhooks.ts";
import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { WebhookRow } from "../database/programTables.ts";
import { giveUpWaiting, isForAll } from "./deliveries.sql.ts";

function toWebhook(row: Selectable<WebhookRow>): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events.split(" ") as WebhookEvent[],
    allSurveys: row.all_surveys === 1,
    createdAt: new Date(row.created_at).toISOString(),
    isOn: row.is_on === 1,
    failures: row.exhausted,
  };
}

/** A user's webhooks, newest first; `WEBHOOKS_MAX` at most. */
export async function listWebhooks({ db }: Database, userId: string): Promise<Webhook[]> {
  const rows = await db
    .selectFrom("webhooks")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toWebhook);
}

/** Stores a new webhook. @returns null if the user has the most allowed */
export function addWebhook(
  database: Database,
  userId: string,
  { url, events, allSurveys }: Pick<Webhook, "url" | "events" | "allSurveys">,
): Promise<Webhook | null> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    // Locked, so that requests at the same time don't exceed the maximum.
    await db.selectFrom("users").select("id").where("id", "=", userId).$call(dialect.lock).executeTakeFirstOrThrow();
    if ((await listWebhooks(tx, userId)).length >= WEBHOOKS_MAX) return null;
    const row = await db
      .insertInto("webhooks")
      .values({
        id: newId(),
        user_id: userId,
        url,
        events: events.join(" "),
        all_surveys: Number(allSurveys),
        created_at: Date.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toWebhook(row);
  });
}

/** Changes where a user's webhook sends and what. Its failures in a row count from 0 again. @returns whether there is one */
export async function changeWebhook(
  { db }: Database,
  { id, userId }: { id: string; userId: string },
  { url, events }: Pick<Webhook, "url" | "events">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set({ url, events: events.join(" "), exhausted: 0 })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/** Turns a user's webhook on or off. Off, its waiting deliveries are given up. @returns whether there is one */
export async function switchWebhook(
  tx: Database,
  { id, userId }: { id: string; userId: string },
  isOn: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable("webhooks")
    .set({ is_on: Number(isOn), exhausted: 0 })
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows && !isOn) await giveUpWaiting(tx, id);
  return Number(numUpdatedRows) > 0;
}

/** Replaces the secret of a user's webhook. @returns the new version; null without such a webhook */
export async function replaceSecret(
  { db }: Database,
  { id, userId }: { id: string; userId: string },
): Promise<number | null> {
  const replaced = await db
    .updateTable("webhooks")
    .set(({ eb }) => ({ secret_version: eb("secret_version", "+", 1), replaced_at: Date.now() }))
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("secret_version")
    .executeTakeFirst();
  return replaced?.secret_version ?? null;
}

/** Deletes a user's webhook with its deliveries. Call it in a transaction. @returns whether there was one */
export async function deleteWebhook(
  { db }: Database,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("webhooks")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows) await db.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute();
  return Number(numDeletedRows) > 0;
}

/** Whether a user's webhook is on; null without such a webhook. */
export async function isWebhookOn(
  { db }: Database,
  { id, userId }: { id: string; userId: string },
): Promise<boolean | null> {
  const found = await db
    .selectFrom("webhooks")
    .select("is_on")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found ? found.is_on === 1 : null;
}

/** The last deliveries of a webhook, newest first, with the titles of surveys that its user may see. */
export async function listDeliveries({ db }: Database, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .innerJoin("users", "users.id", "webhooks.user_id")
    .leftJoin("surveys", (join) =>
      join
        .onRef("surveys.id", "=", "webhook_deliveries.survey_id")
        .on((on) => on.or([on("surveys.owner_id", "=", on.ref("webhooks.user_id")), isForAll(on)])),
    )
    .selectAll("webhook_deliveries")
    .select("surveys.title")
    .where("webhook_id", "=", webhookId)
    .orderBy("webhook_deliveries.id", "desc")
    .limit(DELIVERIES_MAX)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    event: row.event,
    surveyId: row.survey_id,
    Title: row.title,
    createdAt: new Date(row.created_at).toISOString(),
    state: row.next_at !== null ? "waiting" : row.delivered_at !== null ? "delivered" : "failed",
    attempts: row.attempts,
    nextAt: row.next_at === null ? null : new Date(row.next_at).toISOString(),
    status: row.status,
    failure: row.failure,
  }));
}
