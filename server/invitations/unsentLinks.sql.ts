import type { InvitationState } from "@survey-app/contract/invitations/invitations.ts";
import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import { findLastLinks } from "../voters/emailTrail.sql.ts";

/** The columns of a row of a survey's list that tell whether its link was sent. */
interface Row {
  id: string;
  state: InvitationState;
  is_unknown_address: number;
}

/**
 * For the owner of a list: why the last emails with its links weren't sent. The state gives the reason for those that
 * the mail server or the address refused, and the trail for those that can be sent again. Covers links only, because
 * other emails could tell who voted.
 */
export async function findUnsentLinks(
  database: Database,
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
  for (const [id, reason] of await findLastLinks(database, surveyId, listed))
    if (reason !== null) reasons.set(id, reason);
  return reasons;
}
