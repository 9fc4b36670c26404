import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import { MINUTES_DEFAULT } from "@survey-app/contract/meetings/meetingForms.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { getRecord } from "@survey-app/contract/meetings/record.ts";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { MEETING_QUESTIONS_MAX, MEETINGS_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { BLOCKED, setUserStatus } from "@survey-app/contract/users/users.ts";
import { createUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { CurrentUser } from "../http/currentUser.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { endOldMeetings } from "./endQuestion.sql.ts";
import { listOwnMeetings } from "./meetings.sql.ts";
import { removeOldMeetings } from "./removedMeetings.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(cutStreams);
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const newOwner = () => makePerson(t.database, t.tokens, { role: "surveyor" });
const of = (id: string, as = people.surveyor) => ({ as, params: { meeting: id } });
const change = (id: string, body: object) => t.request(meetings.changeMeeting, { ...of(id), body: body as never });
const closeDue = () => closeEnded(t.database, recorder());

test("only the owner can read and change a meeting, and a stale change is refused", async () => {
  const { id } = await meeting.make(2);
  const { version, defaults, ...managed } = await meeting.manage(id);
  expect(managed).toMatchObject({ name: "General assembly", people: 2, drafts: [], questions: [], notSent: 2 });
  const other = {
    name: "Annual assembly",
    about: "All of us",
    startsAt: "2027-03-01T18:00",
    timeZone: "Europe/Zurich",
  };
  expect(await change(id, { ...other, version })).toEqual({ modifiedCount: 1 });
  expect(await change(id, { ...other, version: version + 1 })).toEqual({ modifiedCount: 0 });
  expect(await t.refused(meetings.changeMeeting, { ...of(id), body: { ...other, version } })).toMatchObject({
    code: "meetingChanged",
  });
  expect(await meeting.manage(id)).toMatchObject({
    name: "Annual assembly",
    startsAt: "2027-03-01T17:00:00.000Z",
    defaults,
  });
  for (const as of [people.otherSurveyor, people.admin])
    for (const endpoint of [meetings.getManagedMeeting, meetings.deleteMeeting, meetings.endMeeting])
      expect(await t.refused(endpoint, of(id, as))).toMatchObject({ status: 404 });
  const response = await t.send(meetings.getManagedMeeting, of(id));
  expect(response.headers["cache-control"]).toBe("no-store");
  const { withKey } = apiKeyRequests(() => t);
  const reading = await withKey(people.surveyor, ["read"]);
  expect(await t.refused(meetings.getManagedMeeting, of(id, reading))).toMatchObject({ code: "scopeRequired" });
  expect((await t.request(meetings.listMeetings, { as: reading })).map(({ _id }) => _id)).toContain(id);
});

test("drafts are ordered, changed by their version, and deleted; a repeated request adds one once", async () => {
  const { id } = await meeting.make(2);
  const ticket = "b".repeat(32);
  const [one, same] = [await meeting.addDraft(id, { Title: "One?" }, ticket), await meeting.addDraft(id, {}, ticket)];
  expect(same).toEqual(one);
  const two = await meeting.addDraft(id, { Title: "Two?", minutes: 5 });
  expect(two).toMatchObject({ position: 2, minutes: 5, privacy: "named" });
  const order = (drafts: string[]) => ({ ...of(id), body: { drafts } });
  await t.request(questions.orderDrafts, order([two._id, one._id]));
  expect((await meeting.manage(id)).drafts.map(({ Title }) => Title)).toEqual(["Two?", "One?"]);
  expect(await t.refused(questions.orderDrafts, order([two._id]))).toMatchObject({ code: "meetingChanged" });

  const edit = { as: people.surveyor, params: { meeting: id, draft: one._id }, body: { Title: "First?", version: 1 } };
  expect(await t.request(questions.changeDraft, edit)).toMatchObject({ Title: "First?", version: 2 });
  expect(await t.refused(questions.changeDraft, edit)).toMatchObject({ code: "meetingChanged" });
  await t.request(questions.deleteDraft, { as: people.surveyor, params: { meeting: id, draft: one._id } });
  expect((await meeting.manage(id)).drafts).toHaveLength(1);
  const rows = Array.from({ length: MEETING_QUESTIONS_MAX }, (_, index) => ({
    ...{ meeting_id: id, id: `filling-${index}`, position: 100 + index, form: JSON.stringify({ Title: "Full?" }) },
  }));
  await t.database.db.insertInto("meeting_questions").values(rows.slice(1)).execute();
  expect(await t.refused(questions.addDraft, { ...of(id), body: { Title: "More?" } })).toMatchObject({
    code: "tooManyQuestions",
  });
});

test("a meeting can be deleted, with its list, before its first question is opened, but not afterwards", async () => {
  const { id } = await meeting.make(2);
  await t.request(meetings.deleteMeeting, of(id));
  const left = await t.database.db.selectFrom("invitations").select("id").where("survey_id", "=", id).execute();
  expect(left).toEqual([]);
  expect(await t.refused(meetings.getMeeting, { params: { meeting: id } })).toMatchObject({ status: 404 });
  const begun = await meeting.make(2);
  await meeting.open(begun.id);
  expect(await t.refused(meetings.deleteMeeting, of(begun.id))).toMatchObject({ code: "meetingBegun" });
});

test("a new meeting takes over the list and the drafts of another one, with new links", async () => {
  const { id } = await meeting.make(3);
  await meeting.list(id, [{ email: null, label: "With a code" }]);
  await meeting.open(id, { Title: "Asked?" });
  await meeting.addDraft(id, { Title: "Not asked yet?" });
  const copy = { name: "The next one", copyOf: id };
  const { insertedId } = await t.request(meetings.createMeeting, { as: people.surveyor, body: copy });
  const managed = await meeting.manage(insertedId);
  expect(managed).toMatchObject({ people: 3, notSent: 3, codes: 0, begun: false });
  expect(managed.drafts.map(({ Title }) => Title)).toEqual(["Not asked yet?"]);
  const listed = t.database.db.selectFrom("invitations").select(["id", "token_hash"]);
  const [former, made] = await Promise.all([id, insertedId].map((of) => listed.where("survey_id", "=", of).execute()));
  expect(made?.filter((row) => former?.some((each) => each.token_hash === row.token_hash))).toEqual([]);
  expect(await t.refused(meetings.createMeeting, { as: people.otherSurveyor, body: copy })).toMatchObject({
    status: 404,
  });
});

test("a new meeting proposes secret questions of two minutes, and a user has few meetings that haven't ended", async () => {
  const owner = await newOwner();
  const create = { as: owner, body: { name: "Assembly" } };
  for (let index = 0; index < MEETINGS_MAX; index++) await t.request(meetings.createMeeting, create);
  expect(await t.refused(meetings.createMeeting, create)).toMatchObject({ status: 409, code: "tooManyMeetings" });
  const [last] = await t.request(meetings.listMeetings, { as: owner });
  const managed = await t.request(meetings.getManagedMeeting, of(last?._id ?? "", owner));
  expect(managed.defaults).toEqual({ privacy: "secret", unsure: true, passRule: null, minutes: MINUTES_DEFAULT });
  await t.request(meetings.endMeeting, of(last?._id ?? "", owner));
  await t.request(meetings.createMeeting, create);
});

test("the owner can end a meeting while no question is open; otherwise it ends twelve hours after the last opening", async () => {
  const { id } = await meeting.make(2);
  const { surveyId } = await meeting.open(id);
  expect(await t.refused(meetings.endMeeting, of(id))).toMatchObject({ code: "questionOpen" });
  await meeting.passTime(surveyId);
  await closeDue();
  const draft = await meeting.addDraft(id);
  expect(await t.request(meetings.endMeeting, of(id))).toEqual({ modifiedCount: 1 });
  expect(await t.request(meetings.endMeeting, of(id))).toEqual({ modifiedCount: 0 });
  const request = { as: people.surveyor, ...(await meeting.openRequest(id, draft)) };
  expect(await t.refused(questions.openQuestion, request)).toMatchObject({ code: "meetingEnded" });

  const left = await meeting.make(2);
  await meeting.passTime((await meeting.open(left.id)).surveyId);
  await closeDue();
  const last_opened_at = Date.now() - 13 * HOUR_MS;
  await t.database.db.updateTable("meetings").set({ last_opened_at }).where("id", "=", left.id).execute();
  // Even if the job is late.
  expect(await t.refused(questions.addDraft, { ...of(left.id), body: { Title: "Too late?" } })).toMatchObject({
    code: "meetingEnded",
  });
  await endOldMeetings(t.database, { emit: () => {} });
  expect((await meeting.manage(left.id)).endedAt).toBe(new Date(last_opened_at + 12 * HOUR_MS).toISOString());
});

test("where surveys for invited people are reviewed, an admin accepts the meeting once, and again after its name changes", async () => {
  const reviewing = await testApp({ surveyors: "everyone" }, WITHOUT_POLLS);
  try {
    const { surveyor, admin } = await createUsersOfEveryRole(reviewing.database, reviewing.tokens);
    const own = meetingsOf(() => ({ t: reviewing, surveyor }));
    const { id } = await own.make(3);
    const draft = await own.addDraft(id, { Title: "May we?" });
    const request = { as: surveyor, ...(await own.openRequest(id, draft)) };
    expect(await reviewing.refused(questions.openQuestion, request)).toMatchObject({ code: "meetingNotAccepted" });
    const waiting = await reviewing.request(meetings.listWaitingMeetings, { as: admin });
    expect(waiting).toMatchObject([{ _id: id, name: "General assembly", people: 3, version: 1 }]);
    expect(JSON.stringify(waiting)).not.toContain("May we?");
    const accept = (version: number) => ({ as: admin, params: { meeting: id }, body: { version } });
    await reviewing.request(meetings.acceptMeeting, accept(1));
    const renamed = { name: "Win a prize", version: 2 };
    await reviewing.request(meetings.changeMeeting, { as: surveyor, params: { meeting: id }, body: renamed });
    expect(await reviewing.refused(questions.openQuestion, request)).toMatchObject({ code: "meetingNotAccepted" });
    expect(await reviewing.refused(meetings.acceptMeeting, accept(1))).toMatchObject({ code: "meetingChanged" });
    await reviewing.request(meetings.acceptMeeting, accept(3));
    expect(await reviewing.request(questions.openQuestion, request)).toMatchObject({ n: 1, state: "open" });
  } finally {
    await reviewing.close();
  }
});

test("the name can't change after people have voted, and is in the record and in the email at the end", async () => {
  const { id } = await meeting.make(3);
  await meeting.open(id);
  const { name, version, startsAt } = await meeting.manage(id);
  const rename = { ...of(id), body: { name: "Win a prize", startsAt, version } };
  expect(await t.refused(meetings.changeMeeting, rename)).toMatchObject({ code: "meetingNamed" });
  expect(await change(id, { name, about: "All of us", startsAt, version })).toEqual({ modifiedCount: 1 });
  expect(await meeting.state(id)).toMatchObject({ name });
});

test("where every survey is reviewed there are no meetings, and the response says so", async () => {
  const reviewing = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  try {
    const { surveyor } = await createUsersOfEveryRole(reviewing.database, reviewing.tokens);
    const body = { name: "Assembly" };
    expect(await reviewing.refused(meetings.createMeeting, { as: surveyor, body })).toMatchObject({
      status: 422,
      code: "meetingsOff",
    });
  } finally {
    await reviewing.close();
  }
});

test("a meeting counts as one unlisted survey of a user who isn't a surveyor, and its questions don't count", async () => {
  const open = await testApp({ askUnlisted: "confirmed" }, WITHOUT_POLLS);
  try {
    const { user } = await createUsersOfEveryRole(open.database, open.tokens);
    const own = meetingsOf(() => ({ t: open, surveyor: user }));
    const { id } = await own.make(3);
    await own.open(id);
    // No one vouches for it, and every page with its texts says so.
    expect(await own.state(id)).toMatchObject({ unreviewed: true });
    expect(await open.request(getRecord, { params: { meeting: id } })).toMatchObject({ unreviewed: true });
    const deadline = new Date(Date.now() + DAY_MS).toISOString();
    const form = {
      Title: "A show of hands?",
      category: "Food Preparation",
      image: "/categories/food-preparation.svg",
    } as const;
    const ask = { as: user, body: { ...form, electorate: "link" as const, deadline } };
    for (let index = 0; index < 2; index++) await open.request(createUnlistedSurvey, ask);
    expect(await open.refused(createUnlistedSurvey, ask)).toMatchObject({ code: "tooManyUnlisted" });
    const body = { name: "Another" };
    expect(await open.refused(meetings.createMeeting, { as: user, body })).toMatchObject({ code: "tooManyUnlisted" });
  } finally {
    await open.close();
  }
});

test("a blocked owner can't open questions, and an open question ends on time", async () => {
  const owner = await newOwner();
  const own = meetingsOf(() => ({ t, surveyor: owner }));
  const { id } = await own.make(2);
  const { surveyId } = await own.open(id);
  const request = await own.openRequest(id, await own.addDraft(id));
  await t.request(setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status: BLOCKED } });
  await meeting.passTime(surveyId);
  expect((await t.send(questions.openQuestion, { as: owner, ...request })).statusCode).toBe(401);
  await closeDue();
  expect(await t.request(getSurvey, { params: { id: surveyId } })).toMatchObject({ closedBy: "deadline" });
});

