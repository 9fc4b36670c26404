import * as account from "@survey-app/contract/account/account.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { scenarios } from "../testing/scenario.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let survey: string;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());
beforeEach(async () => {
  survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
});

const scenario = scenarios(() => ({ t, ...people }));
const member = (name?: string) => makePerson(t.database, t.tokens, { isMember: true, ...(name && { name }) });
const vote = (as: Person, choice: 0 | 1 = 1, text = "") =>
  t.request(votes.castVote, { as, body: { SurveyID: survey, vote: choice, comments: text } });
const on = (text: string) => ({ params: { id: survey }, body: { comments: text } });
const add = (as: Person, text: string) => t.request(comments.addComment, { as, ...on(text) });
const remove = (as: Person) => t.request(comments.removeComment, { as, params: { id: survey } });
const list = (query: { vote?: 0 | 1; limit?: number } = {}, as?: Person) =>
  t.request(comments.listComments, { params: { id: survey }, query, ...(as && { as }) });
const textsOf = (found: comments.Comment[]) => found.map((each) => each.comments);
const leave = async (name: string, text: string, choice: 0 | 1 = 1) => {
  const person = await member(name);
  await vote(person, choice);
  await add(person, text);
  return person;
};

test("a member comments after voting; the vote, its receipt and the ledger stay the same", async () => {
  const pia = await member("Pia");
  await vote(pia, 0);
  const before = await t.request(votes.getMyVote, { as: pia, params: { id: survey } });
  const ledger = await t.request(votes.getLedger, { params: { id: survey }, query: {} });
  expect(await add(pia, "  Too early to say\n")).toEqual({ modifiedCount: 1 });
  const after = await t.request(votes.getMyVote, { as: pia, params: { id: survey } });
  expect(after).toEqual({ ...before, comments: "Too early to say" });
  expect(await t.request(votes.getLedger, { params: { id: survey }, query: {} })).toEqual(ledger);
  expect(await list()).toMatchObject([{ userName: "Pia", vote: 0, comments: "Too early to say", isOwn: false }]);
  expect((await list({}, pia))[0]?.isOwn).toBe(true);
});

test("comments on a confidential survey appear at the close, by name, and don't tell when or how people voted", async () => {
  ({ id: survey } = await scenario({ privacy: "confidential" }));
  const names = ["Nora", "Abel", "Kim", "Abel", "Zoe"];
  const authors: Person[] = [];
  for (const name of names) authors.push(await leave(name, `By ${name}`, name === "Kim" ? 0 : 1));
  const nora = authors[0] as Person;
  expect(await list({}, people.admin)).toEqual([]);
  expect(await list({}, nora)).toMatchObject([{ comments: "By Nora", isOwn: true, vote: null }]);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: survey } });
  const found = await list({}, people.user);
  expect(found.map(({ userName }) => userName)).toEqual(["Abel", "Abel", "Kim", "Nora", "Zoe"]);
  for (const comment of found) expect(comment).toMatchObject({ vote: null, commentedAt: null, isOwn: false });
  const stored = await t.database.db.selectFrom("votes").select("id").where("survey_id", "=", survey).execute();
  for (const { id } of stored) expect(JSON.stringify(found)).not.toContain(id);
  const pages: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = await t.send(comments.listComments, { as: people.user, params: { id: survey }, query });
    expect(page.headers["x-total-count"]).toBe("5");
    pages.push(...page.json<comments.Comment[]>().map(({ _id }) => _id));
    cursor = /cursor=([\w-]+)/.exec(String(page.headers.link ?? ""))?.[1];
    if (!cursor) break;
  }
  expect(pages).toEqual(found.map(({ _id }) => _id));
  // The list continues after a comment that was removed meanwhile.
  const first = await t.send(comments.listComments, { params: { id: survey }, query: { limit: 3 } });
  const kim = authors[2] as Person;
  await remove(kim);
  const rest = await t.app.inject({ url: /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "" });
  expect(rest.json<comments.Comment[]>().map(({ userName }) => userName)).toEqual(["Nora", "Zoe"]);
  expect(rest.headers["x-total-count"]).toBe("4");
  for (const as of [people.admin, nora])
    expect(await t.refused(comments.listComments, { as, params: { id: survey }, query: { vote: 1 } })).toMatchObject({
      status: 422,
      errors: [{ field: "query.vote" }],
    });
});

