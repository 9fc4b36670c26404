import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rotateVoters } from "../testing/answers.sql.ts";
import { cutStreams } from "../testing/eventStream.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { listVotes } from "../testing/listVotes.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { comparable, differing, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";

let t: TwinApp;

beforeAll(async () => {
  t = await startTwins();
});
afterEach(cutStreams);
afterAll(() => t.close());

/** People who vote Yes in the end. `changes`: how often they change their vote. */
const VOTERS = [
  { name: "Ada Lund", changes: 0 },
  { name: "Bo Berg", changes: 2 },
  { name: "Cy Holm", changes: 0 },
  { name: "Bo Berg", changes: 1 },
] as const;

interface Voted {
  id: string;
  /** Those who voted Yes in the end, in the order of their first votes. */
  people: Person[];
}

/** A survey whose earlier answers stay sealed; the voter's is the first vote, and No. */
async function makeVotedSurvey(): Promise<Voted> {
  const { id } = await t.scenario({ Title: "Who changed?", results: "afterClose", changeable: true });
  const cast = (as: Person, vote: Answer, more: object = {}) =>
    t.request(votes.castVote, { as, body: { SurveyID: id, vote, ...more } });
  await cast(t.voter, 0);
  const more = await Promise.all(VOTERS.map(({ name }) => makePerson(t.database, t.tokens, { name, isMember: true })));
  const people = [t.other, ...more];
  for (const [index, as] of people.entries()) {
    const changes = VOTERS[index - 1]?.changes ?? 0;
    let vote: Answer = changes % 2 === 0 ? 1 : 0;
    let { receipt } = await cast(as, vote, { comments: index % 2 === 0 ? `My reason ${index}` : "" });
    for (let change = 0; change < changes; change++) {
      vote = vote === 1 ? 0 : 1;
      ({ receipt } = await cast(as, vote, { replaces: receipt }));
    }
    expect(vote).toBe(1);
  }
  await listVotes(t.database, [id]);
  return { id, people };
}

const read = (id: string) => readEverything(t, id, { visitor: undefined, voter: t.voter, ...t.people }, comparable);

// Security: F12
test("where earlier answers stay sealed, nothing tells which voters cast which rows of the ledger, and so who changed", async () => {
  const { id, people } = await makeVotedSurvey();
  const ids = people.map((person) => person.id);
  const open = await read(id);
  await rotateVoters(t.database, id, ids);
  expect(differing(open, await read(id))).toEqual([]);
  await t.request(surveys.closeSurvey, { as: t.people.admin, params: { id } });
  const closed = await read(id);
  await rotateVoters(t.database, id, ids);
  expect(differing(closed, await read(id))).toEqual([]);
  // How many changed stays public.
  const { label } = await t.request(surveys.getSurveyResults, { params: { id } });
  expect(label.changes).toBe(3);
});

// Security: F12
test("there the votes are listed by name, and readers find their own with date and receipt", async () => {
  const { id } = await makeVotedSurvey();
  await t.request(surveys.closeSurvey, { as: t.people.admin, params: { id } });
  const found = await t.request(votes.listSurveyVotes, { as: t.voter, params: { id } });
  expect(found.map(({ userName }) => userName)).toEqual([
    ...["Ada Lund", "Bo Berg", "Bo Berg", "Cy Holm", "Otto Other", "Vera Voter"],
  ]);
  const own = found.filter(({ isOwn }) => isOwn);
  expect(own).toMatchObject([{ userName: "Vera Voter", receipt: expect.stringMatching(/^1-/), turn: 0 }]);
  expect(own[0]?.votingDate).not.toBe("");
  for (const other of found.filter(({ isOwn }) => !isOwn)) {
    expect(other).toMatchObject({ votingDate: "", isChanged: false });
    expect(other).not.toHaveProperty("receipt");
    expect(other).not.toHaveProperty("turn");
  }
  const csv = (await t.send(getVotesCsv, { as: t.people.surveyor, params: { id } })).payload.trim().split("\r\n");
  expect(csv.slice(1).map((line) => line.split(",")[1])).toEqual(found.map(({ userName }) => userName));
  for (const line of csv.slice(1)) expect(line.split(",").slice(5)).toEqual(["", "", ""]);
});

// Security: F12
test("an owner can't watch on the list who votes or changes a vote there", async () => {
  const invited = invitedSurveys(() => ({ t, surveyor: t.people.surveyor, admin: t.people.admin }));
  const settings = { results: "afterClose", changeable: true, deadline: new Date(Date.now() + HOUR_MS).toISOString() };
  const { id, codes } = await invited.makeOpen(2, settings as { results: "afterClose"; changeable: true });
  await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
  expect((await invited.list(id)).map(({ voted }) => voted)).toEqual([null, null]);
  await t.request(surveys.closeSurvey, { as: t.people.surveyor, params: { id } });
  expect((await invited.list(id)).map(({ voted }) => voted)).toEqual([true, false]);
});
