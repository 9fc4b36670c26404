import * as feedback from "@survey-app/contract/feedback.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const received = (as = people.surveyor) => t.request(feedback.listFeedback, { as, params: { email: as.email } });

test("the note given with publishing and unpublishing reaches the owner, newest first", async () => {
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
  "$path: e-mail and title are the survey's, whatever is sent",
  async (add) => {
    const id = await t.makeSurvey(people.surveyor, { Title: "Whose is this?" });
    const body = { feedback: "Please say more", surveyId: id, email: people.otherSurveyor.email, Title: "Another" };
    const { insertedId } = await t.request(add, { as: people.admin, body });
    const found = await t.request(feedback.getFeedback, { as: people.surveyor, params: { id: insertedId } });
    expect(found).toMatchObject({ surveyId: id, Title: "Whose is this?", email: people.surveyor.email, status: 1 });
    expect(await received(people.otherSurveyor)).toEqual([]);
  },
);

test("the literal path of the spec answers under the base too", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const headers = { authorization: `Bearer ${people.admin.token}` };
  for (const url of ["/api/feedback", "/api/api/feedback"]) {
    const payload = { feedback: "Seen", surveyId: id };
    expect((await t.app.inject({ method: "POST", url, headers, payload })).statusCode).toBe(200);
  }
});

test("feedback on an unknown survey is 404, an empty one names the field", async () => {
  const unknown = await t.refused(feedback.addFeedback, {
    as: people.admin,
    body: { surveyId: "nope", feedback: "Hello" },
  });
  expect(unknown.status).toBe(404);
  const empty = await t.refused(feedback.addFeedback, { as: people.admin, body: { surveyId: "nope", feedback: "  " } });
  expect(empty).toMatchObject({ status: 422, errors: [{ field: "feedback" }] });
});
