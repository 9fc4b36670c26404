import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { getMyNumbers } from "@survey-app/contract/votes/ownNumbers.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { linkOf } from "../testing/invitationTokens.ts";
import { invitedSurveys, newTicket, secretSettings } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

/** The surveys to vote on: the same in lists of every order, in a search, and in the number on the dashboard. */
async function toVoteOn(as: Person): Promise<string[]> {
  const list = async (query: object) =>
    (await t.request(surveys.listPublishedSurveys, { as, query: { state: "unvoted", limit: 100, ...query } })).map(
      ({ _id }) => _id,
    );
  const ids = await list({});
  for (const query of [{ by: "votes" }, { by: "deadline" }, { q: "question" }] as const)
    expect((await list(query)).toSorted(), JSON.stringify(query)).toEqual(ids.toSorted());
  expect((await t.request(getMyNumbers, { as })).open).toEqual({ count: ids.length, hasMore: false });
  return ids;
}

test.each([
  ["listed", {}],
  ["unlisted", {}],
  ["unlisted secret", secretSettings()],
] as const)(
  "a %s survey for invited people is one to vote on for those who are invited, until they have voted",
  async (kind, settings) => {
    const [byAccount, byLink, struck, outside] = await Promise.all(
      [1, 2, 3, 4].map(() => makePerson(t.database, t.tokens)),
    );
    if (!byAccount || !byLink || !struck || !outside) throw new Error("There are too few people");
    const unconfirmed = await makePerson(t.database, t.tokens);
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", unconfirmed.id).execute();
    const everyone = [byAccount, byLink, struck, outside, unconfirmed];
    const emails = [byAccount, byLink, struck, unconfirmed].map(({ email }) => email);
    const open = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const listed = kind === "listed";
    const { id } = await invited.makeOpen(0, { ...settings, listed }, emails);
    const list = await invited.list(id);
    await invited.strike(id, list[2]?._id ?? "");
    const has = async (survey: string) =>
      Promise.all(everyone.map(async (as) => (await toVoteOn(as)).includes(survey)));
    expect(await has(open)).toEqual([true, true, true, true, true]);
    expect(await has(id)).toEqual([true, true, false, false, false]);
    // Other lists stay as they are.
    const running = await t.request(surveys.listPublishedSurveys, { as: byLink, query: { state: "open", limit: 100 } });
    expect(running.some(({ _id }) => _id === id)).toBe(listed);

    await t.request(votes.castVote, { as: byAccount, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
    // In another browser, without the account.
    const token = await invited.open(linkOf(t, list[1]?._id ?? ""));
    expect((await invited.vote(id, token, 0)).statusCode).toBe(200);
    expect(await has(id)).toEqual([false, false, false, false, false]);
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: open } });
  },
);

test("people are asked to vote on it only between its publication and its close", async () => {
  const person = await makePerson(t.database, t.tokens);
  const id = await invited.make({ listed: false });
  await invited.add(id, [{ email: person.email }]);
  expect(await toVoteOn(person)).not.toContain(id);
  await invited.publish(id);
  expect(await toVoteOn(person)).toContain(id);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect(await toVoteOn(person)).not.toContain(id);
});

test("many drafts of one owner with an address on their lists don't hide the surveys of others from its person", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { id } = await invited.makeOpen(0, { listed: false }, [person.email]);
  const draft = await invited.make({ listed: false });
  await invited.add(draft, [{ email: person.email }]);
  const { db } = t.database;
  const [survey, invitation] = await Promise.all([
    db.selectFrom("surveys").selectAll().where("id", "=", draft).executeTakeFirstOrThrow(),
    db.selectFrom("invitations").selectAll().where("survey_id", "=", draft).executeTakeFirstOrThrow(),
  ]);
  const ids = Array.from({ length: 500 }, newId);
  await insertSurveyRows(
    t.database,
    ids.map((copy) => ({ ...survey, id: copy })),
  );
  const copies = ids.map((copy) => ({ ...invitation, survey_id: copy, token_hash: copy }));
  await db.insertInto("invitations").values(copies).execute();
  expect(await toVoteOn(person)).toEqual([id]);
});
