import * as account from "@survey-app/contract/account/account.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { listComments } from "@survey-app/contract/votes/comments.ts";
import { getMyNumbers } from "@survey-app/contract/votes/ownNumbers.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { cutStreams } from "../testing/eventStream.ts";
import { listVotes } from "../testing/listVotes.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { comparable, differing, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";

const lines: string[] = [];

let t: TwinApp;
let id: string;

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  t = await startTwins({ logLevel: "info", logTo });
  id = await makeVotedSurvey();
});
afterEach(cutStreams);
afterAll(() => t.close());

const ticket = () => crypto.randomUUID().replaceAll("-", "");

/** A secret survey with 13 votes of each kind, and reports. */
async function makeVotedSurvey(): Promise<string> {
  const more = await Promise.all(Array.from({ length: 11 }, () => makePerson(t.database, t.tokens)));
  const as = [t.voter, t.other, ...more];
  const { id: survey, receipts } = await t.scenario({
    Title: "Hidden answers?",
    privacy: "secret",
    unsure: true,
    as,
    answers: as.map((_, index) => (index % 3) as Answer),
    ballot: (index) => ({ inapp: index < 2 ? "Spam" : "" }),
  });
  expect(receipts).toEqual(as.map(() => null));
  await listVotes(t.database, [survey]);
  return survey;
}

const read = () => readEverything(t, id, { visitor: undefined, voter: t.voter, ...t.people }, comparable);

// Security: F12
test("an open secret survey responds the same to everyone, whatever people answered", async () => {
  const before = await read();
  await t.database.db.updateTable("secret_tallies").set({ yes: 13, no: 0, unsure: 0 }).execute();
  expect(differing(before, await read())).toEqual([]);
  await t.database.db.updateTable("secret_tallies").set({ yes: 4, no: 5, unsure: 4 }).execute();
});

test("its voters see that they voted wherever they see their votes elsewhere, and not how", async () => {
  const params = { id };
  const ofOther = { id, email: t.other.email };
  const mark = { SurveyID: id, _id: id, vote: null, votingDate: "", comments: "", isOwn: true };
  expect(await t.request(votes.getMyVote, { as: t.other, params })).toMatchObject({ ...mark, inapp: "Spam" });
  expect(await t.request(votes.getMyVote, { as: t.people.pro, params })).toBeNull();
  expect(await t.request(votes.listSurveyVotes, { as: t.other, params })).toMatchObject([mark]);
  expect(await t.request(votes.listSurveyVotes, { as: t.people.admin, params })).toEqual([]);
  expect(await t.request(votes.listMyChoices, { as: t.other, query: { surveys: id } })).toEqual([
    { surveyId: id, vote: null },
  ]);
  for (const as of [t.other, t.people.admin]) {
    const found = await t.request(votes.listMyParticipations, { as, params: ofOther });
    const isOwn = as === t.other;
    expect(found).toMatchObject([{ ...mark, voted: true, isOwn }]);
    const [reported] = await t.request(votes.listMyReports, { as, params: ofOther });
    expect(reported).toMatchObject({ voted: true, vote: null, inapp: "Spam", isOwn });
    expect(await t.request(votes.listMyComments, { as, params: ofOther })).toEqual([]);
  }
  expect((await t.request(account.exportMyData, { as: t.other })).votes).toEqual([
    { surveyId: id, Title: "Hidden answers?", vote: null, comments: "", receipt: null, isReplaced: false, at: null },
  ]);
  const unvoted = async (as: Person) =>
    (await t.request(surveys.listPublishedSurveys, { as, query: { state: "unvoted", limit: 100 } })).map((s) => s._id);
  expect([(await unvoted(t.other)).includes(id), (await unvoted(t.people.pro)).includes(id)]).toEqual([false, true]);
  const numbers = async (as: Person) => (await t.request(getMyNumbers, { as })).open.count;
  expect(await numbers(t.other)).toBe((await numbers(t.people.pro)) - 1);
});

