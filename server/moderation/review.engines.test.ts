import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { questionEdits } from "../testing/questionEdits.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const form = { Title: "Is this a question?", category: "Beverage Makers" as const, image: "https://example.org/a.png" };
const { get, update, publish, make, makePublished } = questionEdits(() => ({ t, ...people }), form);
const isPublic = async (id: string) => (await t.send(surveys.getSurvey, { params: { id } })).statusCode === 200;

test("publishing names the version that was read: another one is rejected, and the owner is not notified", async () => {
  const id = await make();
  const { version } = await get(id);
  await update(id, { Title: "Is it something else?" });
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
    const id = await make();
    const { version } = await get(id);
    await Promise.all([update(id, { Title: "Is it swapped?" }), publish(id, version)]);
    const visible = await t.send(surveys.getSurvey, { params: { id } });
    if (visible.statusCode === 200) expect(visible.json().Title).toBe(form.Title);
    else expect(await get(id)).toMatchObject({ status: WAITING, Title: "Is it swapped?" });
  }
});

test("an owner's edit returns a published survey to review; an unchanged save or an admin's edit does not", async () => {
  const id = await makePublished();
  expect((await update(id, {})).json()).toEqual({ modifiedCount: 0 });
  expect((await update(id, { Title: "Is it the admin's?" }, people.admin)).json()).toEqual({ modifiedCount: 1 });
  expect(await isPublic(id)).toBe(true);
  expect((await update(id, { Title: "Is it rewritten?" })).json()).toEqual({ modifiedCount: 1 });
  expect(await isPublic(id)).toBe(false);
  expect(await get(id)).toMatchObject({ status: WAITING, Title: "Is it rewritten?" });
});

test("a note on a published survey without votes is an edit like any other", async () => {
  const id = await makePublished();
  await update(id, { note: "Vote yes, or else." });
  expect(await isPublic(id)).toBe(false);
});

test("a survey with votes stays public: notes and a later deadline don't need a review", async () => {
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form, deadline });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
  expect((await update(id, { deadline: later, note: "One more day." })).json()).toEqual({ modifiedCount: 1 });
  expect(await isPublic(id)).toBe(true);
});

test("without review an owner's edit stays public", async () => {
  const unreviewed = await testApp({ surveyReview: "off" });
  try {
    const { surveyor } = await createUsersOfEveryRole(unreviewed.database, unreviewed.tokens);
    const id = await unreviewed.makeSurvey(surveyor, form);
    await unreviewed.request(surveys.updateSurvey, {
      as: surveyor,
      params: { id },
      body: { ...form, Title: "Is it public?" },
    });
    expect(await unreviewed.request(surveys.getSurvey, { params: { id } })).toMatchObject({
      status: 2,
      Title: "Is it public?",
    });
  } finally {
    await unreviewed.close();
  }
});

test("every edit, and nothing else, makes a new version", async () => {
  const id = await make();
  const versions = [(await get(id)).version];
  const add = async () => versions.push((await get(id)).version);
  await update(id, {});
  await publish(id, versions[0]);
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await add();
  await update(id, { note: "A note." });
  await add();
  expect(versions).toEqual([1, 1, 2]);
});

test("a decision without a version is accepted, because the specification's client doesn't send one", async () => {
  for (const version of [undefined, null]) {
    const id = await make();
    await update(id, { Title: "Is it something else?" });
    expect((await publish(id, version)).json()).toEqual({ modifiedCount: 1 });
  }
});

test("a survey is unpublished in any version, so its owner can't prevent that by editing", async () => {
  const id = await makePublished();
  const body = { status: WAITING, feedback: "An advertisement", version: 99 } as const;
  expect(await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body })).toEqual({
    modifiedCount: 1,
  });
});

test("publishing without a note stores no feedback", async () => {
  const id = await make();
  await publish(id);
  const received = await t.request(feedback.listFeedback, {
    as: people.surveyor,
    params: { email: people.surveyor.email },
  });
  expect(received.filter(({ surveyId }) => surveyId === id)).toEqual([]);
});
