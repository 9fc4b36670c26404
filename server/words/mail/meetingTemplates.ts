import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { describeNumbers, describeQuestion } from "@survey-app/contract/meetings/recordText.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import * as mailTexts from "@survey-app/texts/mailTexts.ts";
import * as meetingMailTexts from "@survey-app/texts/meetingMailTexts.ts";
import * as minutesTexts from "@survey-app/texts/minutesTexts.ts";
import * as ownerMailTexts from "@survey-app/texts/ownerMailTexts.ts";
import * as recordMailTexts from "@survey-app/texts/recordMailTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { momentIn } from "./aboutSurvey.ts";
import type { EmailBlock, EmailContent } from "./layout.ts";
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
  /** The reader's time zone (IANA); UTC if it is unknown. */
  timeZone: string;
  /**
   * The questions that were opened, for the email at the end; null before. One that must not be quoted doesn't have a
   * title.
   */
  questions: readonly OpenedQuestion[] | null;
}

/** A person on the list of a meeting. */
interface ListedReader {
  /** The id of the meeting, under which its list stands. */
  surveyId: string;
  invitationId: string;
}

/**
 * The kinds of emails to people on the list of a meeting: with their link, with the link again once the name or the
 * start has changed, and with all results at its end.
 */
export type MeetingEmail =
  | ({ kind: "meetingInvitation" | "meetingCorrection"; senderId: string | null } & ListedReader)
  | ({ kind: "meetingEnded" } & ListedReader)
  /** To its owner. `note`: an admin's. */
  | { kind: "meetingTakenDown"; surveyId: string; note: string; reason: UnpublishReason };

const KINDS: readonly string[] = [
  "meetingInvitation",
  "meetingCorrection",
  "meetingEnded",
  "meetingTakenDown",
] satisfies MeetingEmail["kind"][];

export const isAboutMeeting = (email: { kind: string }): email is MeetingEmail => KINDS.includes(email.kind);

export function renderMeetingEmail(
  email: MeetingEmail,
  { meeting, link, publicUrl }: { meeting: AboutMeeting; link: string; publicUrl: string },
): EmailContent {
  const record = `${publicUrl}/meetings/${email.surveyId}/record`;
  if (email.kind === "meetingEnded") return renderResults(meeting, record);
  if (email.kind === "meetingTakenDown") return renderTakenDown(meeting, email, record);
  return email.kind === "meetingCorrection" ? renderCorrection(meeting, link) : renderMeetingInvitation(meeting, link);
}

/** It doesn't name the questions: they are shown when they are asked. */
function renderMeetingInvitation(meeting: AboutMeeting, link: string): EmailContent {
  const { name, ownerName } = meeting;
  return {
    subject: ownerName
      ? meetingMailTexts.invites(ownerName, shortenTitle(name))
      : meetingMailTexts.invitedTo(shortenTitle(name)),
    heading: ownerName ? meetingMailTexts.heading(ownerName) : meetingMailTexts.invited,
    preview: meetingMailTexts.how,
    blocks: [
      ...nameAndStart(meeting),
      { kind: "text", text: meetingMailTexts.how },
      { kind: "button", label: meetingMailTexts.open, url: link },
      { kind: "text", text: meetingMailTexts.linkIsYours },
    ],
    reason: mailTexts.reasons.invitedToMeeting,
  };
}

/** Corrects what the earlier email said about the meeting. The link is the same. */
function renderCorrection(meeting: AboutMeeting, link: string): EmailContent {
  return {
    subject: meetingMailTexts.corrects(shortenTitle(meeting.name)),
    heading: meetingMailTexts.corrected,
    preview: meetingMailTexts.correctedText,
    blocks: [
      { kind: "text", text: meetingMailTexts.correctedText },
      ...nameAndStart(meeting),
      { kind: "text", text: meetingMailTexts.linkStays },
      { kind: "button", label: meetingMailTexts.open, url: link },
      { kind: "text", text: meetingMailTexts.linkIsYours },
    ],
    reason: mailTexts.reasons.invitedToMeeting,
  };
}

/** An admin has taken the meeting down. */
function renderTakenDown(
  { name, language }: AboutMeeting,
  { note, reason }: Extract<MeetingEmail, { kind: "meetingTakenDown" }>,
  url: string,
): EmailContent {
  return {
    subject: mailTexts.subject(meetingMailTexts.takenDown, shortenTitle(name)),
    heading: meetingMailTexts.takenDown,
    preview: meetingMailTexts.takenDownText,
    blocks: [
      { kind: "quote", title: name, language },
      ...(reason === "unstated"
        ? []
        : [
            {
              kind: "text",
              text: ownerMailTexts.unpublishedBecause(surveyWords.unpublishReasons[reason]),
            } as const,
          ]),
      { kind: "text", text: meetingMailTexts.takenDownText },
      { kind: "text", text: ownerMailTexts.adminWrote },
      { kind: "quote", text: note },
      { kind: "button", label: recordMailTexts.readRecord, url },
    ],
    reason: mailTexts.reasons.ownMeeting,
  };
}

function nameAndStart({ name, startsAt, language, timeZone }: AboutMeeting): EmailBlock[] {
  const begins = startsAt === null ? null : mailTexts.moment(...momentIn(timeZone, startsAt));
  return [
    { kind: "quote", title: name, text: "", language },
    ...(begins === null ? [] : [{ kind: "facts", facts: [[meetingMailTexts.begins, begins]] } as const]),
  ];
}

/**
 * All results of a meeting, and last the heads of their ledgers: with copies in many mailboxes, a later change of a
 * number, or a question that is missing in the record, is noticed.
 */
function renderResults({ name, language, questions }: AboutMeeting, url: string): EmailContent {
  const asked = questions ?? [];
  return {
    subject: recordMailTexts.subject(shortenTitle(name)),
    heading: recordMailTexts.preview,
    preview: recordMailTexts.preview,
    blocks: [
      { kind: "quote", title: name, language },
      { kind: "text", text: recordMailTexts.intro },
      ...asked.flatMap(blocksOf),
      { kind: "button", label: recordMailTexts.readRecord, url },
      { kind: "small", text: minutesTexts.heads },
      ...asked.map(({ n, head }) => ({ kind: "small", text: `${n}: ${head}` }) as const),
    ],
    reason: mailTexts.reasons.invitedToMeeting,
  };
}

/** A question with its result. The record says which question it repeats, and why. */
function blocksOf(question: OpenedQuestion): EmailBlock[] {
  const { n, Title, language, state } = question;
  const verdict = resultSentences.asSentence(describeQuestion(question));
  const text = [verdict, state === "closed" ? describeNumbers(question) : ""].filter(Boolean).join(" ");
  return [
    { kind: "small", text: recordSentences.question(String(n)) },
    ...(Title === null ? [] : [{ kind: "quote", title: Title, language } as const]),
    { kind: "text", text },
  ];
}
