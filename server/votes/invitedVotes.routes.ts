import * as invitations from "@survey-app/contract/invitations.ts";
import type { MainDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import {
  findInvitationOf,
  findOpenedInvitation,
  isAnswerHidden,
  nameOfInvited,
} from "../invitations/invitedVoters.sql.ts";
import { findResults } from "../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findOwnVote } from "./listVotes.sql.ts";
import { requireStored } from "./requireStored.ts";
import { hashOfTicket } from "./secretBallot.ts";
import type { VoteWriter } from "./voteWriter.ts";

/** Serves voting on surveys for invited people: with a link or code that was opened, and what accounts see before voting. */
export function serveInvitedVotes(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  voteWriter: VoteWriter,
): void {
  registerEndpoint(invitations.getInvitation, async ({ params, invitedVoter }) => {
    const invitation = await findOpenedInvitation(database, invitedVoter);
    if (!invitation) throw apiError("invitationEnded");
    const survey = orNotFound(await findSurvey(database, params.id, null));
    const results = orNotFound(await findResults(database, params.id, invitedVoter));
    return {
      votesAs: nameOfInvited(invitation),
      vote: await findOwnVote(database, survey, invitedVoter),
      results,
    };
  });

  registerEndpoint(invitations.castInvitedVote, async ({ params, body, invitedVoter }) => {
    const { invitationId, issue } = invitedVoter;
    const isHidden = await isAnswerHidden(database, invitedVoter);
    const result = await voteWriter.cast({
      id: newId(),
      surveyId: params.id,
      userId: invitationId,
      invitation: { id: invitationId, issue },
      choice: body.vote,
      // Neither a comment nor a report: people who write for others to read need an account.
      comment: "",
      report: "",
      replaces: isHidden ? undefined : (body.replaces ?? undefined),
      ticketHash: body.ticket ? hashOfTicket(body.ticket) : undefined,
    });
    // The same error for every answer: otherwise the response to a guess would reveal the stored answer.
    if (isHidden && result.kind === "already") throw apiError("secretVoteCounted");
    const { id, receipt } = requireStored(result);
    return { insertedId: id, receipt };
  });

  registerEndpoint(invitations.getMyInvitation, async ({ params, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    if (survey.electorate !== "invited") throw apiError("openElectorate");
    const invitation = await findInvitationOf(database, params.id, currentUser.userId);
    return invitation && { votesAs: invitation.label || currentUser.name };
  });
}
