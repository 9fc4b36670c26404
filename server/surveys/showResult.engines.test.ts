import { settingsConflict } from "@survey-app/contract/ballots/ballots.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import { getPortableResult } from "@survey-app/contract/results/downloads.ts";
import { askAgain } from "@survey-app/contract/surveys/series.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { BLOCKED, setUserRole, setUserStatus } from "@survey-app/contract/users/users.ts";
import { listTotals } from "@survey-app/contract/votes/liveTotals.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { coOwners } from "../testing/coOwners.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { scenarios } from "../testing/scenario.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { checkQuestions } from "../votes/ledger/verifyQuestions.sql.ts";
import { closeEnded } from "./closeSurvey.sql.ts";
import { showResult } from "./showResult.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  // Only the tests close surveys.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(cutStreams);
afterAll(() => t.close());

const scenario = scenarios(() => ({ t, ...people }));
const links = linkSurveys(() => ({ t, surveyor: people.surveyor }));
const shared = coOwners(() => ({ t }));
const voted = async (...answers: (0 | 1)[]) => scenario({ electorate: "link", results: "shown", answers });
const show = (id: string, as = people.surveyor) => t.request(surveys.showResult, { as, params: { id } });
const refused = async (id: string, as = people.surveyor) =>
  (await t.refused(surveys.showResult, { as, params: { id } })).code;
/** As a user, whose responses are never cached. */
const get = (id: string) => t.request(surveys.getSurvey, { as: people.user, params: { id } });
const setStatus = (id: string, status: 1 | 2) =>
  t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "Why?" } });
const setEnd = (id: string, ends_at: number) =>
  t.database.db
    .updateTable("surveys")
    .set({ starts_at: ends_at - 9 * HOUR_MS, ends_at })
    .where("id", "=", id)
    .execute();
const storedBox = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirstOrThrow();

/** Shows a result in a process that ends before it tells the others. */
const showWithoutEvent = (id: string) => {
  const by = { currentUser: { userId: people.surveyor.id, storedRole: "surveyor" as const }, requestId: "lost" };
  return t.database.transaction((tx) => showResult(changeOf(tx, by, recorder()), id));
};

const later = () => new Date(Date.now() + 48 * HOUR_MS).toISOString();

const HIDDEN = { yesVotes: null, noVotes: null, unsureVotes: null, resultsVisible: false, resultsOpen: "whenShown" };

test("a result that waits is hidden from everyone, and open to everyone once its owner shows it, while voting goes on", async () => {
  const { id } = await voted(1, 1, 0);
  expect(await get(id)).toMatchObject({ participants: 3, totalVotes: 3, ...HIDDEN });
  expect(await get(id)).not.toHaveProperty("shownAt");
  const stream = await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id } }));
  expect((await stream.next(() => true)).id).toBe("3");

  const { shownAt, shownAfter, totals } = await show(id);
  expect(shownAfter).toBe(3);
  expect(totals).toMatchObject({ yesVotes: 2, noVotes: 1, resultsVisible: true, resultsOpen: null });
  const event = await stream.next(({ data }) => data.resultsVisible);
  expect(event.data).toMatchObject({ yesVotes: 2, shownAt, shownAfter: 3, closedAt: null });
  expect(await get(id)).toMatchObject({
    yesVotes: 2,
    shownAt,
    shownAfter: 3,
    closedAt: null,
    label: { shownAfter: 3 },
  });
  expect(await links.results(id)).toMatchObject({ yesVotes: 2, shownAt, shownAfter: 3, label: { shownAfter: 3 } });

  // Voting continues, and the number of votes at the showing stays the same.
  expect((await links.vote(id, await links.open(id), 0)).statusCode).toBe(200);
  expect(await show(id)).toMatchObject({ shownAt, shownAfter: 3, totals: { participants: 4, noVotes: 2 } });
});

// Security: F12
test("the ledger is sealed until the showing, opens with it, and ends with how many had voted by then", async () => {
  const { id } = await voted(1, 0);
  const ledger = () => t.request(votes.getLedger, { as: people.user, params: { id }, query: {} });
  const sealed = await ledger();
  expect(sealed).toMatchObject({ key: null, totals: null, asks: { results: "shown" } });
  for (const entry of sealed.entries) expect(Object.keys(entry)).toContain("seal");

  await show(id);
  const open = await ledger();
  expect(open).toMatchObject({ key: (await storedBox(id)).ledger_key, totals: { yes: 1, no: 1 }, end: null });
  expect(open.entries.map(({ vote }) => vote)).toEqual([1, 0]);
  expect(open.head).toBe(sealed.head);

  await links.vote(id, await links.open(id), 1);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect((await ledger()).closing).toMatchObject({ by: "owner", shown: 2 });
  expect(await findBrokenChains(t.database)).toEqual([]);
});

