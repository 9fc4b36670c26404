import * as feedback from "@survey-app/contract/feedback.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
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

const form = { Title: "Is this a question?", category: "Beverage Makers" as const, image: "https://example.org/a.png" };
const get = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const isPublic = async (id: string) => (await t.send(surveys.getSurvey, { params: { id } })).statusCode === 200;
const edit = (id: string, change: object, as = people.surveyor) =>
  t.send(surveys.updateSurvey, { as, params: { id }, body: { ...form, ...change } });
const publish = (id: string, version?: number | null) =>
  t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: PUBLISHED, version } });

test("publishing names the version that was read: another one is rejected, and the owner is not notified", async () => {
  const id = await t.makeSurvey(people.surveyor, form);
  const { version } = await get(id);
  await edit(id, { Title: "Is it something else?" });
  const body = { status: PUBLISHED, feedback: "Well asked", version } as const;
  const refused = await t.refused(surveys.setSurveyStatus, { as: people.admin, params: { id }, body });
  expect(refused).toMatchObject({ status: 409, code: "changedMeanwhile" });
  expect(await isPublic(id)).toBe(false);
  const received = await t.request(feedback.listFeedback, {
    as: people.surveyor,
    params: { email: people.surveyor.email },
  });
  expect(received.filter(({ surveyId }) => surveyId === id)).toEqual([]);
  expect((await publish(id, (await get(id)).version)).json()).toEqual({ modifiedCount: 1 });
  expect(await isPublic(id)).toBe(true);
});

test("after a concurrent edit and publication, the public version is the one that was read", async () => {
  for (let round = 0; round < 10; round++) {
    const id = await t.makeSurvey(people.surveyor, form);
    const { version } = await get(id);
    await Promise.all([edit(id, { Title: "Is it swapped?" }), publish(id, version)]);
    const visible = await t.send(surveys.getSurvey, { params: { id } });
    if (visible.statusCode === 200) expect(visible.json().Title).toBe(form.Title);
    else expect(await get(id)).toMatchObject({ status: WAITING, Title: "Is it swapped?" });
  }
});
