import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { AboutMeeting, MeetingEmail } from "../words/mail/meetingTemplates.ts";
import { sampleQuestions } from "./sampleQuestions.ts";

const invited = { surveyId: "s1", invitationId: "i1" };
const sent = { senderId: "u2" };

const ASSEMBLY: AboutMeeting = {
  name: "General assembly",
  ownerName: "Carla Club",
  startsAt: Date.parse("2026-11-28T09:00:00Z"),
  language: null,
  nameOnList: "",
  timeZone: "UTC",
  questions: null,
};

/** Emails about meetings, as their readers get them. @param passRule of one of the questions */
export function sampleMeetingEmails(
  passRule: PassRule,
): Record<string, { email: MeetingEmail; meeting: AboutMeeting }> {
  const questions = sampleQuestions(passRule);
  return {
    "invitation to a meeting": { email: { kind: "meetingInvitation", ...invited, ...sent }, meeting: ASSEMBLY },
    "invitation to a meeting without a start, of an owner who must not be quoted": {
      email: { kind: "meetingInvitation", ...invited, ...sent },
      meeting: { ...ASSEMBLY, ownerName: null, startsAt: null },
    },
    "correction of a meeting": { email: { kind: "meetingCorrection", ...invited, ...sent }, meeting: ASSEMBLY },
    "results of a meeting": {
      email: { kind: "meetingEnded", ...invited },
      meeting: { ...ASSEMBLY, questions },
    },
    "results of a meeting whose questions must not be quoted": {
      email: { kind: "meetingEnded", ...invited },
      meeting: { ...ASSEMBLY, ownerName: null, questions: questions.map((each) => ({ ...each, Title: null })) },
    },
    "meeting taken down": {
      email: { kind: "meetingTakenDown", surveyId: "s1", reason: "spam", note: "This is advertising." },
      meeting: ASSEMBLY,
    },
  };
}
