import type { Language } from "@survey-app/texts/languages.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import * as meetingMailTexts from "@survey-app/texts/meetingMailTexts.ts";
import { utcDayAndTime } from "./aboutSurvey.ts";
import type { EmailContent } from "./layout.ts";
import { shortenTitle } from "./userText.ts";

/** The facts about a meeting that emails name, as they are when an email is sent. */
export interface AboutMeeting {
  name: string;
  /** Null where it must not be quoted, or does not look like a name. */
  ownerName: string | null;
  /** When it is planned to begin, in milliseconds since 1970; null if its owner didn't say. */
  startsAt: number | null;
  language: Language | null;
  /** The reader's name on its list; empty without one. */
  nameOnList: string;
}

/** An email with the link of a person on the list of a meeting. */
export interface MeetingEmail {
  kind: "meetingInvitation";
  /** The id of the meeting, under which its list stands. */
  surveyId: string;
  invitationId: string;
  senderId: string | null;
}

/** Names no question: they are shown when they are asked. */
export function renderMeetingInvitation(meeting: AboutMeeting, link: string): EmailContent {
  const { name, ownerName, startsAt } = meeting;
  const begins = startsAt === null ? null : mailTexts.moment(utcDayAndTime(startsAt));
  return {
    subject: ownerName
      ? meetingMailTexts.invites(ownerName, shortenTitle(name))
      : meetingMailTexts.invitedTo(shortenTitle(name)),
    heading: ownerName ? meetingMailTexts.heading(ownerName) : meetingMailTexts.invited,
    preview: meetingMailTexts.how,
    blocks: [
      { kind: "quote", title: name, text: "", language: meeting.language },
      ...(begins === null ? [] : [{ kind: "facts", facts: [[meetingMailTexts.begins, begins]] } as const]),
      { kind: "text", text: meetingMailTexts.how },
      { kind: "button", label: meetingMailTexts.open, url: link },
      { kind: "text", text: meetingMailTexts.linkIsYours },
    ],
    reason: mailTexts.reasons.invitedToMeeting,
  };
}
