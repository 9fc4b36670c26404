import type { QueueName } from "@survey-app/contract/ops/operations.ts";
import { sql } from "kysely";
import type { MainDatabase } from "../database/database.ts";

/**
 * Finds for each queue the instant since which its longest overdue row has been due.
 * @returns in milliseconds since 1970; null for a queue without due rows
 */
export async function findOldestOfQueues({
  forLists,
}: Pick<MainDatabase, "forLists">): Promise<Map<QueueName, number | null>> {
  const now = Date.now();
  // "cross" makes SQLite begin with the few erasures, not with all surveys that were closed.
  const { rows } = await sql<{ queue: QueueName; due: number | null }>`
    select 'emails' as queue, (select min(next_at) from outbox where is_bulk in (0, 1) and next_at <= ${now}) as due
    union all select 'webhooks', (select min(next_at) from webhook_deliveries where next_at <= ${now})
    union all select 'mailings', (select min(next_at) from mailings where stage <> 'done' and next_at <= ${now})
    union all select 'reportAnswers', (select min(answer_due_at) from reports where answer_due_at is not null)
    union all select 'payments', (select min(check_at) from payments where check_at <= ${now})
    union all select 'secretErasures', (
      select min(closed_at) from secret_erasures cross join surveys where surveys.id = secret_erasures.survey_id)
    union all select 'imageRemovals', (select min(removed_at) from images)`.execute(forLists.db);
  return new Map(rows.map(({ queue, due }) => [queue, due === null ? null : Number(due)]));
}