test("the questions of a meeting don't send emails, but are in webhooks and in the admins' lists", async () => {
  const { id, voters } = await meeting.make(2);
  const { surveyId } = await meeting.open(id);
  await meeting.vote(surveyId, voters[0], 1);
  await meeting.passTime(surveyId);
  await closeDue();
  const { db } = t.database;
  expect(await db.selectFrom("mailings").select("id").where("survey_id", "=", surveyId).execute()).toEqual([]);
  const outbox = await db.selectFrom("outbox").select("details").execute();
  expect(outbox.filter(({ details }) => details.includes(surveyId))).toEqual([]);
});

test("pages that follow a meeting get each opening, vote and end within two seconds, even without an event", async () => {
  const { id, voters } = await meeting.make(2);
  const stream = await openStream(t.app, `/api/meetings/${id}/events`);
  const next = async (text: string) => {
    const before = performance.now();
    await stream.next(({ data }) => JSON.stringify(data).includes(text));
    return performance.now() - before;
  };
  await next('"begun":false');
  const { surveyId } = await meeting.open(id, { Title: "Now?" });
  expect(await next('"Now?"')).toBeLessThan(2000);
  await meeting.vote(surveyId, voters[0], 1);
  expect(await next('"participants":1')).toBeLessThan(2000);
  // No event tells of this close, as if the process had been killed between its commit and the event.
  await meeting.passTime(surveyId);
  await closeDue();
  await next('"state":"closed"');
  expect(stream.text()).not.toContain("id:");
});