test("a person's participations are paginated across secret and other votes, each once", async () => {
  const named = await Promise.all(
    Array.from({ length: 3 }, () => t.makeSurvey(t.people.surveyor, { publishedBy: t.people.admin })),
  );
  for (const survey of named) await t.request(votes.castVote, { as: t.other, body: { SurveyID: survey, vote: 1 } });
  const pages: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const response = await t.send(votes.listMyParticipations, { as: t.other, params: { email: t.other.email }, query });
    expect(response.headers["x-total-count"]).toBe("4");
    pages.push(...response.json<{ SurveyID: string }[]>().map(({ SurveyID }) => SurveyID));
    cursor = /cursor=([^&>]+)/.exec(String(response.headers.link ?? ""))?.[1];
    if (!cursor) break;
    cursor = decodeURIComponent(cursor);
  }
  expect(pages.sort()).toEqual([...named, id].sort());
});

// Security: F12
test("requests with a secret vote leave neither the voter nor the answer in the log, whether they fail or not", async () => {
  lines.length = 0;
  const body = { SurveyID: id, vote: 1, ticket: ticket() };
  const as = t.people.user;
  await t.send(votes.castVote, { as, body: { ...body, ticket: "none" } });
  await sql`alter table secret_tallies rename to renamed`.execute(t.database.db);
  expect((await t.send(votes.castVote, { as, body })).statusCode).toBe(500);
  await sql`alter table renamed rename to secret_tallies`.execute(t.database.db);
  expect((await t.send(votes.castVote, { as, body })).statusCode).toBe(200);
  expect((await t.send(votes.castVote, { as, body: { ...body, ticket: ticket() } })).statusCode).toBe(409);
  expect(lines.some((line) => line.includes("secret_tallies"))).toBe(true);
  for (const line of lines)
    for (const private_ of [as.id, as.name, as.email, "127.0.0.1", body.ticket, '"vote"', id])
      expect(line).not.toContain(private_);
});

test("a deleted account stays on the list of voters without a name, and no number changes", async () => {
  const leaving = await makePerson(t.database, t.tokens, { name: "Lea Leaving" });
  await t.request(votes.castVote, { as: leaving, body: { SurveyID: id, vote: 1, ticket: ticket() } });
  t.events.emit("all", "content");
  const before = await t.request(surveys.getSurvey, { params: { id } });
  await t.request(account.deleteMyAccount, { as: leaving, body: { email: leaving.email } });
  t.events.emit("all", "content");
  expect(await t.request(surveys.getSurvey, { params: { id } })).toEqual(before);
  const marks = await t.database.db.selectFrom("secret_voters").select("voter").where("survey_id", "=", id).execute();
  expect(marks.map(({ voter }) => voter)).toContain(leaving.id);
});

// Security: F12
test("after the close everyone sees the sums, but no answer or comment", async () => {
  await t.request(surveys.closeSurvey, { as: t.people.surveyor, params: { id } });
  for (const as of [undefined, t.voter, t.people.surveyor, t.people.admin]) {
    expect(await t.request(surveys.getSurveyResults, { as: as ?? t.people.user, params: { id } })).toMatchObject({
      resultsVisible: true,
      participants: 15,
    });
    expect(await t.request(surveys.getSurveyHistory, { as, params: { id } })).toEqual([]);
    expect(await t.request(listComments, { as, params: { id } })).toEqual([]);
    const found = await t.request(votes.listSurveyVotes, { as, params: { id } });
    expect(found.map(({ vote, isOwn }) => [vote, isOwn])).toEqual(as === t.voter ? [[null, true]] : []);
    const ledger = await t.request(votes.getLedger, { as, params: { id } });
    expect(ledger).toMatchObject({ key: null, rows: 0, entries: [], participants: 15, end: expect.any(String) });
  }
  expect(await findBrokenChains(t.database)).toEqual([]);
});

test("the result is emailed to those on the list of voters", async () => {
  await enqueueMailings(t.database);
  const emails = await t.database.db
    .selectFrom("outbox")
    .select("address")
    .where("kind", "=", "surveyResult")
    .execute();
  const addresses = emails.map(({ address }) => address);
  expect(addresses).toEqual(expect.arrayContaining([t.voter.email, t.other.email]));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).not.toContain(t.people.pro.email);
});
