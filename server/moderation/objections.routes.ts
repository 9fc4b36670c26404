import * as invitations from "@survey-app/contract/invitations.ts";
import { lockSurvey } from "../ballots/ballotBox.sql.ts";
import type { Database } from "../database/database.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findInvitationOf, findOpenedInvitation, findVoterId } from "../voters/whoVotes.sql.ts";
import { reportObjection } from "./objections.sql.ts";

/** Serves "It wasn't me", with which people on a list say that someone else used their invitation. */
export function serveObjections(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  record: RecordSurveyEvent,
): void {
  registerEndpoint(invitations.objectToVote, async ({ params, currentUser, invitedVoter }) => {
    const reader = currentUser ?? invitedVoter;
    if (reader === null) throw apiError("invitationEnded");
    // No scope opens reports (decision 0038).
    if (currentUser?.apiKey) throw apiError("scopeRequired");
    orNotFound(await findSurvey(database, params.id, currentUser));
    const isAdded = await database.transaction(async (tx) => {
      // Locked first: the owner can replace the link or code at this moment, and then its holder can't object any more.
      await lockSurvey(tx, params.id);
      const invitation = invitedVoter
        ? await findOpenedInvitation(tx, invitedVoter)
        : await findInvitationOf(tx, params.id, currentUser?.userId ?? "");
      if (!invitation) throw apiError(invitedVoter ? "invitationEnded" : "notInvited");
      const listed = { surveyId: params.id, invitationId: invitation.id };
      return reportObjection(tx, listed, { voterId: await findVoterId(tx, reader), record });
    });
    return { modifiedCount: Number(orThrow(isAdded)) };
  });
}
