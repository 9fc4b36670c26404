import * as owners from "@survey-app/contract/surveys/owners.ts";
import { actionOf } from "../ballots/rights.ts";
import { unlessClockHeld } from "../clock/heartbeat.sql.ts";
import { orNotFound, orThrow } from "../http/apiError.ts";
import type { Server } from "../http/server.ts";
import { TRAIL_FAILED } from "../mail/trailedEmail.ts";
import {
  acceptCoOwnership,
  inviteCoOwner,
  leaveSurvey,
  listOwners,
  listSharedSurveys,
  removeCoOwner,
  removeExpiredInvitations,
} from "./owners.sql.ts";

/** Serves the co-owners of surveys, and removes invitations that weren't accepted in time. */
export function startOwners({ registerEndpoint, database, jobs }: Server): void {
  registerEndpoint(owners.listOwners, async ({ params, currentUser }) =>
    orNotFound(await listOwners(database, params.id, currentUser)),
  );

  registerEndpoint(owners.inviteCoOwner, async ({ params, body, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const invited = await database.transaction((tx) => inviteCoOwner(tx, params.id, body.email, by));
    const { id, trailFailure } = orThrow(invited);
    if (trailFailure) request.log.error({ reason: String(trailFailure.error) }, TRAIL_FAILED);
    return { insertedId: id };
  });

  registerEndpoint(owners.acceptCoOwnership, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const accepted = await database.transaction((tx) => acceptCoOwnership(tx, params.id, by));
    if (accepted !== "accepted") orThrow(accepted);
    return { modifiedCount: 1 };
  });

  registerEndpoint(owners.leaveSurvey, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    orNotFound(await database.transaction((tx) => leaveSurvey(tx, params.id, by)));
    return { modifiedCount: 1 };
  });

  registerEndpoint(owners.removeCoOwner, async ({ params, currentUser, request }) => {
    const by = actionOf(currentUser, request);
    const removed = { surveyId: params.id, ownerRowId: params.owner };
    orNotFound(await database.transaction((tx) => removeCoOwner(tx, removed, by)));
    return { modifiedCount: 1 };
  });

  registerEndpoint(owners.listSharedSurveys, ({ currentUser }) => listSharedSurveys(database.forLists, currentUser));
  jobs.everyHour(
    "removing expired invitations to co-own surveys",
    unlessClockHeld(database, () => removeExpiredInvitations(database)),
  );
}
