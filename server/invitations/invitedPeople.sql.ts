import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { InvitedPerson } from "../voters/findVoter.sql.ts";
import { countForEach } from "./meetingLists.sql.ts";

/** Begins an update of the row of a person on a list. */
export const updateInvitation = ({ db }: Database, { surveyId, invitationId }: InvitedPerson) =>
  db.updateTable("invitations").where("survey_id", "=", surveyId).where("id", "=", invitationId);

/**
 * Marks invitations of a survey as queued.
 * @returns those that weren't queued before: an owner who presses twice starts two mailings, which run at the same
 *   time
 */
export async function markQueued(
  { db, dialect }: Database,
  surveyId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .updateTable("invitations")
    .set({ state: "queued" })
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("state", "=", "listed")
    .returning("id")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores the result of sending a queued link; `listed`: it was not sent, and can be sent later. `unknownAddress`: the
 * mail server says that the address doesn't exist.
 */
export function markDelivery(
  database: Database,
  invited: InvitedPerson,
  result: "sent" | "failed" | "unknownAddress" | "refused" | "listed",
): Promise<void> {
  const isUnknown = result === "unknownAddress";
  const state = isUnknown ? "failed" : result;
  return database.transaction(async (tx) => {
    // Null for the list of a survey. A meeting is locked before ballot boxes and people.
    const meeting = state === "sent" ? await lockMeeting(tx, invited.surveyId) : null;
    // A person who was struck meanwhile stays struck. Others may have become `listed` again while an email of a blocked
    // sender waited, and an email that was given up can still be sent.
    const { numUpdatedRows } = await updateInvitation(tx, invited)
      .set({ state, is_unknown_address: Number(isUnknown) })
      .where("state", "in", state === "sent" ? ["queued", "listed", "failed"] : ["queued"])
      .executeTakeFirstOrThrow();
    if (state !== "sent" || numUpdatedRows === 0n) return;
    const list = { id: invited.surveyId, currentSurveyId: meeting?.current_survey_id ?? null, now: Date.now() };
    await countForEach(tx, list, [invited.invitationId], { sent: 1 });
  });
}

/** Stores that an invited person doesn't want more emails about a survey. */
export async function optOutOfEmails(database: Database, invited: InvitedPerson): Promise<void> {
  await updateInvitation(database, invited).set({ wants_email: 0 }).execute();
}
