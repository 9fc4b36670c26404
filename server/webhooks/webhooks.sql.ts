import {
  DELIVERIES_MAX,
  readWebhookEvents,
  type Webhook,
  type WebhookDelivery,
} from "@survey-app/contract/ops/webhooks.ts";
import { WEBHOOKS_MAX } from "@survey-app/contract/text/limits.ts";
import type { Selectable } from "kysely";
import type { Database } from "../database/database.ts";
import type { WebhookRow } from "../database/integrationTables.ts";
import { newId } from "../database/newId.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { lockSender, type Sender } from "../session/sender.sql.ts";
import { cancelWaitingDeliveries, isForAll, isOwners } from "./deliveries.sql.ts";

function toWebhook(row: Selectable<WebhookRow>): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: readWebhookEvents(row.events),
    allSurveys: row.all_surveys === 1,
    createdAt: toIso(row.created_at),
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

/** Stores a new webhook. @returns null if the user has the most allowed @throws {ApiError} `sessionEnded` */
export function addWebhook(
  database: Database,
  sender: Sender,
  { url, events, allSurveys }: Pick<Webhook, "url" | "events" | "allSurveys">,
): Promise<Webhook | null> {
  return database.transaction(async (tx) => {
    // Locked, so that requests at the same time don't exceed the maximum.
    const { id: userId } = await lockSender(tx, sender);
    if ((await listWebhooks(tx, userId)).length >= WEBHOOKS_MAX) return null;
    const row = await tx.db
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

/** A webhook of this user. Other users' webhooks are not found, not even by admins. */
interface OwnWebhook {
  id: string;
  userId: string;
}

const updateOwn = ({ db }: Database, { id, userId }: OwnWebhook) =>
  db.updateTable("webhooks").where("id", "=", id).where("user_id", "=", userId);

/**
 * Changes where a user's webhook sends and what. Its failures in a row count from 0 again.
 * @returns whether there is one
 * @throws {ApiError} `sessionEnded`
 */
export function changeWebhook(
  database: Database,
  sender: Sender,
  id: string,
  { url, events }: Pick<Webhook, "url" | "events">,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { id: userId } = await lockSender(tx, sender);
    const { numUpdatedRows } = await updateOwn(tx, { id, userId })
      .set({ url, events: events.join(" "), exhausted: 0 })
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}

/**
 * Turns a user's webhook on or off. Off, its waiting deliveries are canceled.
 * @returns whether there is one
 * @throws {ApiError} `sessionEnded`
 */
export function switchWebhook(database: Database, sender: Sender, id: string, isOn: boolean): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { id: userId } = await lockSender(tx, sender);
    const { numUpdatedRows } = await updateOwn(tx, { id, userId })
      .set({ is_on: Number(isOn), exhausted: 0 })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows && !isOn) await cancelWaitingDeliveries(tx, id);
    return numUpdatedRows > 0n;
  });
}

/**
 * Replaces the secret of a user's webhook.
 * @returns the new version; null without such a webhook
 * @throws {ApiError} `sessionEnded`
 */
export function replaceSecret(database: Database, sender: Sender, id: string): Promise<number | null> {
  return database.transaction(async (tx) => {
    const { id: userId } = await lockSender(tx, sender);
    const replaced = await updateOwn(tx, { id, userId })
      .set(({ eb }) => ({ secret_version: eb("secret_version", "+", 1), replaced_at: Date.now() }))
      .returning("secret_version")
      .executeTakeFirst();
    return replaced?.secret_version ?? null;
  });
}

/** Deletes a user's webhook with its deliveries. @returns whether there was one */
export function deleteWebhook(database: Database, { id, userId }: OwnWebhook): Promise<boolean> {
  return database.transaction(async ({ db }) => {
    const { numDeletedRows } = await db
      .deleteFrom("webhooks")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows) await db.deleteFrom("webhook_deliveries").where("webhook_id", "=", id).execute();
    return numDeletedRows > 0n;
  });
}

/** Finds a user's webhook. Null without such a webhook. */
export async function findWebhook({ db }: Database, { id, userId }: OwnWebhook): Promise<{ isOn: boolean } | null> {
  const found = await db
    .selectFrom("webhooks")
    .select("is_on")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found ? { isOn: found.is_on === 1 } : null;
}

/** The last deliveries of a webhook, newest first, with the titles of surveys that its user may see. */
export async function listDeliveries({ db }: Database, webhookId: string): Promise<WebhookDelivery[]> {
  const rows = await db
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_deliveries.webhook_id")
    .innerJoin("users", "users.id", "webhooks.user_id")
    .leftJoin("surveys", (join) =>
      join.onRef("surveys.id", "=", "webhook_deliveries.survey_id").on((on) => on.or([isOwners, isForAll(on)])),
    )
    .selectAll("webhook_deliveries")
    .select(["surveys.title", "surveys.language"])
    .where("webhook_id", "=", webhookId)
    .orderBy("webhook_deliveries.id", "desc")
    .limit(DELIVERIES_MAX)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    event: row.event,
    surveyId: row.survey_id,
    Title: row.title,
    language: readLanguage(row.language),
    createdAt: toIso(row.created_at),
    state: row.next_at !== null ? "waiting" : row.delivered_at !== null ? "delivered" : "failed",
    attempts: row.attempts,
    nextAt: toIso(row.next_at),
    status: row.status,
    failure: row.failure,
  }));
}
