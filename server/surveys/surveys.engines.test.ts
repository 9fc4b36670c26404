import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countRows } from "../testing/countRows.sql.ts";
import { LATER_YEAR } from "../testing/laterYear.ts";
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

test("a new survey belongs to the surveyor, waits for publication and doesn't have votes, whatever the client sent", async () => {
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

test("a waiting survey isn't in any public list, and only its owner and admins find it until it is published", async () => {
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
  const found = await t.request(surveys.listMySurveys, {
    as: people.otherSurveyor,
    query: { email: people.otherSurveyor.email },
  });
  expect(found.map(({ _id }) => _id)).toEqual(mine);
  expect(
    await t.request(surveys.listMySurveys, {
      as: people.admin,
      query: { email: people.otherSurveyor.email.toUpperCase() },
    }),
  ).toEqual(found.map((survey) => ({ ...survey, reportsVersion: 0 })));
  expect(await t.request(surveys.listMySurveys, { as: people.admin, query: { email: "nobody@example.org" } })).toEqual(
    [],
  );
});

test("optional texts and dates may be null, which equals leaving them out", async () => {
  const nothing = { Description: null, createDate: null, deadline: null, timeZone: null, email: null };
  const { insertedId: id } = await t.request(surveys.createSurvey, {
    as: people.surveyor,
    body: { ...form, ...nothing },
  });
  const body = { ...form, ...nothing, note: null, userName: null };
  expect(await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body })).toEqual({
    modifiedCount: 0,
  });
  expect(
    (await t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2, feedback: null } }))
      .statusCode,
  ).toBe(200);
  const vote = { SurveyID: id, vote: 1, comments: null, inapp: null, email: null, userName: null } as const;
  await t.request(votes.castVote, { as: people.pro, body: vote });
  expect(await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).toMatchObject({
    Description: "",
    totalVotes: 1,
  });
  const withoutReason = await t.refused(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: 1, feedback: null },
  });
  expect(withoutReason).toMatchObject({ status: 422, errors: [{ field: "feedback" }] });
});

test("the note given when publishing and unpublishing is stored with the change; a repetition doesn't change anything or send an email", async () => {
  const id = await t.makeSurvey(people.surveyor);
  expect((await changeStatus(id, { status: 2, feedback: "Well made" })).json()).toEqual({ modifiedCount: 1 });
  expect((await changeStatus(id, { status: 2, feedback: "Again" })).json()).toEqual({ modifiedCount: 0 });
  expect((await changeStatus(id, { status: 1, feedback: " Please add a picture " })).json()).toEqual({
    modifiedCount: 1,
  });
  expect(await isPublic(id)).toBe(false);
  expect(await feedbackOf(id)).toEqual([
    { text: "Well made", status: 2, admin_id: people.admin.id },
    { text: "Please add a picture", status: 1, admin_id: people.admin.id },
  ]);
});

test("unpublishing requires a note", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const before = await countRows(t.database);
  for (const feedback of [undefined, "", " \n "]) {
    const response = await changeStatus(id, { status: 1, ...(feedback !== undefined && { feedback }) });
    expect(response.json()).toMatchObject({ status: 422, errors: [{ field: "feedback" }] });
  }
  expect(await isPublic(id)).toBe(true);
  expect(await countRows(t.database)).toEqual(before);
});

test("the status of an unknown survey gets 404, and doesn't store feedback", async () => {
  const before = await countRows(t.database);
  expect((await changeStatus("no-such-survey", { status: 2 })).json()).toMatchObject({ status: 404, code: "notFound" });
  expect(await countRows(t.database)).toEqual(before);
});

test("without review a new survey is public immediately", async () => {
  const unreviewed = await testApp({ surveyReview: "off" });
  try {
    const { surveyor } = await createUsersOfEveryRole(unreviewed.database, unreviewed.tokens);
    const id = await unreviewed.makeSurvey(surveyor);
    expect(await unreviewed.request(surveys.getSurvey, { params: { id } })).toMatchObject({ status: 2 });
  } finally {
    await unreviewed.close();
  }
});

test("owner and admins see the owner's full email address, all others a masked one, in every list", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const seen = async (as?: typeof people.user) => {
    const one = await t.request(surveys.getSurvey, { params: { id }, ...(as && { as }) });
    const lists = await Promise.all([
      t.request(surveys.listPublishedSurveys, { ...(as && { as }) }),
      t.request(surveys.listLatestSurveys, { ...(as && { as }) }),
      t.request(surveys.listAllSurveys, { ...(as && { as }) }),
      t.request(surveys.listTopSurveys, { ...(as && { as }) }),
    ]);
    return new Set(
      [one, ...lists.flat()]
        .filter(({ status, userName }) => status === 2 && userName === "Sam Surveyor")
        .map(({ email }) => email),
    );
  };
  for (const as of [people.surveyor, people.admin]) expect(await seen(as)).toEqual(new Set([people.surveyor.email]));
  for (const as of [undefined, people.user, people.otherSurveyor]) {
    const [masked, ...others] = await seen(as);
    expect(masked).toMatch(/^.•••@e•••\.org$/);
    expect(others).toEqual([]);
  }
});

