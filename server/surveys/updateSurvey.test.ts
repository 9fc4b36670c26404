import * as surveys from "@survey-app/contract/surveys.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const DAY = 24 * 3600_000;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const form = {
  Title: "Is this a question?",
  category: "Food Preparation" as const,
  image: "https://example.org/picture.webp",
  Description: "As first written.",
};
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const get = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const update = (id: string, change: object) => ({ as: people.surveyor, params: { id }, body: { ...form, ...change } });

async function votedOn(deadline: string | null): Promise<string> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form, deadline });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  return id;
}

test("before the first vote the owner and admins can change everything", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
  const change = {
    Title: "Is it one now?",
    category: "Cleaning Tools" as const,
    Description: "Rewritten.",
    deadline: inDays(3),
  };
  expect(await t.request(surveys.updateSurvey, update(id, change))).toEqual({ modifiedCount: 1 });
  expect(await get(id)).toMatchObject(change);
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  expect(await t.request(surveys.updateSurvey, { ...update(id, { Title: "Is it two?" }), as: people.admin })).toEqual({
    modifiedCount: 1,
  });
  expect((await get(id)).Title).toBe("Is it two?");
  expect(await t.request(surveys.listPublishedSurveys, { query: { q: "is it two" } })).toHaveLength(1);
});

test("an unchanged save changes nothing and says so", async () => {
  const id = await t.makeSurvey(people.surveyor, { ...form, deadline: "2090-05-01", timeZone: "Europe/Zurich" });
  const again = update(id, { deadline: "2090-05-01", timeZone: "Europe/Zurich" });
  expect(await t.request(surveys.updateSurvey, again)).toEqual({ modifiedCount: 0 });
});

test.each([
  ["title", { Title: "Is it another?" }],
  ["category", { category: "Cleaning Tools" }],
  ["image", { image: "https://example.org/other.webp" }],
  ["description", { Description: "Turned into its opposite." }],
  ["start date", { createDate: "2020-01-01" }],
])("after the first vote the %s is frozen", async (_, change) => {
  const id = await votedOn(inDays(5));
  const before = await get(id);
  const refused = await t.refused(surveys.updateSurvey, update(id, { deadline: before.deadline, ...change }));
  expect(refused).toMatchObject({ status: 409, code: "frozen" });
  expect(await get(id)).toEqual(before);
});

test("after the first vote a note can be added below the description, with its date", async () => {
  const id = await votedOn(null);
  await t.request(surveys.updateSurvey, update(id, { note: "We meant weekdays only." }));
  await t.request(surveys.updateSurvey, update(id, { note: "And only mornings." }));
  const { notes, Description } = await get(id);
  expect(Description).toBe("As first written.");
  expect(notes.map(({ text }) => text)).toEqual(["We meant weekdays only.", "And only mornings."]);
  expect(Date.parse(notes[0]?.createdAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
});

test("after the first vote the deadline can only become later, or be removed", async () => {
  const id = await votedOn(inDays(5));
  const earlier = await t.refused(surveys.updateSurvey, update(id, { deadline: inDays(4) }));
  expect(earlier).toMatchObject({ status: 409, code: "deadlineOnlyLater" });
  const later = inDays(9);
  await t.request(surveys.updateSurvey, update(id, { deadline: later }));
  expect((await get(id)).deadline).toBe(later);
  await t.request(surveys.updateSurvey, update(id, { deadline: null }));
  expect((await get(id)).deadline).toBeNull();
  const setAgain = await t.refused(surveys.updateSurvey, update(id, { deadline: inDays(20) }));
  expect(setAgain).toMatchObject({ code: "deadlineOnlyLater" });
});

test("a past deadline can't be changed, but a note can still be added", async () => {
  const id = await votedOn(inDays(5));
  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: Date.now() - DAY, ends_at: Date.now() - 1000 })
    .where("id", "=", id)
    .execute();
  expect(await t.refused(surveys.updateSurvey, update(id, { deadline: inDays(1) }))).toMatchObject({
    status: 409,
    code: "hasEnded",
  });
  const { deadline } = await get(id);
  expect(await t.request(surveys.updateSurvey, update(id, { deadline, note: "Thank you all." }))).toEqual({
    modifiedCount: 1,
  });
});
