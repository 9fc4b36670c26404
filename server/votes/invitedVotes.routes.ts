import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { MainDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { findResults } from "../surveys/fullSurvey.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findInvitationOf, findIsUsed, findOpenedInvitation, findVoterId } from "../voters/findVoter.sql.ts";
import { nameOfInvited, nameOfVoter } from "../voters/names.sql.ts";
import { findOwnVote } from "./reading/listVotes.sql.ts";
import type { RequireQuestion } from "./storing/askedQuestion.ts";
import { requireStored } from "./storing/requireStored.ts";
import { hashOfTicket } from "./storing/secretBallot.ts";
import type { VoteWriter } from "./storing/voteWriter.ts";

/**
 * Serves voting on surveys for invited people with an opened link or code, and the fields that accounts see before they
 * vote.
 */
export function serveInvitedVotes(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { voteWriter, requireQuestion }: { voteWriter: VoteWriter; requireQuestion: RequireQuestion },
): void {
  registerEndpoint(invitations.getInvitation, async ({ params, invitedVoter }) => {
    const invitation = await findOpenedInvitation(database, invitedVoter);
    if (!invitation) throw apiError("invitationEnded");
    const survey = orNotFound(await findSurvey(database, params.id, null, true));
    const results = orNotFound(await findResults(database, params.id, invitedVoter));
    return {
      votesAs: nameOfInvited(invitation),
      contact: survey.contact,
      isUsed: hidesWhoVoted(survey.results, survey.closedAt)
        ? null
        : await findIsUsed(database, invitedVoter, await findVoterId(database, invitedVoter)),
      vote: await findOwnVote(database, survey, invitedVoter),
      results,
    };
  });

  registerEndpoint(invitations.castInvitedVote, async ({ params, body, invitedVoter }) => {
    const { invitationId, issue, ballotHash } = invitedVoter;
    await requireQuestion(params.id, body.question);
    const result = await voteWriter.cast({
      id: newId(),
      surveyId: params.id,
      userId: invitationId,
      invitation: { id: invitationId, opened: { issue, ballotHash } },
      choice: body.vote,
      // Neither a comment nor a report: people who write for others to read need an account.
      comment: "",
      report: "",
      replaces: body.replaces ?? undefined,
      ticketHash: body.ticket ? hashOfTicket(body.ticket) : undefined,
      question: body.question ?? undefined,
    });
    const { id, receipt } = requireStored(result);
    return { insertedId: id, receipt };
  });

  registerEndpoint(invitations.getMyInvitation, async ({ params, currentUser }) => {
    const invitation = await findInvitationOf(database, params.id, currentUser.userId);
    const canVote = invitation !== null && invitation.state !== "struck";
    const survey = orNotFound(await findSurvey(database, params.id, currentUser, canVote));
    if (survey.electorate !== "invited") throw apiError("openElectorate");
    if (!invitation) return null;
    const shown = { votesAs: nameOfVoter({ ...invitation, name: currentUser.name }), contact: survey.contact };
    if (hidesWhoVoted(survey.results, survey.closedAt)) return { ...shown, isUsed: null };
    const invited = { surveyId: params.id, invitationId: invitation.id };
    // The voter of a secret vote is not stored, so the account with the address sees the vote as cast.
    return {
      ...shown,
      isUsed: survey.privacy !== "secret" && (await findIsUsed(database, invited, currentUser.userId)),
    };
  });
}
