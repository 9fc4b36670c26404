import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import type { FastifyRequest } from "fastify";
import { type LockedSurvey, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { type Change, changeOf, type RecordSurveyEvent, type SurveyEventHandler } from "../events/surveyEvents.ts";
import { apiError, orNotFound, orThrow } from "../http/apiError.ts";
import type { InvitedVoter } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { BallotCookies } from "../invitations/ballotCookies.ts";
import type { TypedToken } from "../invitations/invitationTokens.ts";
import { findQuestionSurveys } from "../invitations/meetingLists.sql.ts";
import { addFormerObjection, addObjection, countFormerIfShown, markObjected } from "../invitations/objections.sql.ts";
import type { TypedTokens } from "../invitations/typedTokens.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { findInvitationOf, findIssuedInvitation, findOpenedInvitation, findVoterId } from "../voters/findVoter.sql.ts";
import { insertReports } from "./reports.sql.ts";

/** Serves "It wasn't me": a person on a list says that someone else used their invitation. */
export function serveObjections(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  {
    record,
    typedTokens,
    ballotCookies,
  }: { record: RecordSurveyEvent; typedTokens: TypedTokens; ballotCookies: BallotCookies },
): void {
  /**
   * Locks a survey before its invitation is read. Otherwise the owner could replace the link or code in between, and
   * the objection would be about the former one.
   */
  const withLocked = <T>(surveyId: string, work: (change: Change, list: LockedSurvey) => Promise<T>) =>
    database.transaction(async (tx) => work(changeOf(tx, null, record), orNotFound(await lockSurvey(tx, surveyId))));

  /**
   * Stores an objection with a link or code of a meeting that can't be opened, on all opened questions of the meeting.
   * Each question decides which invitation the objection is about, and whether it counts.
   */
  async function objectInMeeting(change: Change, sent: { typed: TypedToken; request: FastifyRequest }) {
    const { tx } = change;
    const before = await typedTokens.findAgain(tx, sent.typed, sent.request);
    const meetingId = before.opened.listId;
    orNotFound(await lockMeeting(tx, meetingId));
    const { opened, formerHash } = await typedTokens.findAgain(tx, sent.typed, sent.request);
    const isMarked = formerHash !== null && (await markObjected(tx, formerHash));
    const results: Awaited<ReturnType<typeof addObjection>>[] = [];
    // Ballot boxes are locked in the order of their ids.
    for (const surveyId of (await findQuestionSurveys(tx, meetingId)).sort()) {
      const list = orNotFound(await lockSurvey(tx, surveyId));
      if (formerHash !== null) {
        await countFormerIfShown(change, surveyId, list);
        continue;
      }
      const voter = { ...opened, surveyId };
      const ballotHash = ballotCookies.readHash(sent.request.headers.cookie, voter);
      const voterId = await findVoterId(tx, { ...voter, ballotHash });
      results.push(await addObjection(change, { surveyId, invitationId: opened.invitationId, voterId }, list));
    }
    if (formerHash !== null) return isMarked;
    const isUnused = results.length > 0 && results.every((result) => typeof result === "string");
    return isUnused ? "invitationUnused" : results.includes(true);
  }

  registerEndpoint(invitations.objectToVote, async ({ params, currentUser, invitedVoter }) => {
    const reader = currentUser ?? invitedVoter;
    if (reader === null) throw apiError("invitationEnded");
    // No scope opens reports: a key is for votes, results and surveys.
    if (currentUser?.apiKey) throw apiError("scopeRequired");
    orNotFound(await findSurvey(database, params.id, currentUser));
    const isAdded = await withLocked(params.id, async (change, list) => {
      const { tx } = change;
      const invitation = invitedVoter
        ? await findObjector(tx, invitedVoter)
        : await findInvitationOf(tx, params.id, currentUser?.userId ?? "");
      if (!invitation) throw apiError(invitedVoter ? "invitationEnded" : "notInvited");
      const listed = { surveyId: params.id, invitationId: invitation.id };
      return addObjection(change, { ...listed, voterId: await findVoterId(tx, reader) }, list);
    });
    return { modifiedCount: Number(orThrow(isAdded)) };
  });

  registerEndpoint(invitations.objectToEnd, async ({ body, request }) => {
    const { typed, found } = await typedTokens.find(body.token, request, body.meeting ?? null);
    const { surveyId, isOfMeeting } = found.opened;
    if (isOfMeeting) {
      const isAdded = await database.transaction((tx) =>
        objectInMeeting(changeOf(tx, null, record), { typed, request }),
      );
      return { modifiedCount: Number(orThrow(isAdded)) };
    }
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

/** The invitation of a person who objects. People who were removed from a meeting's list object on its questions. */
const findObjector = (tx: Database, voter: InvitedVoter) =>
  voter.isOfMeeting ? findIssuedInvitation(tx, voter) : findOpenedInvitation(tx, voter);

const ONE = "A person on this survey's list says that someone else used their invitation.";
const several = (count: number) => `${count} people on this survey's list say that someone else used their invitation.`;

/**
 * Reports objections to the admins: each one immediately, or, where the result was hidden, all together at the close.
 * The report doesn't have an author: neither the owner nor the admins learn who objected.
 */
export const fileReports: SurveyEventHandler = async (tx, event) => {
  if (event.kind !== "objected") return;
  const { surveyId, count } = event;
  await insertReports(tx, [{ id: newId(), surveyId, userId: null, text: count === 1 ? ONE : several(count) }]);
};
