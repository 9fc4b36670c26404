import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const [START, END] = ["2026-01-05", `${LATER_YEAR}-12-31`];
const zoneless = { createDate: START, deadline: END };
const isDay = { startIsDay: true, deadlineIsDay: true };

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const make = (form: object) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
const get = (id: string, as: Person = people.surveyor) => t.request(surveys.getSurvey, { as, params: { id } });
/** The survey's times that are days, as its page says. */
const daysOf = async (id: string) => {
  const { startIsDay, deadlineIsDay } = await get(id);
  return { startIsDay, deadlineIsDay };
};
const change = async (id: string, form: object) => {
  const { Title, category, image, createDate, deadline } = await get(id);
  const body = { Title, category, image, createDate, deadline, ...form };
  return t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
};

test("days without a time and a time zone are stored in UTC, and every answer says that they are days", async () => {
  const id = await make({ ...zoneless, category: "Cleaning Tools" });
  const stored = { createDate: `${START}T00:00:00.000Z`, deadline: `${END}T23:59:59.999Z`, ...isDay };
  expect(await get(id)).toMatchObject(stored);
  const query = { category: "Cleaning Tools" as const };
  expect(await t.request(surveys.listPublishedSurveys, { query })).toMatchObject([stored]);
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const { user } = people;
  const participation = await t.request(votes.listMyParticipations, { as: user, params: { email: user.email } });
  expect(participation).toMatchObject([{ deadline: stored.deadline, deadlineIsDay: true }]);
});

test.each([
  ["a time zone", { ...zoneless, timeZone: "Asia/Tokyo" }],
  ["UTC as the time zone", { ...zoneless, timeZone: "UTC" }],
  ["times", { createDate: `${START}T08:00`, deadline: `${END}T18:00:00Z` }],
  ["no days", {}],
])("with %s they are instants as before", async (_, form) => {
  expect(await daysOf(await make(form))).toEqual({ startIsDay: undefined, deadlineIsDay: undefined });
});

test("each of the two is a day on its own", async () => {
  expect(await daysOf(await make({ createDate: START, deadline: `${END}T18:00:00Z` }))).toEqual({ startIsDay: true });
  expect(await daysOf(await make({ deadline: END }))).toEqual({ deadlineIsDay: true });
});

test("an edit that leaves a day as it is keeps it a day, and another time or a zone ends that", async () => {
  const id = await make(zoneless);
  // The specification's client sends the day again, and our form the stored instant or the day in its zone.
  for (const form of [zoneless, {}, { ...zoneless, timeZone: "UTC" }]) {
    expect(await change(id, form)).toEqual({ modifiedCount: 0 });
    expect(await daysOf(id)).toEqual(isDay);
  }
  await change(id, { Description: "More about it." });
  expect(await daysOf(id)).toEqual(isDay);
  await change(id, { deadline: `${END}T12:00`, timeZone: "Asia/Tokyo" });
  expect(await daysOf(id)).toEqual({ startIsDay: true });
  await change(id, { deadline: `${LATER_YEAR}-12-30` });
  expect(await daysOf(id)).toEqual(isDay);
  await change(id, { deadline: null });
  expect(await daysOf(id)).toEqual({ startIsDay: true });
});