// Security: F07
test("a file of a shown result is checked, before the close and after it, and stands for how many had voted", async () => {
  const { id } = await voted(1, 0);
  const file = () => t.request(getPortableResult, { as: people.user, params: { id } });
  await show(id);
  const open = await file();
  expect(await checkResult(open, { hash: sha256 })).toMatchObject({ totals: { yes: 1, no: 1 }, closing: null });
  await links.vote(id, await links.open(id), 1);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const final = await file();
  expect(final.label.shownAfter).toBe(2);
  expect(await checkResult(final, { hash: sha256 })).toMatchObject({ closing: { shown: 2 } });
  for (const shownAfter of [1, 3, undefined]) {
    const forged = { ...final, label: { ...final.label, shownAfter } };
    await expect(checkResult(forged, { hash: sha256 })).rejects.toThrow();
  }
  const files = openImageFiles({ ...t, bucket: null });
  const differs = async () => (await checkQuestions(t.database, files)).differs.map(({ surveyId }) => surveyId);
  expect(await differs()).not.toContain(id);
  await t.database.db.updateTable("ballot_boxes").set({ shown_after: 1 }).where("survey_id", "=", id).execute();
  expect(await differs()).toContain(id);
});

test("a close opens a result that was not shown, and then a showing changes nothing", async () => {
  const { id } = await voted(1);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  expect(await show(id)).toMatchObject({ shownAt: null, shownAfter: null, totals: { yesVotes: 1 } });
  expect(await get(id)).toMatchObject({ yesVotes: 1, resultsVisible: true });
  expect(await get(id)).not.toHaveProperty("shownAt");
  expect(JSON.parse((await storedBox(id)).closing ?? "")).toMatchObject({ shown: null });
});

test("after the end by the database's clock a showing changes nothing, also before the survey is closed", async () => {
  const { id } = await voted(1);
  await setEnd(id, Date.now() - 1000);
  expect(await show(id)).toMatchObject({ shownAt: null, shownAfter: null, totals: HIDDEN });
  expect(await get(id)).toMatchObject({ ...HIDDEN, closedAt: null });
  await closeEnded(t.database, recorder());
  expect(await get(id)).toMatchObject({ yesVotes: 1, closedBy: "deadline" });
});

test("only a published survey of this kind with a vote can be shown", async () => {
  const live = await links.make();
  expect(await refused(live)).toBe("notInThisMode");
  const empty = await links.make({ results: "shown" });
  expect(await refused(empty)).toBe("noVotesYet");
  const { id } = await voted(1);
  await setStatus(id, WAITING);
  expect(await refused(id)).toBe("notPublished");
  await setStatus(id, PUBLISHED);
  const start = Date.now() + HOUR_MS;
  await t.database.db
    .updateTable("surveys")
    .set({ starts_at: start, appears_at: start })
    .where("id", "=", id)
    .execute();
  expect(await refused(id)).toBe("notPublished");
});

// Security: F12
test("a shown result is hidden again while its survey is unpublished", async () => {
  const { id } = await voted(1, 0);
  await show(id);
  await setStatus(id, WAITING);
  const asOwner = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
  expect(asOwner).toMatchObject(HIDDEN);
  expect(await refused(id)).toBe("notPublished");
  await setStatus(id, PUBLISHED);
  expect(await get(id)).toMatchObject({ yesVotes: 1, resultsVisible: true });
});

// Security: F12
test("owner and co-owners show a result; admins, others, and a co-owner who was demoted don't", async () => {
  const { id } = await voted(1);
  for (const as of [people.admin, people.otherSurveyor]) expect(await refused(id, as)).toBe("notFound");
  expect(await refused(id, people.user)).toBe("roleRequired");
  const former = await shared.share(id, people.surveyor);
  const coOwner = await shared.share(id, people.surveyor);
  await t.request(setUserRole, { as: people.admin, params: { id: former.id }, body: { role: "user" } });
  expect(await refused(id, former)).toBe("roleRequired");
  expect(await get(id)).toMatchObject(HIDDEN);
  expect(await show(id, coOwner)).toMatchObject({ shownAfter: 1 });
  // With co-owners the audit log names the actor, but not the result.
  const { rows } = await audited(id);
  expect(rows).toMatchObject([{ action: "resultShown", by: "owner", before: {}, after: {} }]);
});

async function audited(id: string) {
  const rows = await t.request(listAuditEvents, { as: people.admin, query: { action: "resultShown" } });
  return { rows: rows.filter(({ about }) => about.id === id) };
}

test("an admin who owns the survey shows it as its owner", async () => {
  const id = await t.makeSurvey(people.admin, {
    electorate: "link",
    results: "shown",
    deadline: later(),
  });
  await links.vote(id, await links.open(id), 1);
  expect(await show(id, people.admin)).toMatchObject({ shownAfter: 1 });
});

