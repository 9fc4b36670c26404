import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { orNotFound } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { isCode } from "../voters/findVoter.sql.ts";
import { countList } from "./copyList.sql.ts";
import { countToCorrect } from "./correction.sql.ts";
import { readQuestionRows, toDrafts } from "./drafts.sql.ts";
import { readDefaults } from "./meetingRows.ts";
import { readMeetingState, readOpened } from "./meetingState.sql.ts";
import { findOwnMeeting, meetingsNeedReview } from "./ownMeeting.sql.ts";

/** A meeting as its owner keeps it. Nobody else reads its drafts. @throws {ApiError} `notFound` */
export async function readManaged(
  tx: Database,
  meetingId: string,
  { reader, policies }: { reader: CurrentUser; policies: AskingPolicies },
): Promise<ManagedMeeting> {
  const meeting = await findOwnMeeting(tx, meetingId, reader);
  const withoutEmail = tx.db
    .selectFrom("invitations")
    .where("survey_id", "=", meetingId)
    .where(isCode)
    .where("state", "<>", "struck");
  const { codes, notSent } = await countList(tx, meetingId);
  return {
    ...orNotFound(await readMeetingState(tx, meetingId)),
    // Also of one that an admin took down.
    name: meeting.name,
    ownerName: shownName(reader.name),
    about: meeting.about,
    defaults: readDefaults(meeting),
    codesAllowed: meeting.codes_allowed === 1,
    needsReview: meetingsNeedReview(policies),
    accepted: meeting.accepted === 1,
    withoutEmail: await countMatching(withoutEmail),
    codes,
    notSent,
    toCorrect: await countToCorrect(tx, meeting),
    drafts: toDrafts(await readQuestionRows(tx, meetingId)),
    questions: await readOpened(tx, meetingId),
  };
}
