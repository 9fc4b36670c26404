import * as invitations from "@survey-app/contract/invitations.ts";
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
    const invitation = invitedVoter
      ? await findOpenedInvitation(database, invitedVoter)
      : await findInvitationOf(database, params.id, currentUser?.userId ?? "");
    if (!invitation) throw apiError(invitedVoter ? "invitationEnded" : "notInvited");
    const listed = { surveyId: params.id, invitationId: invitation.id };
    const isAdded = await database.transaction(async (tx) =>
      reportObjection(tx, listed, { voterId: await findVoterId(tx, reader), record }),
    );
    return { modifiedCount: Number(orThrow(isAdded)) };
  });
}
