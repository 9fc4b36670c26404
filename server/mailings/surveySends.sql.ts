import { isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { UnsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import { isPublicAs } from "@survey-app/contract/surveys/publication.ts";
import { PUBLISHED, type SurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { isMeetingUnreviewed } from "../ballots/meetingOf.sql.ts";
import { publicationColumns, publicationOf } from "../ballots/publication.sql.ts";
import { maySend } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import { isAfterClose } from "../mail/addMailing.sql.ts";

/** The data of a survey or meeting that decide who gets emails about it. */
export type MailedSurvey = NonNullable<Awaited<ReturnType<typeof findMailedSurvey>>>;

export async function findMailedSurvey(database: Database, id: string) {
  const survey = await findSurvey(database, id);
  return survey ? { ...survey, isMeeting: false, isUnreviewed: isUnreviewed(survey) } : findMeeting(database, id);
}

/**
 * Returns a meeting as a published survey for invited people that is closed when the meeting ends, because its links
 * are sent in the same way. Whether it is unreviewed is decided at its end (`enqueueMeetingEnd`): afterwards its
 * results don't wait.
 */
async function findMeeting({ db }: Database, meetingId: string) {
  const meeting = await db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .select([
      "meetings.id",
      "meetings.owner_id as ownerId",
      "meetings.ended_at",
      "meetings.taken_down_for",
      "meetings.accepted",
      "meetings.asked_as_user",
      "users.role as ownerRole",
    ])
    .where("meetings.id", "=", meetingId)
    .executeTakeFirst();
  if (!meeting) return undefined;
  const { id, ownerId, ended_at, taken_down_for } = meeting;
  const status: SurveyStatus = taken_down_for === null ? PUBLISHED : WAITING;
  return {
    ...{ id, ownerId, isUnreviewed: ended_at === null && isMeetingUnreviewed(meeting) },
    ...({ isMeeting: true, electorate: "invited", privacy: "named", results: "afterClose" } as const),
    status,
    ...({ sent_back_at: null, unpublished_for: taken_down_for, appears_at: 0, ends_at: null } as const),
    closed_at: ended_at,
  };
}

function findSurvey({ db }: Database, surveyId: string) {
  return db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["surveys.id", "surveys.electorate", "surveys.privacy", "surveys.results", "surveys.owner_id as ownerId"])
    .select(publicationColumns.map((column) => `surveys.${column}` as const))
    .select(["surveys.listed", "surveys.accepted", "users.role as ownerRole"])
    .where("surveys.id", "=", surveyId)
    .executeTakeFirst();
}

/**
 * Why a survey doesn't cause emails to many people now; null if it does. It is checked when emails are enqueued, and
 * again when each is sent: a survey can be unpublished or closed meanwhile, and its sender blocked or demoted. Closed
 * surveys are never reopened, so `notEnded` only occurs with inconsistent data, such as a database that was changed by
 * hand: then results that aren't final must not be sent.
 * @param senderId the person who sends it; null for the server's own emails
 */
export async function whyNoneAbout(
  database: Database,
  survey: MailedSurvey | undefined,
  { kind, senderId }: { kind: Parameters<typeof isAfterClose>[0]; senderId: string | null },
): Promise<UnsentReason | null> {
  if (!survey) return "surveyDeleted";
  const publication = publicationOf(survey, Date.now());
  if (!isPublicAs(publication)) return "unpublished";
  if (isAfterClose(kind) && publication !== "closed") return "notEnded";
  if (!isAfterClose(kind) && publication !== "published") return "ended";
  if (survey.isUnreviewed) return "unreviewed";
  return senderId === null || (await maySend(database, survey.id, senderId)) ? null : "senderStopped";
}
