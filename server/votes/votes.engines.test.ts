import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { recount } from "./ledger/verify.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (form = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });
/** The totals without their label. */
const results = async (id: string) => {
  const { label: _, ...totals } = await t.request(surveys.getSurveyResults, { params: { id } });
  return totals;
};

test("a vote is counted on the survey, and listed with its voter", async () => {
  const id = await publish();
  const { insertedId } = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await t.request(votes.castVote, { as: people.pro, body: { SurveyID: id, vote: "0" } });
  expect(await results(id)).toEqual({
    surveyId: id,
    totalVotes: 2,
    yesVotes: 1,
    noVotes: 1,
    unsureVotes: 0,
    participants: 2,
    resultsVisible: true,
    resultsOpen: null,
    closedAt: null,
  });
  const [newest, first] = await t.request(votes.listSurveyVotes, { params: { id } });
  expect(newest).toMatchObject({ vote: 0, userName: "Pia Pro" });
  expect(first).toMatchObject({
    _id: insertedId,
    SurveyID: id,
    Title: "Is this a question?",
    vote: 1,
    userName: "Uma User",
    isOwn: false,
  });
});

// Security: F09
test("pages of votes on a survey with the longest description are small, and don't leave out a vote", async () => {
  const id = await publish({ Description: "問".repeat(5000) });
  const voters = await Promise.all(Array.from({ length: 60 }, () => makePerson(t.database, t.tokens)));
  await Promise.all(voters.map((as) => t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } })));
  const pages = [await t.send(votes.listSurveyVotes, { params: { id }, query: { limit: 100 } })];
  for (;;) {
    const next = /^<([^>]+)>/.exec(String(pages.at(-1)?.headers.link ?? ""))?.[1];
    if (!next) break;
    pages.push(await t.app.inject({ url: next }));
  }
  const lengths = pages.map((page) => page.json<unknown[]>().length);
  expect(lengths).toEqual([26, 26, 8]);
  expect(new Set(pages.flatMap((page) => page.json<{ _id: string }[]>().map(({ _id }) => _id))).size).toBe(60);
  for (const { rawPayload } of pages) expect(rawPayload.length).toBeLessThan(500_000);
  expect((await t.send(votes.listSurveyVotes, { params: { id }, query: { limit: 24 } })).json()).toHaveLength(24);
  // Read whole, the list has two such pages before it passes 900 kB.
  expect((await t.send(votes.listSurveyVotes, { params: { id } })).json()).toHaveLength(52);
});

test("the same vote again returns the same id and counts once; another choice gets 409 and changes nothing", async () => {
  const id = await publish();
  const first = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const again = await Promise.all(
    Array.from({ length: 100 }, () => t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } })),
  );
  expect(new Set(again.map(({ insertedId }) => insertedId))).toEqual(new Set([first.insertedId]));
  expect(new Set(again.map(({ receipt }) => receipt))).toEqual(new Set([first.receipt]));
  const other = await t.refused(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 0 } });
  expect(other).toMatchObject({ status: 409, code: "alreadyVoted" });
  expect(await results(id)).toMatchObject({ totalVotes: 1, yesVotes: 1 });
});

// Security: H02
test("of concurrent opposite choices one is stored", async () => {
  const id = await publish();
  const answers = await Promise.all(
    [1, 0, 1, 0].map((vote) => t.send(votes.castVote, { as: people.user, body: { SurveyID: id, vote } })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
  expect((await results(id)).totalVotes).toBe(1);
});

// Security: R12
test("hundreds of concurrent votes on several surveys are each counted once", async () => {
  const ids = await Promise.all([publish(), publish(), publish()]);
  const voters = await Promise.all(Array.from({ length: 120 }, () => makePerson(t.database, t.tokens)));
  await Promise.all(
    voters.flatMap((as, index) =>
      ids.map((SurveyID) => t.request(votes.castVote, { as, body: { SurveyID, vote: index % 3 === 0 ? 1 : 0 } })),
    ),
  );
  for (const id of ids) expect(await results(id)).toMatchObject({ totalVotes: 120, yesVotes: 40, noVotes: 80 });
  expect((await recount(t.database)).mismatches).toEqual([]);
});

// Security: R12
test("a vote that can't be stored does not affect the others of its batch", async () => {
  const [open, waiting] = [await publish(), await t.makeSurvey(people.surveyor)];
  const ended = await publish();
  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: 0, ends_at: Date.now() - 1 })
    .where("id", "=", ended)
    .execute();
  const sent = [open, waiting, ended, "no-such-survey"].map((SurveyID) =>
    t.send(votes.castVote, { as: people.user, body: { SurveyID, vote: 1 } }),
  );
  const answers = await Promise.all(sent);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 409, 404]);
  expect(answers[2]?.json()).toMatchObject({ code: "hasEnded" });
});

