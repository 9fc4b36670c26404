import { type Answer, rowKeyText, sealText } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { changeAnswers } from "../testing/answers.sql.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { listVotes } from "../testing/listVotes.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { urlOf } from "../testing/testApp.ts";
import { differing, type Readers, readEverything, startTwins, type TwinApp } from "../testing/twins.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";

const PEOPLE = 12;
/** The number of times that people change their votes, if they can. */
const CHANGES = 4;

let t: TwinApp;
/** A voter whose answer differs. */
let other: Person;

beforeAll(async () => {
  t = await startTwins();
});
afterEach(cutStreams);
afterAll(() => t.close());

/** A survey on which the voter and others have voted, with comments and a report. */
async function makeVotedSurvey(results: "live" | "afterVote" | "afterClose", changeable = false): Promise<string> {
  const others = await Promise.all(
    Array.from({ length: PEOPLE }, () => makePerson(t.database, t.tokens, { name: "Some Body", isMember: true })),
  );
  [other] = others as [Person];
  const as = [t.voter, ...others];
  const { id } = await t.scenario({
    Title: `Hidden ${results}?`,
    deadline: new Date(Date.now() + 2 * DAY_MS).toISOString(),
    results,
    changeable,
    unsure: true,
    as,
    answers: as.map((_, index) => (index % 3) as Answer),
    ballot: (index) => ({ comments: `My reason ${index}`, inapp: index === 2 ? "Spam" : "" }),
  });
  if (changeable) for (const index of [2, 5, 2, 7]) await changeVote(id, others[index] as Person);
  await listVotes(t.database, [id]);
  return id;
}

async function changeVote(id: string, as: Person): Promise<void> {
  const own = await t.request(votes.getMyVote, { as, params: { id } });
  const vote = (((own?.vote ?? 0) + 1) % 3) as Answer;
  await t.request(votes.castVote, { as, body: { SurveyID: id, vote, replaces: own?.receipt } });
}

/** The voter's is the first vote. */
const turned = (id: string) =>
  changeAnswers(t.database, id, ({ n, choice }) => (n === 1 ? choice : (((choice + n) % 3) as Answer)));

const readAll = (id: string, readers: Readers) => readEverything({ ...t, other }, id, readers);
const everyone = () => ({ visitor: undefined, voter: t.voter, ...t.people });

/** By day each of both values once. */
const cases: ["afterVote" | "afterClose", boolean][] = [
  ["afterVote", false],
  ["afterClose", true],
];
if (inject("isNightly")) cases.push(["afterClose", false]);

