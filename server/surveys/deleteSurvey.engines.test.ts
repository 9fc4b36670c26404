import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const published = (Title: string) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title });
const remove = (id: string, as = people.surveyor) => t.send(surveys.deleteSurvey, { as, params: { id } });
const countsOf = () =>
  sql<object>`select status, category, surveys from survey_counts where surveys > 0 order by status, category`.execute(
    t.database.db,
  );

test("an owner deletes a survey without votes: with its texts, and from lists, search and counts", async () => {
  const before = await countsOf();
  const id = await published("Is the xylophone loud?");
  const others = { as: people.user, params: { id } };
  await t.request(votes.reportSurvey, { ...others, body: { inapp: "Spam" } });
  await t.request(feedback.addFeedback, { as: people.admin, body: { surveyId: id, feedback: "Well asked" } });
  const search = () => t.request(surveys.listPublishedSurveys, { query: { q: "xylophone" } });
  expect(await search()).toHaveLength(1);

  expect((await remove(id)).json()).toEqual({ modifiedCount: 1 });
  expect((await t.send(surveys.getSurvey, { as: people.admin, params: { id } })).statusCode).toBe(404);
  expect(await search()).toEqual([]);
  expect(
    (await t.request(surveys.listAllSurveys, { as: people.admin, query: {} })).map(({ _id }) => _id),
  ).not.toContain(id);
  expect((await countsOf()).rows).toEqual(before.rows);
  expect((await remove(id)).statusCode).toBe(404);
});

test("a closed survey without votes can be deleted, with its outcome and what was counted", async () => {
  const id = await published("Did anybody see it?");
  const own = { as: people.surveyor, params: { id } };
  await t.request(outcomes.followSurvey, { as: people.user, params: { id } });
  await t.request(surveys.closeSurvey, own);
  await t.request(outcomes.setOutcome, { ...own, body: { text: "We ask again." } });
  await enqueueMailings(t.database);
  expect((await remove(id)).json()).toEqual({ modifiedCount: 1 });
  for (const table of ["survey_compositions", "outcomes", "mailings", "follows"] as const)
    expect(await t.database.db.selectFrom(table).selectAll().where("survey_id", "=", id).execute()).toEqual([]);
  // A survey whose result has not been sent yet doesn't delay the deletion.
  const unsent = await published("Nor this?");
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: unsent } });
  expect((await remove(unsent)).statusCode).toBe(200);
  await enqueueMailings(t.database);
});

test("a survey with votes can't be deleted, also not by an admin", async () => {
  const id = await published("Does it stay?");
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  for (const as of [people.surveyor, people.admin])
    expect((await remove(id, as)).json()).toMatchObject({ status: 409, code: "hasVotes" });
});

test("of a deletion and votes at the same time, either the survey is gone and no vote counts, or the votes stay", async () => {
  for (let round = 0; round < 5; round++) {
    const id = await published(`Round ${round}?`);
    const cast = (as: typeof people.user) => t.send(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
    const [deleted, ...voted] = await Promise.all([remove(id), cast(people.user), cast(people.pro)]);
    const counted = voted.filter(({ statusCode }) => statusCode === 200).length;
    if (deleted.statusCode === 200) expect(voted.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    else expect([deleted.statusCode, counted]).toEqual([409, 2]);
  }
});

test("a survey that was sent back awaits publication again once its owner changes it", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const params = { id };
  const body = { status: surveys.WAITING, feedback: "The picture is missing" } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params, body });
  const isSentBack = async () =>
    (await t.request(surveys.getSurvey, { as: people.surveyor, params })).sentBack !== undefined;
  expect(await isSentBack()).toBe(true);
  const form = { Title: "Is this better?", category: "Cleaning Tools", image: "https://example.org/b.webp" } as const;
  await t.request(surveys.updateSurvey, { as: people.surveyor, params, body: form });
  expect(await isSentBack()).toBe(false);
});
