import { type AskingPolicies, meetingsNeedReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { countWaiting } from "../invitations/waitingPeople.sql.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { countList } from "./copyList.sql.ts";
import { countToCorrect } from "./correction.sql.ts";
import { readQuestionRows, toDrafts } from "./drafts.sql.ts";
import { readDefaults } from "./meetingRows.ts";
import { findMeetingWithOwner, readOpened, toMeetingState } from "./meetingState.sql.ts";

/** Reads a meeting as its owner manages it. Only the owner can read its drafts. @throws {ApiError} `notFound` */
export async function readManaged(
  tx: Database,
  meetingId: string,
  { reader, policies }: { reader: CurrentUser; policies: AskingPolicies },
): Promise<ManagedMeeting> {
  const meeting = orNotFound(await findMeetingWithOwner(tx, meetingId));
  if (meeting.owner_id !== reader.userId) throw apiError("notFound");
  const withoutEmail = tx.db
    .selectFrom("invitations")
    .where("survey_id", "=", meetingId)
    .where(isCode)
    .where("state", "<>", "struck");
  const { people, codes, notSent, replaced } = await countList(tx, meetingId);
  const questions = await readOpened(tx, meetingId);
  const question = questions.find(({ surveyId }) => surveyId === meeting.current_survey_id) ?? null;
  return {
    ...toMeetingState(meeting, { question, people }),
    // Also shown for a meeting that an admin took down.
    name: meeting.name,
    ownerName: shownName(reader.name),
    about: meeting.about,
    defaults: readDefaults(meeting),
    codesAllowed: meeting.codes_allowed === 1,
    needsReview: meetingsNeedReview(policies),
    accepted: meeting.accepted === 1,
    withoutEmail: await countMatching(withoutEmail),
    waiting: await countWaiting(tx, meetingId),
    codes,
    notSent,
    replaced,
    toCorrect: await countToCorrect(tx, meeting),
    drafts: toDrafts(await readQuestionRows(tx, meetingId)),
    questions,
  };
}