describe.each(cases)("a survey whose results are hidden (%s, votes changed: %s)", (results, changeable) => {
  let id: string;
  beforeAll(async () => {
    id = await makeVotedSurvey(results, changeable);
  });
  const rows = PEOPLE + 1 + (changeable ? CHANGES : 0);

  // Security: F12
  test("responds the same to all who may not see them, whatever others answered", async () => {
    const { voter: itself, ...others } = everyone();
    const readers = results === "afterVote" ? others : { voter: itself, ...others };
    const before = await readAll(id, readers);
    expect(Object.keys(before).length).toBeGreaterThan(150);
    await turned(id);
    expect(differing(before, await readAll(id, readers))).toEqual([]);
  });

  test("shows the turnout, and to owner and admin no more than to everybody", async () => {
    for (const as of [undefined, t.people.surveyor, t.people.admin, t.people.user]) {
      expect(await t.request(surveys.getSurvey, { as, params: { id } })).toMatchObject({
        participants: PEOPLE + 1,
        totalVotes: PEOPLE + 1,
        yesVotes: null,
        noVotes: null,
        unsureVotes: null,
        resultsVisible: false,
      });
      const [day] = await t.request(surveys.getSurveyHistory, { as, params: { id } });
      expect(day).toMatchObject({ totalVotes: PEOPLE + 1, yesVotes: null, unsureVotes: null });
      expect(await t.request(votes.listSurveyVotes, { as, params: { id } })).toEqual([]);
      const ledger = await t.request(votes.getLedger, { as, params: { id } });
      expect(ledger).toMatchObject({ key: null, totals: null, rows, end: null });
      expect(JSON.stringify(ledger)).not.toContain('"vote"');
    }
  });

  test(`shows a voter ${results === "afterVote" ? "everything" : "their own vote alone"}`, async () => {
    const seen = await t.request(surveys.getSurveyResults, { as: t.voter, params: { id } });
    const rows = await t.request(votes.listSurveyVotes, { as: t.voter, params: { id } });
    expect(seen.resultsVisible).toBe(results === "afterVote");
    expect(rows).toHaveLength(results === "afterVote" ? PEOPLE + 1 : 1);
    expect(rows.at(-1)).toMatchObject({ isOwn: true, vote: 0, receipt: expect.stringMatching(/^1-/) });
    // A cached page is the same for all.
    expect(await t.request(surveys.getSurvey, { as: t.voter, params: { id } })).toMatchObject({ yesVotes: null });
  });

  test("opens for everyone when it is closed: then answers make a difference again", async () => {
    const stream = await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id } }));
    const first = await stream.next(({ data }) => !data.resultsVisible);
    await t.request(surveys.closeSurvey, { as: t.people.surveyor, params: { id } });
    const opened = await stream.next(({ data }) => data.resultsVisible);
    expect(opened.id).not.toBe(first.id);
    expect(opened.data).toMatchObject({ closedAt: expect.any(String), participants: PEOPLE + 1 });
    const before = await readAll(id, { visitor: undefined });
    await turned(id);
    const changed = differing(before, await readAll(id, { visitor: undefined }));
    for (const name of [
      "getSurvey ",
      "getSurveyResults",
      "getSurveyHistory",
      "getLedger",
      "listSurveyVotes",
      "listComments",
    ])
      expect(
        changed.some((key) => key.startsWith("visitor") && key.includes(name)),
        name,
      ).toBe(true);
    expect(changed).toEqual(expect.arrayContaining([`page /surveydetails/${id}`, `page /embed/surveys/${id}`, "card"]));
    const ledger = await t.request(votes.getLedger, { params: { id } });
    const key = changeable ? null : expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(ledger).toMatchObject({ key, end: expect.any(String) });
    expect(ledger.entries[0]).toMatchObject({ vote: 0 });
    // Earlier answers stay sealed for good.
    expect(ledger.entries.filter(({ vote }) => vote === undefined)).toHaveLength(rows - PEOPLE - 1);
  });
});

// Security: F12
test("the result of a survey that is closed while it is unpublished stays hidden until it is published again", async () => {
  const id = await makeVotedSurvey("afterClose");
  const setStatus = (status: 1 | 2) =>
    t.request(surveys.setSurveyStatus, { as: t.people.admin, params: { id }, body: { status, feedback: "Wait" } });
  await setStatus(1);
  await t.database.db
    .updateTable("surveys")
    .set({ closed_at: Date.now(), closed_by: "deadline" })
    .where("id", "=", id)
    .execute();
  for (const as of [t.people.surveyor, t.people.admin]) {
    const seen = await t.request(surveys.getSurveyResults, { as, params: { id } });
    expect(seen).toMatchObject({ yesVotes: null, resultsVisible: false });
    const ledger = await t.request(votes.getLedger, { as, params: { id } });
    expect(ledger).toMatchObject({ key: null, totals: null, end: null });
  }
  const [participation] = await t.request(votes.listMyParticipations, {
    as: t.voter,
    params: { email: t.voter.email },
  });
  expect(participation).toMatchObject({ SurveyID: id, yesVotes: null });
  await setStatus(2);
  expect(await t.request(surveys.getSurveyResults, { as: t.people.user, params: { id } })).toMatchObject({
    resultsVisible: true,
  });
});

test("how people vote can't change after the first publication, by any role", async () => {
  const id = await makeVotedSurvey("live");
  const unvoted = await t.makeSurvey(t.people.surveyor, { publishedBy: t.people.admin });
  const body = {
    Title: "Is this a question?",
    category: "Food Preparation",
    image: "https://example.org/picture.webp",
  } as const;
  const change = (survey: string, settings: object, as = t.people.surveyor) =>
    t.send(surveys.updateSurvey, { as, params: { id: survey }, body: { ...body, ...settings } });
  for (const as of [t.people.surveyor, t.people.admin])
    for (const settings of [{ results: "afterVote" }, { unsure: true }, { changeable: true }])
      expect((await change(unvoted, settings, as)).json()).toMatchObject({ status: 409, code: "frozen" });
  expect((await change(unvoted, { results: "live", unsure: false })).statusCode).toBe(200);
  // Its owner's edit returned it to review, which doesn't unfreeze anything.
  await t.request(surveys.setSurveyStatus, {
    as: t.people.admin,
    params: { id: unvoted },
    body: { status: 1, feedback: "Why?" },
  });
  expect((await change(unvoted, { unsure: true })).json()).toMatchObject({ code: "frozen" });
  expect((await change(id, { results: "afterVote" })).json()).toMatchObject({ code: "frozen" });
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  for (const privacy of ["confidential", "secret"])
    expect((await change(unvoted, { results: "afterClose", privacy, deadline })).json()).toMatchObject({
      code: "frozen",
    });
});

