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

const form = { Title: "Is this a question?", category: "Beverage Makers" as const, image: "https://example.org/a.png" };
const changeStatus = (id: string, body: { status: 1 | 2; feedback?: string }) =>
  t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body });
const isPublic = async (id: string) => (await t.send(surveys.getSurvey, { params: { id } })).statusCode === 200;
const feedbackOf = (id: string) =>
  t.database.db
    .selectFrom("feedback")
    .select(["text", "status", "admin_id"])
    .where("survey_id", "=", id)
    .orderBy("id")
    .execute();

test("a new survey belongs to the surveyor, waits for publication and has no votes, whatever the client sent", async () => {
  const body = {
    ...form,
    Description: "  More about it \n",
    email: people.surveyor.email,
    status: 2,
    totalVotes: 99,
    yesVotes: 50,
    noVotes: 49,
    _id: "chosen",
    userName: "Somebody",
  };
  const { insertedId } = await t.request(surveys.createSurvey, { as: people.surveyor, body: body as never });
  const survey = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id: insertedId } });
  expect(survey).toMatchObject({
    ...form,
    _id: insertedId,
    Description: "More about it",
    status: 1,
    deadline: null,
    email: people.surveyor.email,
    userName: "Sam Surveyor",
    totalVotes: 0,
    yesVotes: 0,
    noVotes: 0,
  });
  expect(Math.abs(Date.parse(survey.createDate) - Date.now())).toBeLessThan(10_000);
});

test("a waiting survey is in no public list, and only its owner and admins find it until it is published", async () => {
  const id = await t.makeSurvey(people.surveyor, { Title: "Hidden at first?" });
  const publicLists = async () =>
    (
      await Promise.all([
        t.request(surveys.listLatestSurveys, {}),
        t.request(surveys.listTopSurveys, {}),
        t.request(surveys.listPublishedSurveys, { query: { q: "hidden at first" } }),
        t.request(surveys.listAllSurveys, {}),
      ])
    ).map((list) => list.some(({ _id }) => _id === id));
  expect(await isPublic(id)).toBe(false);
  expect(await publicLists()).toEqual([false, false, false, false]);
  expect((await changeStatus(id, { status: 2, feedback: "Well made" })).json()).toEqual({ modifiedCount: 1 });
  expect(await isPublic(id)).toBe(true);
  expect((await publicLists()).slice(2)).toEqual([true, true]);
});

test("ten admins' concurrent clicks publish once", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => changeStatus(id, { status: 2, feedback: "Well made" })),
  );
  expect(answers.map((response) => response.json().modifiedCount).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await feedbackOf(id)).toHaveLength(1);
});

test("own surveys are the surveyor's only, newest first, including waiting ones", async () => {
  const mine = [];
  for (const Title of ["First?", "Second?", "Third?"])
    mine.unshift(await t.makeSurvey(people.otherSurveyor, { Title }));
  const listed = await t.request(surveys.listMySurveys, {
    as: people.otherSurveyor,
    query: { email: people.otherSurveyor.email },
  });
  expect(listed.map(({ _id }) => _id)).toEqual(mine);
  expect(
    await t.request(surveys.listMySurveys, {
      as: people.admin,
      query: { email: people.otherSurveyor.email.toUpperCase() },
    }),
  ).toEqual(listed.map((survey) => ({ ...survey, reportsVersion: 0 })));
  expect(await t.request(surveys.listMySurveys, { as: people.admin, query: { email: "nobody@example.org" } })).toEqual(
    [],
  );
});