test("two showings at the same time are one", async () => {
  const { id } = await voted(1, 1);
  const coOwner = await shared.share(id, people.surveyor);
  const before = await t.database.db
    .selectFrom("ballot_boxes")
    .select("shown_at")
    .where("survey_id", "=", id)
    .execute();
  expect(before).toEqual([{ shown_at: null }]);
  const states = await Promise.all([show(id), show(id, coOwner), show(id), show(id, coOwner)]);
  expect(new Set(states.map(({ shownAt }) => shownAt)).size).toBe(1);
  expect((await audited(id)).rows).toHaveLength(1);
});

test("of 200 votes that race a showing, it counts those stored before it", async () => {
  const { id, voters } = await scenario({ electorate: "link", results: "shown", people: 200, answers: [1] });
  const { label } = await get(id);
  const cast = voters
    .slice(1)
    .map((browser, n) => links.vote(id, browser, n % 2 === 0 ? 1 : 0, { question: label.questionHash }));
  const [shown] = await Promise.all([show(id), ...cast]);
  for (const response of await Promise.all(cast)) expect(response.statusCode, response.payload).toBe(200);
  const box = await storedBox(id);
  expect(box).toMatchObject({ participants: 200, shown_after: shown.shownAfter });
  expect(shown.totals.participants).toBe(shown.shownAfter);
  const rows = await t.database.db
    .selectFrom("votes")
    .select(["n", "created_at"])
    .where("survey_id", "=", id)
    .orderBy("n")
    .execute();
  // Rows are numbered in the order in which they were stored.
  for (const { n, created_at } of rows)
    if (n <= Number(shown.shownAfter)) expect(created_at).toBeLessThanOrEqual(Number(box.shown_at));
    else expect(created_at).toBeGreaterThanOrEqual(Number(box.shown_at));
});

test("a showing whose event is lost with its process is on streams and polling pages within five seconds", async () => {
  const { id } = await voted(1, 0);
  const stream = await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id } }));
  await stream.next(({ data }) => !data.resultsVisible);
  const poll = async () => (await t.request(listTotals, { query: { surveys: id } }))[0]?.shownAfter;
  expect(await poll()).toBeUndefined();
  await showWithoutEvent(id);
  expect((await stream.next(({ data }) => data.resultsVisible)).data).toMatchObject({ yesVotes: 1, shownAfter: 2 });
  await expect.poll(poll, { timeout: 5000 }).toBe(2);
});

test("a showing whose event is lost is on streams, too, if the survey was unpublished for a while", async () => {
  const { id } = await voted(1, 0);
  const stream = await openStream(t.app, urlOf(votes.streamTotals, { query: { surveys: `${id},${id}` } }));
  await stream.next(({ data }) => !data.resultsVisible);
  await setStatus(id, WAITING);
  // Longer than the interval at which waiting results are read again.
  await new Promise((resolve) => setTimeout(resolve, 4000));
  await setStatus(id, PUBLISHED);
  // The events of the publication have been sent by then.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await showWithoutEvent(id);
  expect((await stream.next(({ data }) => data.resultsVisible)).data).toMatchObject({ yesVotes: 1, shownAfter: 2 });
});

test("the setting is for open links, with a deadline, and never for votes that can be changed", async () => {
  const deadline = later();
  const fields = async (settings: object) => {
    const body = {
      ...{ Title: "Tea?", category: "Cleaning Tools", image: "https://example.org/p.webp" },
      ...{ results: "shown", electorate: "link", deadline },
      ...settings,
    };
    const { errors } = await t.refused(surveys.createSurvey, { as: people.surveyor, body: body as never });
    return errors?.map(({ field }) => field);
  };
  for (const electorate of ["everyone", "invited"]) expect(await fields({ electorate })).toEqual(["results"]);
  expect(await fields({ changeable: true })).toEqual(["changeable"]);
  expect(await fields({ deadline: null })).toEqual(["deadline"]);
  expect(await fields({ privacy: "confidential" })).toEqual(["privacy"]);
  const plain = { results: "shown", privacy: "named", changeable: false, unsure: true, electorate: "link" } as const;
  expect(settingsConflict(plain)).toBeNull();
});

test("a copy waits to be shown again", async () => {
  const { id } = await voted(1);
  await show(id);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const { insertedId } = await t.request(askAgain, { as: people.surveyor, params: { id } });
  expect(await storedBox(insertedId)).toMatchObject({ results: "shown", shown_at: null, shown_after: null });
});

test("a person who is blocked can't show a result", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner, {
    electorate: "link",
    results: "shown",
    deadline: later(),
    publishedBy: people.admin,
  });
  await links.vote(id, await links.open(id), 1);
  await t.request(setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status: BLOCKED } });
  expect((await t.send(surveys.showResult, { as: owner, params: { id } })).statusCode).toBe(401);
});
