import type { VoterPolicy } from "@survey-app/contract/ballots/askingPolicies.ts";
import { sealsEarlierAnswers } from "@survey-app/contract/ballots/ballots.ts";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import type { Registration } from "@survey-app/contract/session/registration.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { readLedger } from "../ballots/ledgerRows.sql.ts";
import { mayComment } from "../ballots/rights.ts";
import { createSearchSemaphore } from "../concurrency/semaphore.ts";
import type { MainDatabase } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import { actorOf, type CurrentUser, type InvitedVoter } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { nextPageLink } from "../http/nextPage.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { addReport, listReports, resolveReports, settleReport } from "../moderation/reports.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { isFormerVoter } from "../voters/countedAddresses.sql.ts";
import { findInvitationOf } from "../voters/findVoter.sql.ts";
import { hasPersonVoted } from "../voters/votesOfPerson.sql.ts";
import { findChoices, findOwnVote, listVotes } from "./reading/listVotes.sql.ts";
import { listParticipations } from "./reading/participations.sql.ts";
import type { RequireQuestion } from "./storing/askedQuestion.ts";
import type { Ballot, BallotResult } from "./storing/ballot.ts";
import { requireStored } from "./storing/requireStored.ts";
import { hashOfTicket } from "./storing/secretBallot.ts";
import type { VoteWriter } from "./storing/voteWriter.ts";

export function serveVotes(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  {
    voteWriter,
    requireQuestion,
    record,
    registration,
    voters,
    countedAddressKeys: keys,
  }: {
    voteWriter: VoteWriter;
    requireQuestion: RequireQuestion;
    record: RecordSurveyEvent;
    registration: Registration;
    voters: VoterPolicy;
    /** Recognizes mailboxes that had an account before. */
    countedAddressKeys: readonly CountedAddressKey[];
  },
): void {
  registerEndpoint(votes.castVote, async ({ body, currentUser }) => {
    // No scope opens reports: a key is for votes, results and surveys.
    if (currentUser.apiKey && body.inapp !== "") throw apiError("scopeRequired");
    await requireQuestion(body.SurveyID, body.question);
    // The hash is there before the account is, so nothing can change while the ballot waits.
    const sender = { surveyId: body.SurveyID, email: currentUser.email, keys };
    if (registration.kind === "domains" && (await isFormerVoter(database, sender)))
      if (!(await hasPersonVoted(database, body.SurveyID, currentUser.userId))) throw apiError("formerAccount");
    const isCommenter = mayComment(currentUser);
    const ballot: Ballot = {
      id: newId(),
      surveyId: body.SurveyID,
      userId: currentUser.userId,
      ...(voters === "confirmed" && { confirmedOnly: true }),
      choice: body.vote,
      comment: isCommenter ? body.comments : "",
      report: body.inapp,
      replaces: body.replaces ?? undefined,
      ticketHash: body.ticket ? hashOfTicket(body.ticket) : undefined,
      question: body.question ?? undefined,
    };
    const result = requireStored(await castAsInvited(await voteWriter.cast(ballot), ballot));
    const { id, receipt } = result;
    const isIgnored = (!isCommenter || "isSecret" in result) && body.comments !== "";
    return { insertedId: id, receipt, ...(isIgnored && { commentIgnored: true as const }) };
  });

  /**
   * Casts a ballot again with the account's invitation, if it needs one: so ballots on other surveys aren't slowed by
   * invitations.
   */
  const castAsInvited = async (result: BallotResult, ballot: Ballot): Promise<BallotResult> => {
    if (result.kind !== "refused" || result.because !== "notInvited") return result;
    const invitation = await findInvitationOf(database, ballot.surveyId, ballot.userId);
    if (!invitation) return result;
    // Only accounts with a confirmed address have one.
    return voteWriter.cast({ ...ballot, confirmedOnly: undefined, invitation: { id: invitation.id, opened: null } });
  };

  const searches = createSearchSemaphore();
  const list = async ({
    params,
    query,
    currentUser,
    invitedVoter,
  }: {
    params: { id: string };
    query: votes.VotesQuery;
    currentUser: CurrentUser | null;
    invitedVoter: InvitedVoter | null;
  }) => {
    const reader = currentUser ?? invitedVoter;
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    const isFiltered = query.q !== "" || query.vote !== undefined || query.commented !== undefined;
    // By name, which costs as much as a search.
    const isSearch = isFiltered || sealsEarlierAnswers(survey);
    return isSearch
      ? searches.run(() => listVotes(database.forSearches, survey, query, reader))
      : listVotes(database, survey, query, reader);
  };
  registerEndpoint(votes.listSurveyVotes, list);
  registerEndpoint(votes.listCollectedVotes, list);

  registerEndpoint(votes.getMyVote, async ({ params, currentUser }) => {
    const survey = orNotFound(await findSurvey(database, params.id, currentUser));
    return findOwnVote(database, survey, currentUser);
  });

  registerEndpoint(votes.getLedger, async ({ params, query, currentUser, reply }) => {
    orNotFound(await findSurvey(database, params.id, currentUser));
    const { json, next } = await readLedger(database.forLists, params.id, query);
    if (next !== null)
      reply.header("link", nextPageLink(API_PREFIX + votes.getLedger.path, { params, query }, { after: next }));
    return json;
  });

  registerEndpoint(votes.listMyChoices, ({ query, currentUser }) =>
    findChoices(database, currentUser.userId, query.surveys),
  );

  registerEndpoint(votes.reportSurvey, async ({ params, body, currentUser }) => {
    const report = { id: newId(), surveyId: params.id, userId: currentUser.userId, text: body.inapp };
    const stored = orNotFound(await addReport(database, report));
    // The same text is a retry. A different one must not change what an admin may have read already.
    if (stored.text !== body.inapp) throw apiError("alreadyReported");
    return { insertedId: stored.id };
  });

  registerEndpoint(votes.listSurveyReports, async ({ params, query, currentUser }) => {
    orNotFound(await findSurvey(database, params.id, currentUser));
    return listReports(database.forLists, params.id, query);
  });

  registerEndpoint(votes.settleReport, async ({ params, body, currentUser, request }) => {
    const report = { surveyId: params.id, reportId: params.report, outcome: body.outcome };
    const by = actorOf(currentUser, request);
    const isSettled = await database.transaction((tx) => settleReport(changeOf(tx, by, record), report));
    return { modifiedCount: Number(orThrow(isSettled)) };
  });

  registerEndpoint(votes.resolveReports, async ({ params, query, currentUser, request }) => {
    orNotFound(await findSurvey(database, params.id, currentUser));
    const by = actorOf(currentUser, request);
    const isSettled = await database.transaction((tx) =>
      resolveReports(changeOf(tx, by, record), params.id, query.version),
    );
    return { modifiedCount: Number(orThrow(isSettled)) };
  });

  registerEndpoint(votes.listMyParticipations, ({ params, query, currentUser }) =>
    listParticipations(database.forLists, "voted", params.email, query, currentUser),
  );
  registerEndpoint(votes.listMyReports, ({ params, query, currentUser }) =>
    listParticipations(database.forLists, "reported", params.email, query, currentUser),
  );
  registerEndpoint(votes.listMyComments, ({ params, query, currentUser }) =>
    listParticipations(database.forLists, "commented", params.email, query, currentUser),
  );
}