const times = async (dates: object) => {
  const { insertedId } = await t.request(surveys.createSurvey, { as: people.surveyor, body: { ...form, ...dates } });
  const { createDate, deadline } = await t.request(surveys.getSurvey, {
    as: people.surveyor,
    params: { id: insertedId },
  });
  return { createDate, deadline };
};

test.each([
  [
    { createDate: "2019-03-31", deadline: "2126-03-31", timeZone: "Europe/Zurich" },
    { createDate: "2019-03-30T23:00:00.000Z", deadline: "2126-03-31T21:59:59.999Z" },
  ],
  [
    { createDate: "2019-11-03", deadline: "2126-11-03", timeZone: "America/New_York" },
    { createDate: "2019-11-03T04:00:00.000Z", deadline: "2126-11-04T04:59:59.999Z" },
  ],
  [
    { createDate: "2019-01-01", deadline: "2126-01-01" },
    { createDate: "2019-01-01T00:00:00.000Z", deadline: "2126-01-01T23:59:59.999Z" },
  ],
  [
    {
      createDate: `${LATER_YEAR}-01-01T10:00:00+02:00`,
      deadline: `${LATER_YEAR}-01-01T08:00:00.001Z`,
      timeZone: "Asia/Tokyo",
    },
    { createDate: `${LATER_YEAR}-01-01T08:00:00.000Z`, deadline: `${LATER_YEAR}-01-01T08:00:00.001Z` },
  ],
  [
    { createDate: "2020-01-01", deadline: null },
    { createDate: "2020-01-01T00:00:00.000Z", deadline: null },
  ],
  [
    { createDate: "2020-01-01", deadline: "" },
    { createDate: "2020-01-01T00:00:00.000Z", deadline: null },
  ],
])("the dates %j are stored as the instants %j", async (dates, instants) => {
  expect(await times(dates)).toEqual(instants);
});

describe("the start of a survey", () => {
  const inYears = (years: number, days = 0) => {
    const at = new Date(Date.now() + days * DAY_MS);
    at.setUTCFullYear(at.getUTCFullYear() + years);
    return at.toISOString().slice(0, 10);
  };
  const tooLate = {
    status: 422,
    errors: [
      {
        field: "createDate",
        code: "dates.startRange",
        message: "Choose a start date between 2000 and five years from today",
      },
    ],
  };
  const change = (id: string, dates: object) =>
    t.send(surveys.updateSurvey, { as: people.surveyor, params: { id }, body: { ...form, ...dates } });

  test("is at most five years ahead, for a new survey, a copy, and a change", async () => {
    expect((await times({ createDate: inYears(5) })).createDate).toBe(`${inYears(5)}T00:00:00.000Z`);
    const { insertedId } = await t.request(surveys.createSurvey, { as: people.surveyor, body: form });
    for (const body of [
      { createDate: inYears(5, 2) },
      { createDate: "2199-12-31", copyOf: insertedId },
      { createDate: "1999-12-31" },
    ])
      expect(
        await t.refused(surveys.createSurvey, { as: people.surveyor, body: { ...form, ...body } }),
        JSON.stringify(body),
      ).toMatchObject(tooLate);
    for (const createDate of [inYears(5, 2), "2199-01-01T10:00:00Z", "9999-12-31"])
      expect((await change(insertedId, { createDate, scheduled: true })).json(), createDate).toMatchObject(tooLate);
    expect((await change(insertedId, { createDate: inYears(4) })).statusCode).toBe(200);
  });

  test("stays as it is stored, however far ahead, until someone changes it", async () => {
    const { insertedId: id } = await t.request(surveys.createSurvey, { as: people.surveyor, body: form });
    const stored = Date.UTC(2199, 0, 1);
    await t.database.db.updateTable("surveys").set({ starts_at: stored }).where("id", "=", id).execute();
    for (const dates of [{}, { createDate: "2199-01-01" }, { createDate: "2199-01-01T00:00:00.000Z", scheduled: true }])
      expect((await change(id, dates)).statusCode, JSON.stringify(dates)).toBe(200);
    expect((await change(id, { createDate: "2199-01-02" })).json()).toMatchObject(tooLate);
  });
});

test("a deadline of today means the end of today, and is accepted", async () => {
  const today = new Date().toISOString().slice(0, 10);
  expect((await times({ deadline: today })).deadline).toBe(`${today}T23:59:59.999Z`);
});

test("after a demotion a surveyor's surveys stay, but the user can create no more", async () => {
  const { insertedId } = await t.request(surveys.createSurvey, {
    as: people.otherSurveyor,
    body: { ...form, Title: "Kept?" },
  });
  await t.request(users.setUserRole, {
    as: people.admin,
    params: { id: people.otherSurveyor.id },
    body: { role: "user" },
  });
  const create = () => t.send(surveys.createSurvey, { as: people.otherSurveyor, body: form });
  // Sessions are cached for a second.
  await expect.poll(async () => (await create()).statusCode).toBe(403);
  expect((await t.send(surveys.getSurvey, { as: people.admin, params: { id: insertedId } })).statusCode).toBe(200);
});
