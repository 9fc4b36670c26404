import { createCodes, openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import * as mine from "@survey-app/contract/meetings/mine.ts";
import { bearer } from "../invitedSurveys.ts";
import { meetingsOf } from "../meetings.ts";
import { type Actor, type Acts, createActor } from "./actors.ts";

/** A meeting with two people and a draft. */
export async function makeMeeting(actor: Actor) {
  const as = await actor.person();
  const own = meetingsOf(() => ({ t: actor.t, surveyor: as }));
  const { id, voters } = await own.make(2);
  const draft = await own.addDraft(id);
  return { as, id, voters, draft, params: { meeting: id }, ...own };
}

/** The same, with an open question. */
async function makeOpen(actor: Actor) {
  const meeting = await makeMeeting(actor);
  const opened = await meeting.open(meeting.id);
  return { ...meeting, opened, params: { meeting: meeting.id, n: String(opened.n) } };
}

/** Acts of meeting owners, and admins' decisions about meetings. */
export const meetingActs: Acts = {
  "meetings.createMeeting": async (actor) => {
    const { as, id } = await makeMeeting(actor);
    await actor.request(meetings.createMeeting, { as, body: { name: "The next one", copyOf: id } });
  },
  "meetings.changeMeeting": async (actor) => {
    const { as, params } = await makeMeeting(actor);
    await actor.request(meetings.changeMeeting, { as, params, body: { name: "Another name", version: 1 } });
  },
  "meetings.sendCorrection": async (actor) => {
    const { as, params } = await makeMeeting(actor);
    await actor.request(meetings.sendCorrection, { as, params, body: { version: 1 } });
  },
  "meetings.deleteMeeting": async (actor) => {
    const { as, params } = await makeMeeting(actor);
    await actor.request(meetings.deleteMeeting, { as, params });
  },
  "meetings.endMeeting": async (actor) => {
    const { as, params } = await makeMeeting(actor);
    await actor.request(meetings.endMeeting, { as, params });
  },
  "meetings.renewWall": async (actor) => {
    const { as, params } = await makeMeeting(actor);
    await actor.request(meetings.renewWall, { as, params });
  },
  "meetings.acceptMeeting": async (actor) => {
    const { params } = await makeMeeting(createActor(actor, "surveyor"));
    await actor.request(meetings.acceptMeeting, { as: await actor.person(), params, body: { version: 1 } });
  },
  "meetings.takeDownMeeting": async (actor) => {
    const { params } = await makeOpen(createActor(actor, "surveyor"));
    const body = { reason: "spam", feedback: "No advertising" } as const;
    await actor.request(meetings.takeDownMeeting, {
      as: await actor.person(),
      params: { meeting: params.meeting },
      body,
    });
  },
  "mine.renewMeetingToken": async (actor) => {
    const { as, id, params } = await makeMeeting(actor);
    const [issued] = await actor.request(createCodes, { as, params: { id }, body: { count: 1 } });
    const opened = await actor.send(openInvitation, { body: { token: issued?.code ?? "" } });
    const headers = bearer(opened.json().token);
    await actor.send(mine.renewMeetingToken, { params, headers });
  },
  "meetingQuestions.addDraft": makeMeeting,
  "meetingQuestions.changeDraft": async (actor) => {
    const { as, id, draft } = await makeMeeting(actor);
    const params = { meeting: id, draft: draft._id };
    await actor.request(questions.changeDraft, { as, params, body: { Title: "Or so?", version: 1 } });
  },
  "meetingQuestions.deleteDraft": async (actor) => {
    const { as, id, draft } = await makeMeeting(actor);
    await actor.request(questions.deleteDraft, { as, params: { meeting: id, draft: draft._id } });
  },
  "meetingQuestions.orderDrafts": async (actor) => {
    const { as, id, draft, addDraft, params } = await makeMeeting(actor);
    const { _id } = await addDraft(id);
    await actor.request(questions.orderDrafts, { as, params, body: { drafts: [_id, draft._id] } });
  },
  "meetingQuestions.openQuestion": makeOpen,
  "meetingQuestions.takeBackQuestion": async (actor) => {
    const { as, params } = await makeOpen(actor);
    await actor.send(questions.takeBackQuestion, { as, params });
  },
  "meetingQuestions.endQuestionSoon": async (actor) => {
    const { as, params } = await makeOpen(actor);
    await actor.send(questions.endQuestionSoon, { as, params });
  },
  "meetingQuestions.repeatQuestion": async (actor) => {
    const { as, params } = await makeOpen(actor);
    await actor.send(questions.takeBackQuestion, { as, params });
    await actor.send(questions.repeatQuestion, { as, params, body: { reason: "Once more" } });
  },
};
