import * as account from "@survey-app/contract/account/account.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { listComments } from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { changeAnswers } from "../testing/answers.sql.ts";
import { cutStreams } from "../testing/eventStream.ts";
import { listVotes } from "../testing/listVotes.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { comparable, differing, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";

let t: TwinApp;

beforeAll(async () => {
  t = await startTwins();
});
afterEach(cutStreams);
afterAll(() => t.close());

/** A confidential survey with votes of each kind, comments and a report; the voter's is the first vote. */
async function makeVotedSurvey(participants: number): Promise<string> {
  const more = await Promise.all(
    Array.from({ length: participants - 2 }, () => makePerson(t.database, t.tokens, { isMember: true })),
  );
  const as = [t.voter, t.other, ...more];
  const { id, receipts } = await t.scenario({
    Title: "Hidden names?",
    privacy: "confidential",
    changeable: true,
    unsure: true,
    as,
    answers: as.map((_, index) => (index % 3) as Answer),
    ballot: (index) => ({ comments: `My reason ${index}`, inapp: index === 2 ? "Spam" : "" }),
  });
  expect(receipts).toEqual(as.map(() => null));
  // One who changed their vote.
  await t.request(votes.castVote, { as: t.other, body: { SurveyID: id, vote: 2, replaces: 0 } });
  await listVotes(t.database, [id]);
  return id;
}

const read = (id: string) => readEverything(t, id, { visitor: undefined, voter: t.voter, ...t.people }, comparable);

/** Gives each voter but the first the answer of the next one, so that the sums stay. */
async function permute(id: string): Promise<void> {
  const others = (await storedVotes(id)).slice(1);
  const answers = new Map(others.map(({ n }, index) => [n, others[(index + 1) % others.length]?.choice]));
  await changeAnswers(t.database, id, ({ n, choice }) => answers.get(n) ?? choice);
}

/** The votes that count. */
const storedVotes = (id: string) =>
  t.database.db
    .selectFrom("votes")
    .select(["n", "user_id", "choice"])
    .where("survey_id", "=", id)
    .where("replaced_by", "is", null)
    .orderBy("n")
    .execute();

describe.each([
  ["with many votes", 11],
  ["with too few votes to show a result", 4],
] as const)("a confidential survey %s", (_, participants) => {
  let id: string;
  beforeAll(async () => {
    id = await makeVotedSurvey(participants);
  });
  const isSmall = participants < 5;

  // Security: F12
  test("responds the same to everyone but its voters while it is open, whatever they answered", async () => {
    const before = await read(id);
    await changeAnswers(t.database, id, ({ n, choice }) => (n === 1 ? choice : (((choice + n) % 3) as Answer)));
    expect(differing(before, await read(id))).toEqual([]);
  });

  // Security: F12
  test("responds the same after the close, whichever people gave the same answers", async () => {
    await t.request(surveys.closeSurvey, { as: t.people.admin, params: { id } });
    const before = await read(id);
    await permute(id);
    const after = await read(id);
    expect(differing(before, after)).toEqual([]);
    expect(await storedVotes(id)).toHaveLength(participants);
    expect(await findBrokenChains(t.database)).toEqual([]);
    // The test would notice a difference.
    await changeAnswers(t.database, id, ({ n }) => (n === 1 ? 0 : 1));
    expect(differing(before, await read(id)).length > 0).toBe(!isSmall);
    expect((await recount(t.database)).mismatches).toEqual([]);
  });

  // Security: F12
  test("shows each voter their own answer and no one else's, owner and admins included", async () => {
    const stored = await storedVotes(id);
    const choiceOf = (person: Person) => stored.find(({ user_id }) => user_id === person.id)?.choice;
    for (const endpoint of [votes.listSurveyVotes, votes.listCollectedVotes]) {
      for (const as of [t.people.user, t.people.surveyor, t.people.admin]) {
        const found = await t.send(endpoint, { as, params: { id } });
        expect([found.json(), found.headers["x-total-count"]]).toEqual([[], "0"]);
      }
      for (const as of [t.voter, t.other]) {
        const own = await t.request(endpoint, { as, params: { id } });
        expect(own).toMatchObject([{ isOwn: true, vote: choiceOf(as) }]);
        expect(own[0]).not.toHaveProperty("receipt");
      }
    }
    expect(await t.request(votes.getMyVote, { as: t.other, params: { id } })).toMatchObject({
      vote: choiceOf(t.other),
    });
    expect(await t.request(votes.listMyChoices, { as: t.other, query: { surveys: id } })).toEqual([
      { surveyId: id, vote: choiceOf(t.other) },
    ]);
    const exported = await t.request(account.exportMyData, { as: t.other });
    expect(exported.votes.find(({ surveyId }) => surveyId === id)).toMatchObject({
      vote: choiceOf(t.other),
      receipt: null,
    });
    for (const endpoint of [votes.listMyParticipations, votes.listMyComments]) {
      const find = async (as: Person) =>
        (await t.request(endpoint, { as, params: { email: t.other.email } })).find(({ SurveyID }) => SurveyID === id);
      expect(await find(t.other)).toMatchObject({ vote: choiceOf(t.other), comments: "My reason 1" });
      // That this person took part is no secret; since the close their comment is public, too.
      const comments = isSmall ? "" : "My reason 1";
      const hidden = { _id: id, vote: null, votingDate: "", isChanged: false, comments };
      expect(await find(t.people.admin)).toMatchObject(hidden);
    }
  });

  test(`shows ${isSmall ? "no result and no comments" : "the result"} at the end, and no votes over time`, async () => {
    const seen = await t.request(surveys.getSurveyResults, { as: t.people.surveyor, params: { id } });
    expect(seen).toMatchObject({ participants, resultsVisible: !isSmall, ...(isSmall && { yesVotes: null }) });
    expect(await t.request(surveys.getSurveyHistory, { as: t.people.admin, params: { id } })).toEqual([]);
    expect(await t.request(listComments, { as: t.people.admin, params: { id } })).toHaveLength(
      isSmall ? 0 : participants,
    );
  });
});

// Security: F12
test("an admin's list of a person's votes tells neither when they were cast nor that they were changed", async () => {
  const as = await makePerson(t.database, t.tokens, { isMember: true });
  const ids = [await makeVotedSurvey(2), await makeVotedSurvey(2)];
  for (const SurveyID of ids.toReversed())
    await t.request(votes.castVote, { as, body: { SurveyID, vote: 1, comments: "Why not", inapp: "Spam" } });
  const stored = () => t.database.db.selectFrom("votes").select("id").where("user_id", "=", as.id).execute();
  const seen = async () => {
    const lists = [votes.listMyParticipations, votes.listMyComments, votes.listMyReports];
    const request = { as: t.people.admin, params: { email: as.email }, query: { limit: 1 } };
    return Promise.all(
      lists.map(async (list) => {
        const { headers, body } = await t.send(list, request);
        const cursor = /cursor=([\w-]+)/.exec(String(headers.link))?.[1] ?? "";
        return body + Buffer.from(cursor, "base64url").toString();
      }),
    );
  };
  const before = await seen();
  const changed = ids.find((id) => !before[0]?.includes(id)) as string;
  await t.request(votes.castVote, { as, body: { SurveyID: changed, vote: 0, replaces: 0 } });
  expect(await seen()).toEqual(before);
  for (const { id } of await stored()) expect(before.join()).not.toContain(id);
  expect(before[0]).toContain(ids[1]);
});
