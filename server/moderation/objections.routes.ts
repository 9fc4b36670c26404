import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { type LockedSurvey, lockSurvey } from "../ballots/ballotBox.sql.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { type Change, changeOf, type RecordSurveyEvent, type SurveyEventHandler } from "../events/surveyEvents.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addFormerObjection, addObjection } from "../invitations/objections.sql.ts";
import type { TypedTokens } from "../invitations/typedTokens.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findInvitationOf, findOpenedInvitation, findVoterId } from "../voters/findVoter.sql.ts";
import { insertReports } from "./reports.sql.ts";

/** Serves "It wasn't me", with which people on a list say that someone else used their invitation. */
export function serveObjections(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { record, typedTokens }: { record: RecordSurveyEvent; typedTokens: TypedTokens },
): void {
  /**
   * Locks a survey before its invitation is read: the owner can replace the link or code at this moment, and then the
   * objection is about a former one.
   */
  const withLocked = <T>(surveyId: string, work: (change: Change, list: LockedSurvey) => Promise<T>) =>
    database.transaction(async (tx) => work(changeOf(tx, null, record), orNotFound(await lockSurvey(tx, surveyId))));

  registerEndpoint(invitations.objectToVote, async ({ params, currentUser, invitedVoter }) => {
    const reader = currentUser ?? invitedVoter;
    if (reader === null) throw apiError("invitationEnded");
    // No scope opens reports: a key is for votes, results and surveys.
    if (currentUser?.apiKey) throw apiError("scopeRequired");
    orNotFound(await findSurvey(database, params.id, currentUser));
    const isAdded = await withLocked(params.id, async (change, list) => {
      const { tx } = change;
      const invitation = invitedVoter
        ? await findOpenedInvitation(tx, invitedVoter)
        : await findInvitationOf(tx, params.id, currentUser?.userId ?? "");
      if (!invitation) throw apiError(invitedVoter ? "invitationEnded" : "notInvited");
      const listed = { surveyId: params.id, invitationId: invitation.id };
      return addObjection(change, { ...listed, voterId: await findVoterId(tx, reader) }, list);
    });
    return { modifiedCount: Number(orThrow(isAdded)) };
  });

  registerEndpoint(invitations.objectToEnd, async ({ body, request }) => {
    const { typed, found } = await typedTokens.find(body.token, request);
    const { surveyId } = found.opened;
    const isAdded = await withLocked(surveyId, async (change, list) => {
      const { tx } = change;
      const { opened, formerHash } = await typedTokens.findAgain(tx, typed, request);
      if (formerHash !== null) return addFormerObjection(change, { hash: formerHash, surveyId }, list);
      const voterId = await findVoterId(tx, opened);
      return addObjection(change, { surveyId, invitationId: opened.invitationId, voterId }, list);
    });
    return { modifiedCount: Number(orThrow(isAdded)) };
  });
}

const ONE = "A person on this survey's list says that someone else used their invitation.";
const several = (count: number) => `${count} people on this survey's list say that someone else used their invitation.`;

/**
 * Tells the admins of objections by a report: each at once, or all together at the close where the result was hidden. It has
 * no author: neither the owner nor the admins learn who objected.
 */
export const fileReports: SurveyEventHandler = async (tx, event) => {
  if (event.kind !== "objected") return;
  const { surveyId, count } = event;
  await insertReports(tx, [{ id: newId(), surveyId, userId: null, text: count === 1 ? ONE : several(count) }]);
};
