import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DEADLINE_MOVES_MAX, NOTES_MAX } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listVotes } from "../testing/listVotes.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

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
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const get = (id: string) => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
const update = (id: string, change: object) => ({ as: people.surveyor, params: { id }, body: { ...form, ...change } });

async function votedOn(deadline: string | null): Promise<string> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form, deadline });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  return id;
}

test("of a concurrent first vote and edit one is rejected, so the vote is on the text that was shown", async () => {
  for (let round = 0; round < 10; round++) {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
    const [edited, voted] = await Promise.all([
      t.send(surveys.updateSurvey, update(id, { Title: "Is it changed?" })),
      t.send(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } }),
    ]);
    // An edited survey is no longer public, so the vote gets 404.
    expect(["200 404", "409 200"]).toContain(`${edited.statusCode} ${voted.statusCode}`);
    expect((await get(id)).Title).toBe(edited.statusCode === 200 ? "Is it changed?" : form.Title);
  }
});

test("votes per day add up to the totals, oldest day first", async () => {
  const id = await votedOn(null);
  await t.request(votes.castVote, { as: people.pro, body: { SurveyID: id, vote: 0 } });
  const today = new Date().toISOString().slice(0, 10);
  await listVotes(t.database, [id]);
  const days = await t.request(surveys.getSurveyHistory, { params: { id } });
  expect(days.reduce((sum, { totalVotes }) => sum + totalVotes, 0)).toBe(2);
  expect(days.reduce((sum, { yesVotes }) => sum + (yesVotes ?? 0), 0)).toBe(1);
  expect(days.at(-1)?.day).toBe(today);
});

test("a survey has at most twenty notes, however many are sent concurrently", async () => {
  const id = await votedOn(null);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => t.send(surveys.updateSurvey, update(id, { note: `Note ${index}` }))),
  );
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(refused.map((answer) => answer.json().code)).toEqual(Array(10).fill("tooManyNotes"));
  expect((await get(id)).notes).toHaveLength(NOTES_MAX);
  expect(await t.request(surveys.updateSurvey, update(id, {}))).toEqual({ modifiedCount: 0 });
});

test("a moved deadline is listed once the survey was published, at most twenty times", async () => {
  const id = await t.makeSurvey(people.surveyor, { ...form, deadline: inDays(1) });
  await t.request(surveys.updateSurvey, update(id, { deadline: inDays(2) }));
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  expect(await get(id)).toMatchObject({ deadlineMoves: [] });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const days = Array.from({ length: DEADLINE_MOVES_MAX }, (_, index) => inDays(index + 3));
  for (const deadline of days) await t.request(surveys.updateSurvey, update(id, { deadline }));
  const { deadlineMoves } = await get(id);
  expect(deadlineMoves.map(({ to }) => to)).toEqual(days);
  expect(deadlineMoves.slice(1).map(({ from }) => from)).toEqual(days.slice(0, -1));
  const refused = await t.send(surveys.updateSurvey, update(id, { deadline: inDays(99) }));
  expect(refused.json()).toMatchObject({ status: 409, code: "tooManyDeadlines" });
  expect(await get(id)).toMatchObject({ deadline: days.at(-1) });
});

test("a copy that is published after its original was closed says that the question was asked before", async () => {
  const original = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
  const copy = (copyOf: string, publishedBy?: typeof people.admin, owner = people.surveyor) =>
    t.makeSurvey(owner, { ...form, copyOf, ...(publishedBy && { publishedBy }) });
  const [meanwhile, draft] = [await copy(original, people.admin), await copy(original)];
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: original } });
  // A copy of a copy that was never public repeats the same question.
  const [after, again] = [await copy(original, people.admin), await copy(draft)];
  const others = await copy(original, people.admin, people.admin);
  const { closedAt } = await get(original);
  const askedBefore = { surveyId: original, Title: form.Title, language: null, closedAt };
  for (const id of [draft, after, again]) expect((await get(id)).askedBefore).toEqual(askedBefore);
  for (const id of [original, meanwhile, others]) expect((await get(id)).askedBefore).toBeNull();
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id: original },
    body: { status: 1, feedback: "Not public any more." },
  });
  expect((await get(after)).askedBefore).toBeNull();
});

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

test.each([
  ["title", { Title: "Is it another?" }],
  ["category", { category: "Cleaning Tools" }],
  ["image", { image: "https://example.org/other.webp" }],
  ["description", { Description: "Turned into its opposite." }],
  ["start date", { createDate: "2020-01-01" }],
  ["deadline", { deadline: inDays(9) }],
  ["listing", { listed: false, electorate: "invited" }],
  ["note", { note: "We meant weekdays only." }],
])("once a survey has ended without votes, the %s can't change any more", async (_, change) => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form, deadline: inDays(5) });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 1, feedback: "No" } });
  const before = await get(id);
  const edit = update(id, { deadline: before.deadline, ...change });
  for (const as of [people.surveyor, people.admin])
    expect(await t.refused(surveys.updateSurvey, { ...edit, as })).toMatchObject({ status: 409, code: "hasEnded" });
  expect(await get(id)).toEqual(before);
  const same = update(id, { deadline: before.deadline });
  expect(await t.request(surveys.updateSurvey, same)).toEqual({ modifiedCount: 0 });
});

test("once the deadline has passed, neither it can be changed nor a note be added", async () => {
  const id = await votedOn(inDays(5));
  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: Date.now() - DAY_MS, ends_at: Date.now() - 1000 })
    .where("id", "=", id)
    .execute();
  expect(await t.refused(surveys.updateSurvey, update(id, { deadline: inDays(1) }))).toMatchObject({
    status: 409,
    code: "hasEnded",
  });
  // The job that closes may run at any moment: what follows compares the closed survey with itself.
  await expect.poll(async () => (await get(id)).closedAt).not.toBeNull();
  const before = await get(id);
  const { deadline } = before;
  for (const as of [people.surveyor, people.admin]) {
    const noted = { ...update(id, { deadline, note: "Thank you all." }), as };
    expect(await t.refused(surveys.updateSurvey, noted)).toMatchObject({ status: 409, code: "hasEnded" });
  }
  expect(await get(id)).toEqual(before);
  expect(await t.request(surveys.updateSurvey, update(id, { deadline, note: " " }))).toEqual({ modifiedCount: 0 });
});

test("after the close a new deadline with a note is refused as a whole", async () => {
  const id = await votedOn(inDays(5));
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const edit = update(id, { deadline: inDays(9), note: "Until Friday." });
  expect(await t.refused(surveys.updateSurvey, edit)).toMatchObject({ status: 409, code: "hasEnded" });
  expect(await get(id)).toMatchObject({ notes: [] });
});
