import { hasEnded } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyEvent } from "../events/surveyEvents.ts";
import { findListNumbers } from "../invitations/listNumbers.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";

type OwnerEmail = Extract<Parameters<typeof enqueueEmail>[2], { people: number | null }>;
type OwnSurvey = Pick<OwnerEmail, "surveyId" | "title" | "results" | "unsure" | "hasEnded" | "people">;
/** An email to a survey's owner, without the survey. */
type OwnerEvent = OwnerEmail extends infer E ? (E extends OwnerEmail ? Omit<E, keyof OwnSurvey> : never) : never;

/**
 * Enqueues an email to a survey's owner; call it in the transaction of its cause. Only a confirmed address gets it, because a
 * stranger may have entered an unconfirmed one, and a blocked or deleted owner gets none.
 * @param by who caused it: owners get no email about what they did themselves
 */
export async function enqueueForOwner(
  tx: Database,
  surveyId: string,
  event: OwnerEvent,
  by: SurveyEvent["by"] = null,
): Promise<void> {
  const owned = await tx.db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.owner_id", "surveys.title", "users.email"])
    .select(["results", "unsure", "electorate", "ends_at", "closed_at"])
    .where("surveys.id", "=", surveyId)
    .where(isReachable)
    .executeTakeFirst();
  if (!owned) return;
  const { owner_id, title, email, results, unsure, electorate, ...end } = owned;
  if (by !== null && typeof by === "object" && "adminId" in by && by.adminId === owner_id) return;
  const people = electorate === "invited" ? await countPeople(tx, surveyId) : null;
  const about: OwnSurvey = {
    surveyId,
    title,
    results,
    unsure: unsure === 1,
    hasEnded: hasEnded(end, Date.now()),
    people,
  };
  await enqueueEmail(tx, email, { ...event, ...about } as OwnerEmail);
}

/** How many people on a survey's list can vote. */
async function countPeople(tx: Database, surveyId: string): Promise<number> {
  const { invited, added, struck } = await findListNumbers(tx, surveyId, 0);
  return invited + added - struck;
}
