import * as waitingPeople from "@survey-app/contract/invitations/waitingPeople.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { makeInvitations } from "./codes.sql.ts";
import { findAdded, insertInvitations, rejectAdditions, showsCode } from "./invitations.sql.ts";
import { hashOfTicket, type InvitationTokens } from "./invitationTokens.ts";
import { lockList } from "./lockedList.sql.ts";
import { countWaiting, listRequests, listWaiting, removeWaiting, takeWaiting } from "./waitingPeople.sql.ts";

interface WaitingParts {
  record: RecordSurveyEvent;
  tokens: InvitationTokens;
  /** @throws {ApiError} `roleRequired` if the user may no longer manage the list of this survey or meeting */
  requireMayAsk: (currentUser: CurrentUser, listId: string) => Promise<void>;
}

/**
 * Serves the people who wait on lists until an admin allows codes: their names to the owners of each list, and only
 * their number to admins.
 *
 * The permission doesn't make the codes, because they are shown once, and the admin must not see them. The owner makes
 * them afterwards.
 */
export function serveWaitingPeople(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  { record, tokens, requireMayAsk }: WaitingParts,
): void {
  registerEndpoint(waitingPeople.listWaitingPeople, async ({ params, query, currentUser }) => {
    await requireMayAsk(currentUser, params.id);
    return orThrow(await listWaiting(database.forLists, { listId: params.id, reader: currentUser }, query));
  });

  registerEndpoint(waitingPeople.makeWaitingCodes, async ({ params, body, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const by = actionOf(currentUser, request);
    const ticketHash = hashOfTicket(body.ticket, "waiting");
    const { codes, left } = await database.transaction(async (tx) => {
      const list = orThrow(await lockList(tx, params.id, currentUser));
      const repeated = await findAdded(tx, { list, ticketHash, codeKey: tokens.codeKey });
      if (repeated.length > 0) return { codes: repeated.filter(showsCode), left: await countWaiting(tx, list.id) };
      const people = await takeWaiting(tx, list);
      // They take the places that they had while they waited.
      orThrow(await rejectAdditions(tx, { list, count: people.length, codes: people.length }));
      const added = await makeInvitations(
        tx,
        tokens,
        people.map(({ label }) => ({ email: null, label })),
      );
      await insertInvitations(changeOf(tx, by, record), { list, added, ticketHash });
      return { codes: added, left: await countWaiting(tx, list.id) };
    });
    return { codes: codes.map(({ id, label }) => tokens.issued({ id, label })), left };
  });

  registerEndpoint(waitingPeople.removeWaitingPerson, async ({ params, currentUser, request }) => {
    await requireMayAsk(currentUser, params.id);
    const by = actionOf(currentUser, request);
    await database.transaction(async (tx) => {
      const list = orThrow(await lockList(tx, params.id, currentUser));
      orThrow(await removeWaiting(changeOf(tx, by, record), list, params.person));
    });
    return { modifiedCount: 1 };
  });

  registerEndpoint(waitingPeople.listCodeRequests, ({ query }) => listRequests(database.forLists, query));
}
