import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import type { Database } from "../../server/database/database.ts";
import { newId } from "../../server/database/newId.ts";

/** The stored state of a survey, and the stored effects of its publication and its close. */
export interface StoredEffects {
  id: string;
  isPublished: boolean;
  isClosed: boolean;
  /** The rows of each effect: audit events, emails or mailings, deliveries to the owner's webhook. */
  published: number[];
  closed: number[];
}

export async function readEffects({ db }: Database): Promise<StoredEffects[]> {
  const audits = await db.selectFrom("audit_log").select(["about_id as surveyId", "action as kind"]).execute();
  const mailings = await db.selectFrom("mailings").select(["survey_id as surveyId", "kind"]).execute();
  const deliveries = await db
    .selectFrom("webhook_deliveries")
    .select(["survey_id as surveyId", "event as kind"])
    .execute();
  const outbox = await db.selectFrom("outbox").select(["kind", "details"]).execute();
  const emails = outbox.map(({ kind, details }) => ({
    kind,
    surveyId: (JSON.parse(details) as { surveyId?: string }).surveyId ?? null,
  }));
  const [ofAudits, ofEmails, ofMailings, ofDeliveries] = [audits, emails, mailings, deliveries].map(counterOf);
  const surveys = await db.selectFrom("surveys").select(["id", "status", "closed_at"]).execute();
  return surveys.map(({ id, status, closed_at }) => ({
    id,
    isPublished: status === PUBLISHED,
    isClosed: closed_at !== null,
    published: [
      ofAudits?.(id, "surveyStatusChanged"),
      ofEmails?.(id, "surveyPublished"),
      ofDeliveries?.(id, "published"),
    ].map(Number),
    closed: [ofAudits?.(id, "surveyClosed"), ofMailings?.(id, "result"), ofDeliveries?.(id, "closed")].map(Number),
  }));
}

/** Counts rows by survey and kind. */
function counterOf(rows: readonly { surveyId: string | null; kind: string }[]) {
  const counts = new Map<string, number>();
  for (const { surveyId, kind } of rows) {
    const key = `${surveyId} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (surveyId: string, kind: string): number => counts.get(`${surveyId} ${kind}`) ?? 0;
}

/** Adds a webhook for all events, at an address that never answers. */
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