test.each([
  [{ privacy: "confidential" }, "privacy"],
  [{ privacy: "secret", results: "afterVote" }, "privacy"],
  [{ privacy: "secret", results: "afterClose", changeable: true }, "changeable"],
  [{ results: "afterVote", changeable: true }, "changeable"],
  [{ results: "afterClose", deadline: "" }, "deadline"],
] as const)("%o is rejected, because these settings exclude each other", async (settings, field) => {
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const body = { Title: "Why?", category: "Food Preparation", image: "https://example.org/a.webp", deadline } as const;
  const response = await t.send(surveys.createSurvey, { as: t.people.surveyor, body: { ...body, ...settings } });
  expect(response.json()).toMatchObject({ status: 422, errors: [{ field }] });
});

// Security: F12
test("a key that its owner could read before hiding the results doesn't open a seal", async () => {
  const id = await t.makeSurvey(t.people.surveyor, { Title: "Live first?" });
  const { key } = await t.request(votes.getLedger, { as: t.people.surveyor, params: { id } });
  await t.request(surveys.updateSurvey, {
    as: t.people.surveyor,
    params: { id },
    body: {
      Title: "Live first?",
      category: "Food Preparation",
      image: "https://example.org/picture.webp",
      results: "afterVote",
    },
  });
  await t.request(surveys.setSurveyStatus, { as: t.people.admin, params: { id }, body: { status: 2 } });
  await t.request(votes.castVote, { as: t.voter, body: { SurveyID: id, vote: 1 } });
  const { entries } = await t.request(votes.getLedger, { as: t.people.surveyor, params: { id } });
  expect(entries[0]?.seal).not.toBe(sha256(sealText(sha256(rowKeyText(key ?? "", 1)), 1)));
  expect(await findBrokenChains(t.database)).toEqual([]);
});

test("a result that opens at the end needs a deadline within a year, which can't be removed", async () => {
  const body = {
    Title: "When?",
    category: "Food Preparation",
    image: "https://example.org/picture.webp",
    results: "afterClose",
  } as const;
  const create = (deadline?: string) =>
    t.send(surveys.createSurvey, { as: t.people.surveyor, body: { ...body, ...(deadline && { deadline }) } });
  expect((await create()).json()).toMatchObject({ status: 422, errors: [{ field: "deadline" }] });
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  expect((await create(inDays(400))).json()).toMatchObject({ status: 422, errors: [{ field: "deadline" }] });
  const { insertedId: id } = (await create(inDays(300))).json<{ insertedId: string }>();
  await t.request(surveys.setSurveyStatus, { as: t.people.admin, params: { id }, body: { status: 2 } });
  const edit = (deadline: string | null) =>
    t.send(surveys.updateSurvey, { as: t.people.surveyor, params: { id }, body: { ...body, deadline } });
  expect((await edit(null)).statusCode).toBe(422);
  expect((await edit(inDays(380))).statusCode).toBe(422);
  expect((await edit(inDays(350))).statusCode).toBe(200);
});

test("only a survey that offers it accepts Not sure, which is counted separately from yes and no", async () => {
  const [plain, offering] = await Promise.all([
    t.makeSurvey(t.people.surveyor, { publishedBy: t.people.admin }),
    t.makeSurvey(t.people.surveyor, { publishedBy: t.people.admin, unsure: true }),
  ]);
  expect(await t.refused(votes.castVote, { as: t.people.user, body: { SurveyID: plain, vote: 2 } })).toMatchObject({
    status: 422,
    errors: [{ field: "vote" }],
  });
  for (const [as, vote] of [
    [t.people.user, 2],
    [t.people.pro, 1],
    [t.voter, 0],
  ] as const)
    await t.request(votes.castVote, { as, body: { SurveyID: offering, vote } });
  expect(await t.request(surveys.getSurveyResults, { as: t.people.user, params: { id: offering } })).toMatchObject({
    totalVotes: 2,
    yesVotes: 1,
    noVotes: 1,
    unsureVotes: 1,
    participants: 3,
  });
  const other = await t.refused(votes.castVote, { as: t.people.user, body: { SurveyID: offering, vote: 1 } });
  expect(other).toMatchObject({ status: 409, code: "alreadyVoted" });
});
