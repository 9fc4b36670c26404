import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";
import { runningCard } from "../words/cardContent.ts";

/**
 * Votes by open link together with the other features. Accounts don't see them, not even the account that was signed
 * in. The tests check which emails are sent, that lists and numbers of other people don't change, and that every place
 * with the result says that no one is verified.
 */
const CLAIM = "Open link: one vote per browser, not verified.";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const close = (id: string) => t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });

/** A survey with two votes, one of them from the browser in which a person is signed in. */
async function makeVoted(settings = {}): Promise<{ id: string; voter: Person }> {
  const id = await links.make(settings);
  const voter = await makePerson(t.database, t.tokens, { isMember: true });
  for (const headers of [{ authorization: `Bearer ${voter.token}` }, {}]) {
    const browser = await links.open(id);
    expect((await links.vote(id, { ...browser, ...headers }, 1)).statusCode).toBe(200);
  }
  return { id, voter };
}

describe("an account that was signed in where the browser voted", () => {
  test("doesn't find the vote in any place, and neither does an admin who reads its lists", async () => {
    const { id, voter: as } = await makeVoted();
    expect(await t.request(votes.getMyVote, { as, params: { id } })).toBeNull();
    expect(await t.request(votes.listMyChoices, { as, query: { surveys: id } })).toEqual([]);
    for (const reader of [as, people.admin]) {
      const list = { as: reader, params: { email: as.email }, query: {} };
      expect(await t.request(votes.listMyParticipations, list)).toEqual([]);
    }
    expect((await t.request(exportMyData, { as })).votes).toEqual([]);
    expect(await t.request(outcomes.getFollow, { as, params: { id } })).toEqual({
      follows: false,
      followsOnVote: false,
    });
    await t.request(deleteMyAccount, { as, body: { email: as.email } });
    expect(await links.results(id)).toMatchObject({ participants: 2, yesVotes: 2 });
    expect(await findListFlaws(t.database)).toEqual([]);
  });

  test("can't comment, and no one reads votes one by one, not even the owner and admins", async () => {
    const { id, voter } = await makeVoted();
    expect(
      await t.refused(comments.addComment, { as: voter, params: { id }, body: { comments: "Me!" } }),
    ).toMatchObject({
      code: "noComments",
    });
    for (const as of [undefined, voter, people.surveyor, people.admin]) {
      const reader = as && { as };
      expect(await t.request(votes.listSurveyVotes, { ...reader, params: { id }, query: {} })).toEqual([]);
      expect(await t.request(comments.listComments, { ...reader, params: { id }, query: {} })).toEqual([]);
    }
    expect((await t.send(downloads.getVotesCsv, { as: people.surveyor, params: { id } })).json()).toMatchObject({
      code: "notInThisMode",
    });
  });
});

test("a survey by open link doesn't send a reminder; its owner and followers get its result with the claim", async () => {
  const { id, voter } = await makeVoted();
  const follower = await makePerson(t.database, t.tokens);
  await t.request(outcomes.followSurvey, { as: follower, params: { id } });
  expect(await t.refused(outcomes.remindFollowers, { as: people.surveyor, params: { id } })).toMatchObject({
    code: "noReminders",
  });
  await close(id);
  await enqueueMailings(t.database);
  const sent = await sendEmails(t);
  expect(sent.map(({ to }) => to)).not.toContain(voter.email);
  const results = sent.filter(({ to }) => to === follower.email);
  expect(results).toHaveLength(1);
  expect(results[0]?.text).toContain(CLAIM);
});

test("every document with the result says that no one is verified", async () => {
  const { id } = await makeVoted();
  await close(id);
  const { label } = await links.results(id);
  expect(label).toMatchObject({ electorate: "link", identity: "browser", list: null, bounds: null, composition: null });
  const portable = JSON.parse((await t.send(downloads.getPortableResult, { params: { id } })).payload);
  expect(portable.label).toMatchObject({ electorate: "link", identity: "browser" });
  expect((await t.send(downloads.getResultsCsv, { params: { id } })).payload).toContain(CLAIM);
  for (const format of ["atom", "json"])
    expect((await t.app.inject({ url: `/surveys/${id}/feed.${format}` })).payload).toContain(CLAIM);
  const survey = await t.request(surveys.getSurvey, { params: { id } });
  expect(runningCard(survey).label).toBe(CLAIM);
  expect((await t.app.inject({ url: `/surveys/${id}/card.png` })).statusCode).toBeLessThan(400);
});

test("nothing of it is in a public list, feed, ranking, count or sitemap, and no number of others changes", async () => {
  const other = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const read = async () => ({
    latest: await t.request(surveys.listLatestSurveys, {}),
    top: await t.request(surveys.listTopSurveys, {}),
    published: await t.request(surveys.listPublishedSurveys, { query: {} }),
    found: await t.request(surveys.listPublishedSurveys, { query: { q: "by link only" } }),
    texts: await Promise.all(["/feed.json", "/sitemap.xml"].map(async (url) => (await t.app.inject({ url })).payload)),
    other: await t.request(surveys.getSurvey, { params: { id: other } }),
  });
  const before = await read();
  const { id } = await makeVoted({ Title: "Is it by link only?" });
  await close(id);
  expect(await read()).toEqual(before);
});