test("a comment is added once, even by parallel requests; a retry succeeds, another text is refused", async () => {
  const pia = await member();
  await vote(pia);
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, index) => t.send(comments.addComment, { as: pia, ...on(`Text ${index}`) })),
  );
  expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
  const [stored] = await list();
  expect(await add(pia, stored?.comments ?? "")).toEqual({ modifiedCount: 0 });
  expect(await t.refused(comments.addComment, { as: pia, ...on("Another") })).toMatchObject({
    code: "alreadyCommented",
  });
  expect(await list()).toEqual([stored]);
});

test("a comment that came with the vote counts as one, and is listed at the time of the vote", async () => {
  const [first, second] = [await member(), await member()];
  await vote(first, 1, "With the vote");
  await vote(second);
  await add(second, "Later");
  expect(await t.refused(comments.addComment, { as: first, ...on("More") })).toMatchObject({
    code: "alreadyCommented",
  });
  expect(textsOf(await list())).toEqual(["Later", "With the vote"]);
});

test("users can remove their comment, even without a membership, and then add another", async () => {
  const pia = await leave("Pia", "Wrong");
  await t.database.db.deleteFrom("memberships").where("user_id", "=", pia.id).execute();
  expect(await remove(pia)).toEqual({ modifiedCount: 1 });
  expect(await remove(pia)).toEqual({ modifiedCount: 0 });
  expect(await list()).toEqual([]);
  const uma = await leave("Uma", "Wrong");
  await remove(uma);
  await add(uma, "Right");
  expect(textsOf(await list())).toEqual(["Right"]);
});

test("without a membership, without a vote, and on a survey that is not public no comment is stored", async () => {
  await vote(people.user);
  expect(await t.refused(comments.addComment, { as: people.user, ...on("Hi") })).toMatchObject({
    status: 409,
    code: "membersOnly",
  });
  const pia = await member();
  expect(await t.refused(comments.addComment, { as: pia, ...on("Hi") })).toMatchObject({ code: "notVoted" });
  await vote(pia);
  const feedback = "Stop";
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id: survey },
    body: { status: WAITING, feedback },
  });
  expect(await t.refused(comments.addComment, { as: pia, ...on("Hi") })).toMatchObject({ code: "notFound" });
  expect(await t.refused(comments.listComments, { as: pia, params: { id: survey } })).toMatchObject({ status: 404 });
  expect(await list({}, people.surveyor)).toEqual([]);
});

test.each(["", "  ", "\u202eReversed", "x".repeat(1001), 7, null])("%j is no comment", async (text) => {
  const refused = await t.refused(comments.addComment, {
    as: people.pro,
    params: { id: survey },
    body: { comments: text },
  });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: "comments" }] });
});

test("comments are paged newest first, each once, including those of the same moment and of one choice", async () => {
  for (const index of [0, 1, 2, 3, 4, 5, 6]) await leave("Pia", `${index}`, index % 3 === 0 ? 0 : 1);
  await t.database.db
    .updateTable("votes")
    // Later than all votes, which may be of this very millisecond.
    .set({ commented_at: Date.now() + 1 })
    .where("comment", "in", ["2", "3", "4"])
    .execute();
  const ids = async (query: { vote?: 0 | 1 }) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined = ""; cursor !== undefined; ) {
      const page = await t.send(comments.listComments, {
        params: { id: survey },
        query: { ...query, limit: 2, ...(cursor && { cursor }) },
      });
      found.push(...textsOf(page.json()));
      expect(page.headers["x-total-count"]).toBe(String((await list(query)).length));
      cursor = /cursor=([\w-]+)/.exec(String(page.headers.link))?.[1];
    }
    return found;
  };
  expect((await ids({})).toSorted()).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  expect((await ids({})).slice(3)).toEqual(["6", "5", "1", "0"]);
  expect(await ids({ vote: 0 })).toEqual(["3", "6", "0"]);
  expect((await list({ vote: 1 })).map(({ vote }) => vote)).toEqual([1, 1, 1, 1]);
});

test("a visitor's list shows a new comment, and no longer shows a removed one, immediately", async () => {
  const pia = await member();
  await vote(pia);
  expect(await list()).toEqual([]);
  await add(pia, "New");
  expect(textsOf(await list())).toEqual(["New"]);
  await remove(pia);
  expect(await list()).toEqual([]);
});

test("a deleted account's comments are gone from the list", async () => {
  const pia = await leave("Pia", "Mine");
  await t.request(account.deleteMyAccount, { as: pia, body: { email: pia.email } });
  expect(await list()).toEqual([]);
});
