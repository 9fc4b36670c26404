import { type AskingPolicies, meetingsNeedReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { isLanguage } from "@survey-app/texts/languages.ts";
import { maySend } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import { isPersonsName } from "../words/mail/greeting.ts";
import type { AboutMeeting, MeetingEmail } from "../words/mail/meetingTemplates.ts";
import { findNameOnList, isAccepted } from "./aboutSurvey.sql.ts";

type ReviewPolicies = Pick<AskingPolicies, "surveyReview" | "surveyors">;

/**
 * Whether an email waits until an admin accepts its meeting, where surveys for invited people are reviewed: its owner
 * may have changed the email's content after sending the links.
 */
export async function waitsForReview(
  { db }: Database,
  email: { kind: string; surveyId?: string },
  policies: ReviewPolicies,
): Promise<boolean> {
  const says = email.kind === "meetingInvitation" || email.kind === "meetingCorrection";
  if (!says || !meetingsNeedReview(policies)) return false;
  const waiting = db
    .selectFrom("meetings")
    .select("id")
    .where("id", "=", email.surveyId ?? "")
    .where("accepted", "=", 0);
  return (await waiting.executeTakeFirst()) !== undefined;
}

/**
 * The content of an email about its meeting, as it is now; null if the meeting is gone. Its owner is named as a
 * survey's is (`aboutSurvey`). Its questions are quoted only if surveyors have asked them, where surveyors don't need
 * an admin to send emails: an admin who accepts a meeting doesn't read its questions, and its list can grow later.
 */
export async function aboutMeeting(
  database: Database,
  email: MeetingEmail,
  { questionsOf, ...policies }: ReviewPolicies & { questionsOf: (id: string) => Promise<OpenedQuestion[]> },
): Promise<Omit<AboutMeeting, "timeZone"> | null> {
  const found = await database.db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .select(["meetings.id", "meetings.name", "meetings.starts_at", "meetings.language"])
    .select(["owner_id", "meetings.accepted", "asked_as_user", "users.name as ownerName"])
    .where("meetings.id", "=", email.surveyId)
    .executeTakeFirst();
  if (!found) return null;
  const { id, name, owner_id: ownerId, accepted, asked_as_user, ownerName, starts_at, language } = found;
  const isQuoted =
    (await maySend(database, id, ownerId)) &&
    (policies.surveyors !== "everyone" || accepted === 1 || (await isAccepted(database, ownerId)));
  const areQuoted = asked_as_user === 0 && !meetingsNeedReview(policies);
  const shown = (question: OpenedQuestion) => (areQuoted ? question : { ...question, Title: null });
  return {
    name,
    ownerName: isQuoted && isPersonsName(ownerName) ? ownerName : null,
    startsAt: starts_at === null ? null : Number(starts_at),
    language: language !== null && isLanguage(language) ? language : null,
    nameOnList: "invitationId" in email ? await findNameOnList(database, email) : "",
    questions: email.kind === "meetingEnded" ? (await questionsOf(id)).map(shown) : null,
  };
}
