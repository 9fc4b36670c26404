import * as notices from "@survey-app/contract/ops/notices.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { interruptible } from "../testing/interrupted.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let race: ReturnType<typeof interruptible>["race"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  const fresh = await freshDatabase();
  const { database, ...held } = interruptible(fresh.database);
  race = held.race;
  t = await appOn({ ...fresh, database }, {}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const received = (as = people.surveyor) => t.request(feedback.listFeedback, { as, params: { email: as.email } });

test("the note given when publishing and unpublishing reaches the owner, newest first", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const change = (status: 1 | 2, text: string) =>
    t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: text } });
  await change(2, "Well asked");
  await change(1, "The picture is missing");
  const notes = (await received()).filter(({ surveyId }) => surveyId === id);
  expect(notes.map((note) => [note.feedback, note.status])).toEqual([
    ["The picture is missing", 1],
    ["Well asked", 2],
  ]);
});

test.each([feedback.addFeedback, feedback.addFeedbackAtSpecPath])(
  "$path: email and title are the survey's, whatever is sent",
  async (add) => {
    const id = await t.makeSurvey(people.surveyor, { Title: "Whose is this?" });
    const body = { feedback: "Please say more", surveyId: id, email: people.otherSurveyor.email, Title: "Another" };
    const { insertedId } = await t.request(add, { as: people.admin, body });
    const found = await t.request(feedback.getFeedback, { as: people.surveyor, params: { id: insertedId } });
    expect(found).toMatchObject({ surveyId: id, Title: "Whose is this?", email: people.surveyor.email, status: 1 });
    expect(await received(people.otherSurveyor)).toEqual([]);
  },
);

test.each([1, 2, 3, 4, 5, 6])(
  "feedback has the status at its place among the decisions if the survey is unpublished after statement %i of its storing",
  async (statement) => {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const as = people.admin;
    const unpublished = { status: 1, feedback: "Taken down", reason: "spam" } as const;
    await race({
      work: () => t.request(feedback.addFeedback, { as, body: { surveyId: id, feedback: "Say more" } }),
      other: () => t.request(surveys.setSurveyStatus, { as, params: { id }, body: unpublished }),
      when: ({ statements }) => statements === statement,
    });
    const notes = (await received()).filter(({ surveyId }) => surveyId === id);
    const before = [
      ["Taken down", 1],
      ["Say more", 2],
    ];
    const after = [
      ["Say more", 1],
      ["Taken down", 1],
    ];
    expect([before, after]).toContainEqual(notes.map((note) => [note.feedback, note.status]));
  },
);

test("the literal path of the spec also responds under the base path", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const headers = { authorization: `Bearer ${people.admin.token}` };
  for (const url of ["/api/feedback", "/api/api/feedback"]) {
    const payload = { feedback: "Seen", surveyId: id };
    expect((await t.app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(200);
  }
});

test("feedback on an unknown survey gets 404, and an empty one names the field", async () => {
  const unknown = await t.refused(feedback.addFeedback, {
    as: people.admin,
    body: { surveyId: "nope", feedback: "Hello" },
  });
  expect(unknown.status).toBe(404);
  const empty = await t.refused(feedback.addFeedback, { as: people.admin, body: { surveyId: "nope", feedback: "  " } });
  expect(empty).toMatchObject({ status: 422, errors: [{ field: "feedback" }] });
});

test("feedback is unread until its owner marks it as read; an admin who opens it changes nothing", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner);
  const write = (text: string) =>
    t.request(feedback.addFeedback, { as: people.admin, body: { surveyId: id, feedback: text } });
  const [{ insertedId: first }] = [await write("Shorten it"), await write("Add a picture")];
  const unread = async () => (await t.request(notices.getMyNotices, { as: owner })).unreadFeedback;
  const marks = async () => (await received(owner)).map(({ isRead }) => isRead);
  const markRead = () => t.request(feedback.markFeedbackRead, { as: owner, params: { id: first } });
  expect([await unread(), await marks()]).toEqual([2, [false, false]]);
  await t.request(feedback.getFeedback, { as: people.admin, params: { id: first } });
  await t.request(feedback.getFeedback, { as: owner, params: { id: first } });
  for (const as of [people.admin, people.otherSurveyor])
    expect(await t.refused(feedback.markFeedbackRead, { as, params: { id: first } })).toMatchObject({ status: 404 });
  expect(await unread()).toBe(2);
  expect(await markRead()).toEqual({ modifiedCount: 1 });
  expect(await markRead()).toEqual({ modifiedCount: 0 });
  expect([await unread(), await marks()]).toEqual([1, [false, true]]);
});

test("admins see how many surveys await review and are reported; others see none of it", async () => {
  const seen = (as = people.admin) => t.request(notices.getMyNotices, { as });
  const before = await seen();
  const id = await t.makeSurvey(people.surveyor);
  expect(await seen()).toMatchObject({ awaitingReview: before.awaitingReview + 1, reported: before.reported });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  for (const as of [people.user, people.pro])
    await t.request(votes.reportSurvey, { as, params: { id }, body: { inapp: "Spam" } });
  expect(await seen()).toMatchObject({ awaitingReview: before.awaitingReview, reported: before.reported + 1 });
  expect(await seen(people.surveyor)).toMatchObject({ awaitingReview: 0, reported: 0 });
  expect(await seen(people.user)).toEqual({ unreadFeedback: 0, awaitingReview: 0, reported: 0 });
});
