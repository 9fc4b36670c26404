import type { InvitationState } from "@survey-app/contract/invitations/invitations.ts";
import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import type { Database } from "../database/database.ts";
import { findLastLinks } from "../voters/emailTrail.sql.ts";

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
