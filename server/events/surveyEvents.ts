import type { AuditState } from "@survey-app/contract/ops/audit.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import type { Actor, OwnerActor } from "../http/currentUser.ts";

/** Something that happened to a survey. `note`: an admin's feedback to the owner; "" without any. */
export type SurveyEvent = About &
  (
    | { kind: "created" }
    /**
     * With the actor `setting`, no admin had to review it. `appearsAt`: in milliseconds since 1970. `isRequest`: the
     * owner requested to become a surveyor with the survey.
     */
    | { kind: "published"; note: string; appearsAt: number; isRequest: boolean }
    | { kind: "unpublished"; note: string; reason: UnpublishReason | "unstated" }
    | { kind: "sentBack"; note: string; isRequest: boolean; wasPublished: boolean }
    /** `returnsToReview`: a published survey awaits review again because of the change. */
    | { kind: "changed"; returnsToReview: boolean }
    | { kind: "closed" }
    /** The owner showed the result, and voting continues. */
    | { kind: "shown" }
    | { kind: "deleted" }
    /** The owner wrote what was decided after the close. */
    | { kind: "decided"; isFirst: boolean; ownerId: string }
    | { kind: "firstVote" }
    | { kind: "feedbackWritten"; note: string; isPublished: boolean }
    /** `number`: how many times links were sent before. */
    | { kind: "invitationsSent"; number: number; senderId: string }
    | { kind: "invitationReissued" }
    | { kind: "codesAllowed" }
    /** People were added to the list, or removed from it. */
    | { kind: "listChanged" }
    /** `count` people on the list say that someone else used their invitation: one immediately, or all at the close. */
    | { kind: "objected"; count: number }
    /** A voter wrote or removed a comment. */
    | { kind: "commentChanged" }
    /**
     * An admin has accepted it after it was published without review. Parts that no one vouched for before are shown
     * and sent from now on.
     */
    | { kind: "accepted" }
    | { kind: "reportsSettled" }
  );

interface About {
  surveyId: string;
  /** Who caused the event; null for the clock and for votes. */
  by: Actor | OwnerActor | null;
  /**
   * The entry for the audit log, with the title at the time; null for actions that aren't logged, such as owners' on
   * their own surveys.
   */
  logged: { title: string; before: AuditState; after: AuditState } | null;
  /** Whether public responses change: the survey is public, or was before the event. */
  isPublic: boolean;
}

/** Stores an effect of an event, in the transaction of its cause. */
export type SurveyEventHandler = (tx: Database, event: SurveyEvent) => Promise<void>;

/**
 * Records an event of a survey with all its effects, in the transaction of the cause: the emails, the webhooks and the
 * audit event are stored exactly if the cause is, and public responses are invalidated after the commit. `changeOf`
 * binds it to that transaction.
 */
export type RecordSurveyEvent = (tx: Database, event: SurveyEvent) => Promise<void>;

/**
 * A change of surveys in one transaction: the first parameter of functions that record events. Its events can only be
 * stored in its own transaction. It doesn't have a time: most functions date what they store by the database's clock,
 * which they read after locking the survey.
 */
export interface Change<By = unknown> {
  tx: Database;
  /** Who causes it, such as an admin by a request. `unknown` for functions that don't depend on it. */
  by: By;
  record(event: SurveyEvent): Promise<void>;
}

/** Makes the change of a request or job, when its transaction begins. @param by null for the clock, votes and voters */
export const changeOf = <By>(tx: Database, by: By, record: RecordSurveyEvent): Change<By> => ({
  tx,
  by,
  record: (event) => record(tx, event),
});

export function createSurveyRecorder(
  handlers: readonly SurveyEventHandler[],
  bus: Pick<EventBus, "emit">,
): RecordSurveyEvent {
  return async (tx, event) => {
    for (const handle of handlers) await handle(tx, event);
    if (!event.isPublic) return;
    const changed = event.kind === "commentChanged" ? "people" : "content";
    tx.afterCommit(() => bus.emit(new Set([event.surveyId]), changed));
  };
}