test("deleting an account deletes its meetings that never began, and the drafts of its others; opened questions stay", async () => {
  const owner = await signUp(t, { role: "surveyor" });
  const own = meetingsOf(() => ({ t, surveyor: owner }));
  const [prepared, begun] = [await own.make(2), await own.make(2)];
  await own.open(begun.id, { Title: "Asked?" });
  await own.addDraft(begun.id, { Title: "Never asked?" });
  const { meetings: exported } = await t.request(exportMyData, { as: owner });
  expect(exported.map(({ drafts }) => drafts)).toEqual([[], ["Never asked?"]]);
  await t.request(deleteMyAccount, { as: owner, body: { email: owner.email, password: PASSWORD } });
  expect(await t.refused(meetings.getMeeting, { params: { meeting: prepared.id } })).toMatchObject({ status: 404 });
  expect(await meeting.state(begun.id)).toMatchObject({ ownerName: "Deleted user", question: { Title: "Asked?" } });
  const drafts = t.database.db.selectFrom("meeting_questions").select("form").where("survey_id", "is", null);
  expect(JSON.stringify(await drafts.execute())).not.toContain("Never asked?");
});

test("the list and the drafts of a meeting are deleted with the names of its questions; one that never began, after the same time", async () => {
  const [ended, prepared] = [await meeting.make(2), await meeting.make(2)];
  await meeting.passTime((await meeting.open(ended.id, { Title: "Long ago?" })).surveyId);
  await meeting.addDraft(ended.id);
  const { db } = t.database;
  const longAgo = Date.now() - 400 * DAY_MS;
  await db.updateTable("meetings").set({ ended_at: longAgo }).where("id", "=", ended.id).execute();
  await db.updateTable("meetings").set({ created_at: longAgo }).where("id", "=", prepared.id).execute();
  expect(await removeOldMeetings(t.database, 365)).toBe(true);
  expect(await meeting.manage(ended.id)).toMatchObject({ drafts: [], questions: [{ Title: "Long ago?" }] });
  const left = db.selectFrom("invitations").select("id").where("survey_id", "in", [ended.id, prepared.id]);
  expect(await left.execute()).toEqual([]);
  expect(await t.refused(meetings.getMeeting, { params: { meeting: prepared.id } })).toMatchObject({ status: 404 });
});

test("listing five meetings takes as many statements as listing one", async () => {
  const owner = await newOwner();
  const own = meetingsOf(() => ({ t, surveyor: owner }));
  const { database, count } = countingStatements(t.database, ["invitation_days"]);
  const page = { limit: 24, cursor: undefined };
  const list = () => count(() => listOwnMeetings(database, page, { userId: owner.id } as CurrentUser));
  await own.make(1);
  const [, one] = await list();
  for (let n = 0; n < 4; n++) await own.make(2);
  const [{ rows }, five] = await list();
  expect(rows.map(({ people: number }) => number)).toEqual([2, 2, 2, 2, 1]);
  expect(five).toBe(one);
});
