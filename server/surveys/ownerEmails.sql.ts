import { hasEnded } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { Actor } from "../http/currentUser.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { enqueueEmails } from "../mail/outbox.sql.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";

type OwnerEmail = Extract<Parameters<typeof enqueueEmails>[1][number]["template"], { people: number | null }>;
type OwnSurvey = Pick<OwnerEmail, "surveyId" | "title" | "results" | "unsure" | "hasEnded" | "people">;
/** An email to a survey's owner, without the survey. */
type OwnerEvent = OwnerEmail extends infer E ? (E extends OwnerEmail ? Omit<E, keyof OwnSurvey> : never) : never;

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
    .select(["results", "unsure", "electorate", "ends_at", "closed_at"])
    .where(({ ref }) => dialect.isOneOf(ref("surveys.id"), surveyIds))
    .where(isReachable)
    .execute();
  const isTheirs = (ownerId: string) => by !== null && typeof by === "object" && by.adminId === ownerId;
  const emails: { address: string; template: OwnerEmail }[] = [];
  for (const { id, owner_id, title, email, results, unsure, electorate, ...end } of owned) {
    if (isTheirs(owner_id)) continue;
    const people = electorate === "invited" ? await countPeople(tx, id) : null;
    const about: OwnSurvey = {
      surveyId: id,
      title,
      results,
      unsure: unsure === 1,
      hasEnded: hasEnded(end, Date.now()),
      people,
    };
    emails.push({ address: email, template: { ...event, ...about } as OwnerEmail });
  }
  await enqueueEmails(tx, emails);
}

/** How many people on a survey's list can vote. */
async function countPeople(tx: Database, surveyId: string): Promise<number> {
  const { invited, added, struck } = await findListNumbers(tx, surveyId, 0);
  return invited + added - struck;
}
