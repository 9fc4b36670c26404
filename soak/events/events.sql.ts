import { sql } from "kysely";
import type { Database } from "../../server/database/database.ts";
import { newId } from "../../server/database/newId.ts";

/** What is stored of a survey, and of the effects of its publication and its close. */
export interface StoredEffects {
  id: string;
  isPublished: boolean;
  isClosed: boolean;
  /** The rows of each effect: audit events, emails or mailings, deliveries to the owner's webhook. */
  published: number[];
  closed: number[];
}

export async function readEffects({ db }: Database): Promise<StoredEffects[]> {
  const of = (kind: string, table: string, condition: string) =>
    sql`(select count(*) from ${sql.raw(table)} where ${sql.raw(condition)}) as ${sql.ref(kind)}`;
  const audit = (action: string) => `about_id = surveys.id and action = '${action}'`;
  const delivery = (event: string) => `survey_id = surveys.id and event = '${event}'`;
  const { rows } = await sql<Record<string, string | number | null> & { id: string; status: number }>`
    select surveys.id, surveys.status, surveys.closed_at,
      ${of("publicationAudits", "audit_log", audit("surveyStatusChanged"))},
      ${of("publicationEmails", "outbox", "kind = 'surveyPublished' and details like '%' || surveys.id || '%'")},
      ${of("publicationDeliveries", "webhook_deliveries", delivery("published"))},
      ${of("closeAudits", "audit_log", audit("surveyClosed"))},
      ${of("closeMailings", "mailings", "mailings.survey_id = surveys.id and kind = 'result'")},
      ${of("closeDeliveries", "webhook_deliveries", delivery("closed"))}
    from surveys`.execute(db);
  return rows.map(({ id, status, closed_at, ...counts }) => ({
    id,
    isPublished: Number(status) === 2,
    isClosed: closed_at !== null,
    published: [counts.publicationAudits, counts.publicationEmails, counts.publicationDeliveries].map(Number),
    closed: [counts.closeAudits, counts.closeMailings, counts.closeDeliveries].map(Number),
  }));
}

/** Adds a webhook, for all events, at an address that never answers. */
export async function addWebhookOf({ db }: Database, userId: string): Promise<void> {
  await db
    .insertInto("webhooks")
    .values({
      id: newId(),
      user_id: userId,
      url: "https://hooks.invalid/",
      events: "published unpublished closed outcome",
      all_surveys: 0,
      created_at: Date.now(),
    })
    .execute();
}
