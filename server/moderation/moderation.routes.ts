import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import * as moderation from "@survey-app/contract/surveys/moderation.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { orThrow } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { acceptRequest, lockRequesterOf } from "../surveys/surveyorRequests.sql.ts";
import { takeDownMeeting } from "./meetingTakeDown.sql.ts";
import { appealUnpublication, findUnpublication, setSurveyStatus } from "./moderation.sql.ts";

interface ModerationParts {
  record: RecordSurveyEvent;
  events: Pick<EventBus, "emit">;
  /** Invalidates what is cached about a user whose role has changed. */
  invalidateRole(userId: string): Promise<void>;
}

/** Serves the review of surveys, admins' take-downs, and owners' appeals. */
export function serveModeration(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { record, events, invalidateRole }: ModerationParts,
): void {
  registerEndpoint(moderation.getUnpublication, ({ params, currentUser }) =>
    findUnpublication(database, params.id, currentUser),
  );

  registerEndpoint(moderation.appealUnpublication, async ({ params, body, currentUser }) => {
    const appealed = await database.transaction((tx) => appealUnpublication(tx, params.id, body.appeal, currentUser));
    return { modifiedCount: Number(orThrow(appealed)) };
  });

  registerEndpoint(meetings.takeDownMeeting, async ({ params: { meeting: id }, body, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const isTakenDown = await database.transaction((tx) =>
      takeDownMeeting(changeOf(tx, by, record), id, { reason: body.reason, note: body.feedback }),
    );
    if (isTakenDown) events.emit(new Set([id]), "content");
    return { modifiedCount: Number(isTakenDown) };
  });

  // In one transaction, so that the change, the note, the role and the email are all stored, or none of them.
  registerEndpoint(surveys.setSurveyStatus, async ({ params, body, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    const { decided, requesterId } = await database.transaction(async (tx) => {
      const requesterId = await lockRequesterOf(tx, params.id);
      const decision = { ...body, note: body.feedback, isRequest: requesterId !== null };
      const decided = await setSurveyStatus(changeOf(tx, by, record), params.id, decision);
      if (decided === true && requesterId && body.status === PUBLISHED) await acceptRequest(tx, requesterId, by);
      return { decided, requesterId };
    });
    const isChanged = orThrow(decided);
    if (isChanged && requesterId) await invalidateRole(requesterId);
    return { modifiedCount: Number(isChanged) };
  });
}