// Security: H02
test("a vote acknowledged before the deadline is acknowledged again after it, with the same id and receipt", async () => {
  const id = await publish();
  const first = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: 0, ends_at: Date.now() - 1 })
    .where("id", "=", id)
    .execute();
  expect(await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } })).toEqual(first);
});

test("members' comments are stored; other users learn that theirs was ignored, and their vote counts", async () => {
  const id = await publish();
  const fromPro = await t.request(votes.castVote, {
    as: people.pro,
    body: { SurveyID: id, vote: 1, comments: "Works well" },
  });
  const fromUser = await t.request(votes.castVote, {
    as: people.user,
    body: { SurveyID: id, vote: 1, comments: "Works too" },
  });
  expect(fromPro.commentIgnored).toBeUndefined();
  expect(fromUser.commentIgnored).toBe(true);
  const found = await t.request(votes.listSurveyVotes, { params: { id } });
  expect(found.map(({ comments }) => comments)).toEqual(["", "Works well"]);
});

// Security: R52
test("owner, admin and the voter see full email addresses and reports, all others masked ones", async () => {
  const id = await publish();
  await t.request(votes.castVote, {
    as: people.user,
    body: { SurveyID: id, vote: 0, inapp: "This is an advertisement" },
  });
  const asSeenBy = async (as?: typeof people.user) => {
    const [row] = await t.request(votes.listSurveyVotes, { params: { id }, ...(as && { as }) });
    return [row?.email, row?.inapp];
  };
  const whole = [people.user.email, "This is an advertisement"];
  const masked = [expect.stringMatching(/^.•••@e•••\.org$/), ""];
  expect(await asSeenBy(people.surveyor)).toEqual(whole);
  expect(await asSeenBy(people.admin)).toEqual(whole);
  expect(await asSeenBy(people.user)).toEqual(whole);
  expect(await asSeenBy(people.pro)).toEqual(masked);
  expect(await asSeenBy(people.otherSurveyor)).toEqual(masked);
  expect(await asSeenBy()).toEqual(masked);
});

// Security: R52
test("a demoted surveyor keeps the surveys, but can no longer read the voters' addresses and reports", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  await t.request(votes.castVote, {
    as: people.user,
    body: { SurveyID: id, vote: 0, inapp: "This is an advertisement" },
  });
  const seen = async (call: typeof votes.listSurveyVotes | typeof votes.listCollectedVotes) => {
    const [row] = await t.request(call, { as: owner, params: { id } });
    return [row?.email, row?.inapp];
  };
  expect(await seen(votes.listSurveyVotes)).toEqual([people.user.email, "This is an advertisement"]);
  await t.request(users.setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
  for (const call of [votes.listSurveyVotes, votes.listCollectedVotes])
    expect(await seen(call)).toEqual([expect.stringMatching(/^.•••@e•••\.org$/), ""]);
});

test("the votes are paginated, newest first, without gaps or duplicates", async () => {
  const id = await publish();
  const voters = await Promise.all(Array.from({ length: 7 }, () => makePerson(t.database, t.tokens)));
  for (const as of voters) await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  const seen: string[] = [];
  let url: string | undefined = `/api/vote/${id}?limit=3`;
  while (url) {
    const page: LightMyRequestResponse = await t.app.inject({ url });
    expect(page.headers["x-total-count"]).toBe("7");
    seen.push(...page.json<{ _id: string }[]>().map(({ _id }) => _id));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(seen).toHaveLength(7);
  expect(new Set(seen).size).toBe(7);
  expect(seen).toEqual([...seen].sort().reverse());
});

test("only owner and admins see the votes of an unpublished survey", async () => {
  const id = await t.makeSurvey(people.surveyor);
  for (const as of [undefined, people.user, people.otherSurveyor]) {
    expect((await t.send(votes.listSurveyVotes, { as, params: { id } })).statusCode).toBe(404);
  }
  for (const as of [people.surveyor, people.admin]) {
    expect((await t.send(votes.listSurveyVotes, { as, params: { id } })).statusCode).toBe(200);
  }
});

test("own vote: null before voting, the whole row after", async () => {
  const id = await publish();
  expect(await t.request(votes.getMyVote, { as: people.user, params: { id } })).toBeNull();
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  expect(await t.request(votes.getMyVote, { as: people.user, params: { id } })).toMatchObject({
    vote: 1,
    isOwn: true,
    email: people.user.email,
  });
});
