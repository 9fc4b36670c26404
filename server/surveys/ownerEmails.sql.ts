import { VERIFIED } from "@survey-app/contract/users.ts";
import type { Actor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";

type OwnerEmail = Extract<Parameters<typeof enqueueEmail>[2], { surveyId: string }>;
/** An email to a survey's owner, without the survey. */
type OwnerEvent = OwnerEmail extends infer E ? (E extends OwnerEmail ? Omit<E, "surveyId" | "title"> : never) : never;

/**
 * Enqueues an email to a survey's owner; call it in the transaction of its cause. Only confirmed addresses get it, because a
 * stranger may have entered an unconfirmed one, and blocked or deleted owners get none.
 * @param by who caused it: owners get no email about what they did themselves
 */
export async function enqueueForOwner(
  tx: Database,
  surveyId: string,
  event: OwnerEvent,
  by: Actor | null = null,
): Promise<void> {
  const { db } = tx;
  const owned = await db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.owner_id", "surveys.title", "users.email"])
    .where("surveys.id", "=", surveyId)
    .where("users.status", "=", VERIFIED)
    .where("users.email_verified", "=", 1)
    .executeTakeFirst();
  if (!owned || (by !== null && typeof by === "object" && by.adminId === owned.owner_id)) return;
  await enqueueEmail(tx, owned.email, { ...event, surveyId, title: owned.title } as OwnerEmail);
}
