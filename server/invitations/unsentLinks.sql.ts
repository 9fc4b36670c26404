import type { UnsentReason } from "@survey-app/contract/emailTrail.ts";
import type { InvitationState } from "@survey-app/contract/invitations.ts";
import type { Database } from "../database/database.ts";

/** A row of a survey's list, as far as it says what became of its link. */
interface Row {
  id: string;
  state: InvitationState;
  is_unknown_address: number;
}

/**
 * Why the last emails with the links of a list were not sent, for its owner. The state says it of those that the mail server or the
 * address refused, and the trail of those that can be sent again. Only of links: other emails could tell who voted.
 */
export async function findUnsentLinks(
  { db, dialect }: Database,
  surveyId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, UnsentReason>> {
  const reasons = new Map<string, UnsentReason>();
  const listed: string[] = [];
  for (const { id, state, is_unknown_address } of rows) {
    if (state === "refused") reasons.set(id, "refusesInvitations");
    if (state === "failed") reasons.set(id, is_unknown_address === 1 ? "unknownAddress" : "gaveUp");
    if (state === "listed") listed.push(id);
  }
  if (listed.length === 0) return reasons;
  const trail = await db
    .selectFrom("email_trail")
    .select(["invitation_id as id", "reason"])
    .where("survey_id", "=", surveyId)
    .where(({ ref }) => dialect.isOneOf(ref("invitation_id"), listed))
    .where("kind", "=", "invitation")
    .orderBy("handled_at")
    .execute();
  // The last one counts.
  for (const { id, reason } of trail) {
    if (id === null) continue;
    if (reason === null) reasons.delete(id);
    else reasons.set(id, reason);
  }
  return reasons;
}
