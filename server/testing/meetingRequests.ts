import { admins, type Expected, type Row, signedIn, surveyors } from "./accessRow.ts";
import { rowsOfRecords } from "./recordRequests.ts";
import type { AnyRequest } from "./testApp.ts";

const ofNone = { meeting: "none", draft: "none", n: "1" };

/** There are no meetings here; server/meetings/ covers those of owners and others. */
export function rowsOfMeetings(): Record<string, Row[]> {
  const row = (expected: Expected, body?: object): Row[] => [
    { request: () => ({ params: ofNone, ...(body && { body }) }), expected },
  ];
  const asker: Expected = [401, 403, 403, 404, 404, 404];
  return {
    ...rowsOfRecords(),
    "meetings.listMeetings": [{ expected: signedIn }],
    "meetings.createMeeting": [{ request: () => ({ body: { name: "Assembly" } }), expected: surveyors }],
    "meetings.getManagedMeeting": row([401, 404, 404, 404, 404, 404]),
    "meetings.changeMeeting": row(asker, { name: "Assembly", version: 1 }),
    "meetings.sendCorrection": row(asker, { version: 1 }),
    "meetings.deleteMeeting": row(asker),
    "meetings.endMeeting": row(asker),
    "meetings.renewWall": row(asker),
    "meetings.getMeeting": row(404),
    "meetings.streamMeeting": row(404),
    "meetings.listWaitingMeetings": [{ expected: admins }],
    "meetings.acceptMeeting": row([401, 403, 403, 403, 403, 404], { version: 1 }),
    "meetings.takeDownMeeting": row([401, 403, 403, 403, 403, 404], { reason: "spam", feedback: "No" }),
    // These don't accept users' tokens; server/invitations/meetingLists.engines.test.ts has those that they accept.
    "mine.getMine": row(409),
    "mine.renewMeetingToken": row(409),
    "meetingQuestions.addDraft": row(asker, { Title: "Is it?" }),
    "meetingQuestions.changeDraft": row(asker, { Title: "Is it?", version: 1 }),
    "meetingQuestions.deleteDraft": row(asker),
    "meetingQuestions.orderDrafts": row(asker, { drafts: [] }),
    "meetingQuestions.openQuestion": row(asker, { draft: "none", version: 1, after: null }),
    "meetingQuestions.takeBackQuestion": row(asker),
    "meetingQuestions.endQuestionSoon": row(asker),
    "meetingQuestions.repeatQuestion": row(asker, { reason: "Again" }),
  };
}

/** Values that look hostile, but are valid in these fields. */
export const acceptedInMeetings = [
  "meetingQuestions.addDraft unsure true",
  "meetingQuestions.changeDraft unsure true",
  "meetingQuestions.orderDrafts drafts an array",
];

/** Valid requests to the endpoints of meetings. */
export function inputsOfMeetings(): Record<string, () => Required<AnyRequest>> {
  const input =
    (params: Record<string, string>, body?: object, query = {}) =>
    () => ({ params, query, body });
  const meeting = { meeting: "none" };
  const draft = { ...meeting, draft: "none" };
  const question = { ...meeting, n: "1" };
  const settings = { privacy: "named", unsure: true, passRule: null, minutes: 2 };
  const texts = {
    name: "Assembly",
    about: "All of us",
    language: "en",
    startsAt: "2026-01-01",
    timeZone: "Europe/Zurich",
  };
  const form = { Title: "Is it?", Description: "More", ...settings };
  return {
    "meetings.listMeetings": input({}, undefined, { limit: 5 }),
    "meetings.createMeeting": input({}, { ...texts, defaults: settings, copyOf: "none" }),
    "meetings.getManagedMeeting": input(meeting),
    "meetings.changeMeeting": input(meeting, { ...texts, defaults: settings, version: 1 }),
    "meetings.sendCorrection": input(meeting, { version: 1 }),
    "meetings.deleteMeeting": input(meeting),
    "meetings.endMeeting": input(meeting),
    "meetings.renewWall": input(meeting),
    "meetings.getMeeting": input(meeting),
    "meetings.streamMeeting": input(meeting),
    "meetings.listWaitingMeetings": input({}, undefined, { limit: 5 }),
    "meetings.acceptMeeting": input(meeting, { version: 1 }),
    "meetings.takeDownMeeting": input(meeting, { reason: "spam", feedback: "No advertising" }),
    "mine.getMine": input(meeting),
    "mine.renewMeetingToken": input(meeting),
    "meetingQuestions.addDraft": input(meeting, { ...form, ticket: "0".repeat(32) }),
    "meetingQuestions.changeDraft": input(draft, { ...form, version: 1 }),
    "meetingQuestions.deleteDraft": input(draft),
    "meetingQuestions.orderDrafts": input(meeting, { drafts: ["none"] }),
    "meetingQuestions.openQuestion": input(meeting, {
      draft: null,
      version: null,
      question: form,
      ticket: "0".repeat(32),
      after: null,
    }),
    "meetingQuestions.takeBackQuestion": input(question),
    "meetingQuestions.endQuestionSoon": input(question),
    "meetingQuestions.repeatQuestion": input(question, { reason: "Again" }),
  };
}
