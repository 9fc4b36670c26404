import { findMeeting, findMeetingOf } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyEvent, SurveyEventHandler } from "../events/surveyEvents.ts";
import { addMailing } from "../mail/addMailing.sql.ts";
import { resumeMailings } from "./mailings.sql.ts";
import { enqueueForOwner } from "./ownerEmails.sql.ts";

/** Enqueues the emails about a survey event to its owner and to the people who voted, follow it or are invited. */
export const emailAboutSurvey: SurveyEventHandler = async (tx, event) => {
  const { kind, surveyId, by } = event;
  switch (kind) {
    case "published": {
      await resumeMailings(tx, surveyId, event.appearsAt);
      // Its owner has published it by submitting it, and its page says so.
      if (by === "setting") return;
      if (!(await isOfMeeting(tx, event))) await addMissedMailings(tx, surveyId);
      const { note, appearsAt, isRequest } = event;
      return enqueueForOwner(
        tx,
        { kind: isRequest ? "requestAccepted" : "surveyPublished", surveyId, note, appearsAt },
        by,
      );
    }
    case "accepted":
      return resumeMailings(tx, surveyId, 0);
    case "unpublished":
      // The meeting's owner gets one email about all its questions.
      if (await isTakenDown(tx, event)) return;
      return enqueueForOwner(tx, { kind: "surveyUnpublished", surveyId, note: event.note, reason: event.reason }, by);
    case "sentBack": {
      if (await isTakenDown(tx, event)) return;
      const { note, isRequest, wasPublished } = event;
      return enqueueForOwner(tx, { kind: "surveySentBack", surveyId, note, isRequest, wasPublished }, by);
    }
    case "feedbackWritten": {
      const { note, isPublished } = event;
      return enqueueForOwner(tx, { kind: "surveyFeedback", surveyId, note, isPublished }, by);
    }
    case "firstVote":
      if (await isOfMeeting(tx, event)) return;
      return enqueueForOwner(tx, { kind: "surveyFirstVote", surveyId }, by);
    case "closed":
      // A survey that isn't public doesn't cause emails.
      if (event.isPublic && !(await isOfMeeting(tx, event)))
        await addMailing(tx, surveyId, { kind: "result", number: 0, senderId: null });
      return;
    case "decided":
      if (event.isFirst && event.isPublic && !(await isOfMeeting(tx, event)))
        await addMailing(tx, surveyId, { kind: "outcome", number: 0, senderId: event.ownerId });
      return;
    case "invitationsSent":
      return addMailing(tx, surveyId, { kind: "invitation", number: event.number, senderId: event.senderId });
  }
};

/** Whether a survey is a question of a meeting, which sends one email at its end for all of them. */
const isOfMeeting = async (tx: Database, { surveyId }: SurveyEvent): Promise<boolean> =>
  (await findMeetingOf(tx, surveyId)) !== null;

/** Whether a survey is a question of a meeting that an admin has taken down. */
async function isTakenDown(tx: Database, { surveyId }: SurveyEvent): Promise<boolean> {
  const id = await findMeetingOf(tx, surveyId);
  return id !== null && (await findMeeting(tx, id))?.taken_down_for != null;
}

/**
 * Adds the emails about a closed survey that is published again: its result and what was decided, if they were not sent
 * while it was hidden.
 */
async function addMissedMailings(tx: Database, surveyId: string): Promise<void> {
  const closed = await tx.db
    .selectFrom("surveys")
    .select("owner_id")
    .where("id", "=", surveyId)
    .where("closed_at", "is not", null)
    .executeTakeFirst();
  if (!closed) return;
  await addMailing(tx, surveyId, { kind: "result", number: 0, senderId: null });
  const decided = tx.db.selectFrom("outcomes").select("id").where("survey_id", "=", surveyId).limit(1);
  if (await decided.executeTakeFirst())
    await addMailing(tx, surveyId, { kind: "outcome", number: 0, senderId: closed.owner_id });
}
