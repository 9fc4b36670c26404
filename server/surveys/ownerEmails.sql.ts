import type { Actor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmails } from "../mail/outbox.sql.ts";
import { isReachable } from "../outcomes/wantedEmails.sql.ts";

type OwnerEmail = Extract<Parameters<typeof enqueueEmails>[1][number]["template"], { surveyId: string }>;
/** An email to a survey's owner, without the survey. */
type OwnerEvent = OwnerEmail extends infer E ? (E extends OwnerEmail ? Omit<E, "surveyId" | "title"> : never) : never;

/**
 * Enqueues an email to the owner of each survey; call it in the transaction of its cause. Only confirmed addresses get it,
 * because a stranger may have entered an unconfirmed one, and blocked or deleted owners get none.
 * @param by who caused it: owners get no email about what they did themselves
 */
export async function enqueueForOwners(
  tx: Database,
  surveyIds: readonly string[],
  event: OwnerEvent,
  by: Actor | null = null,
): Promise<void> {
  if (surveyIds.length === 0) return;
  const { db, dialect } = tx;
  const owned = await db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.id", "surveys.owner_id", "surveys.title", "users.email"])
    .where(({ ref }) => dialect.isOneOf(ref("surveys.id"), surveyIds))
    .where(isReachable)
    .execute();
  const isTheirs = (ownerId: string) => by !== null && typeof by === "object" && by.adminId === ownerId;
  await enqueueEmails(
    tx,
    owned
      .filter(({ owner_id }) => !isTheirs(owner_id))
      .map(({ id, title, email }) => ({
        address: email,
        template: { ...event, surveyId: id, title } as OwnerEmail,
      })),
  );
}
