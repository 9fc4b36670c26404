import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { cutStreams, openStream } from "../../testing/eventStream.ts";
import { createUsersOfEveryRole, makePerson } from "../../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../../testing/testApp.ts";
import { voteAsNewPerson } from "../../testing/voteAsNewPerson.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(cutStreams);
afterAll(() => t.close());

const publish = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });
const setStatus = (id: string, status: 1 | 2) =>
  t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "So it is" } });
/** The totals without their label. */
const results = async (id: string) => {
  const { label: _, ...totals } = await t.request(surveys.getSurveyResults, { params: { id } });
  return totals;
};
const listen = (id: string, headers = {}) =>
  openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id } }), headers);
const listenToAll = (...ids: string[]) =>
  openStream(t.app, urlOf(votes.streamTotals, { query: { surveys: ids.join() } }));
const vote = (id: string, choice: 0 | 1 = 1) => voteAsNewPerson(t, id, choice);

test("a stream starts with the current totals, and continues with each change of totals and nothing else", async () => {
  const id = await publish();
  await vote(id, 0);
  const stream = await listen(id);
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
  await vote(id);
  await stream.next(({ data }) => data.totalVotes === 2);
  expect(stream.events.map(({ data }) => data)).toMatchObject([
    { surveyId: id, totalVotes: 1, yesVotes: 0, noVotes: 1, closedAt: null },
    { surveyId: id, totalVotes: 2, yesVotes: 1, noVotes: 1, closedAt: null },
  ]);
  expect(stream.text()).toMatch(/^retry: \d+\n\n/);
});

test("under many votes a survey sends at most two updates a second, the last with the stored totals", async () => {
  const id = await publish();
  const voters = await Promise.all(Array.from({ length: 80 }, () => makePerson(t.database, t.tokens)));
  const streams = await Promise.all([listen(id), listen(id), listenToAll(id)]);
  const began = performance.now();
  for (const as of voters) {
    await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const stored = await results(id);
  expect(stored.totalVotes).toBe(80);
  for (const { next, events } of streams) {
    await next(({ data }) => data.totalVotes === 80);
    const [, ...told] = events;
    // Measured from before the first vote until the last event, because a busy machine delivers events late and several
    // at once.
    const seconds = ((told.at(-1)?.at ?? 0) - began) / 1000;
    // The first event, and one for each started half second.
    expect(told.length).toBeLessThanOrEqual(2 * seconds + 2);
    expect(told.length).toBeGreaterThan(1);
    expect(events.at(-1)?.data).toEqual(stored);
    expect(events.map(({ data }) => data.totalVotes)).toEqual(
      events.map(({ data }) => data.totalVotes).sort((a, b) => a - b),
    );
  }
});

test("one stream covers many surveys, each once", async () => {
  const ids = [await publish(), await publish(), await publish()];
  const stream = await listenToAll(...ids, ...ids);
  await stream.next(({ data }) => data.surveyId === ids[2]);
  expect(stream.events.map(({ data }) => data.surveyId)).toEqual(ids);
  await Promise.all(ids.slice(1).map((id) => vote(id)));
  await Promise.all(ids.slice(1).map((id) => stream.next(({ data }) => data.surveyId === id && data.yesVotes === 1)));
  expect(stream.events).toHaveLength(5);
});

test("totals of unpublished surveys are never sent, before publication or after unpublishing", async () => {
  const [shown, id] = [await publish(), await t.makeSurvey(people.surveyor)];
  expect(await listen(id, { authorization: `Bearer ${people.surveyor.token}` })).toMatchObject({
    status: 404,
    problem: { code: "notFound" },
  });
  const early = await listenToAll(id, shown, "nowhere");
  await early.next(({ data }) => data.surveyId === shown);
  expect(early.events).toHaveLength(1);

  await setStatus(id, PUBLISHED);
  const cards = await listenToAll(id, shown, "nowhere");
  await cards.next(({ data }) => data.surveyId === id);
  const own = await listen(id);
  await vote(id);
  await Promise.all([cards, own].map((each) => each.next(({ data }) => data.surveyId === id && data.totalVotes === 1)));

  await setStatus(id, WAITING);
  await own.closed;
  expect(own.events.at(-1)).toMatchObject({ event: "gone", data: { surveyId: id } });
  expect(own.events.at(-1)?.data).not.toHaveProperty("totalVotes");
  expect((await listen(id)).status).toBe(404);
  const told = cards.events.length;
  await setStatus(id, WAITING);
  await vote(shown);
  await cards.next(({ data }) => data.surveyId === shown && data.totalVotes === 1);
  expect(cards.events.slice(told).map(({ data }) => data.surveyId)).toEqual([shown]);

  await setStatus(id, PUBLISHED);
  await cards.next(({ data, at }) => data.surveyId === id && at > (cards.events[told]?.at ?? 0));
  // A survey that was not published when a stream started is not part of it.
  await vote(shown);
  await early.next(({ data }) => data.surveyId === shown && data.totalVotes === 2);
  expect(early.events.map(({ data }) => data.surveyId)).not.toContain(id);
});

test("a client that reconnects gets the newest totals, and none if it has them", async () => {
  const id = await publish();
  const before = await listen(id);
  await vote(id);
  const { id: last = "" } = await before.next(({ data }) => data.totalVotes === 1);
  before.cut();
  const same = await listen(id, { "last-event-id": last });
  await vote(id);
  await same.next(({ data }) => data.totalVotes === 2);
  expect(same.events).toHaveLength(1);
  // A heartbeat says that the stream gets through.
  expect(same.text()).toMatch(/^retry: \d+\n\nevent: beat\ndata: 1\n\nid: /);
  const later = await listen(id, { "last-event-id": last });
  expect((await later.next(() => true)).data.totalVotes).toBe(2);
});

test("a stream sends its first event immediately, if only a heartbeat, and a heartbeat every fifteen seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const other = await testApp();
  try {
    const id = await other.makeSurvey(await makePerson(other.database, other.tokens, { role: "admin" }));
    const stream = await openStream(other.app, urlOf(votes.streamTotals, { query: { surveys: id } }));
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(stream.text).toMatch(/^retry: \d+\n\n(event: beat\ndata: 1\n\n){3}$/);
    expect(stream.events).toEqual([]);
  } finally {
    vi.useRealTimers();
    await other.close();
  }
});

test("an address can have at most 100 open streams; each closed one frees a slot", async () => {
  const other = await testApp({ limits: true, trustProxy: 1 });
  try {
    const path = urlOf(votes.streamTotals, { query: { surveys: "any" } });
    const from = (address: string) => openStream(other.app, path, { "x-forwarded-for": address });
    const streams = await Promise.all(Array.from({ length: 110 }, () => from("192.0.2.1")));
    const refused = streams.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    for (const { status, problem, headers } of refused) {
      expect([status, problem?.code]).toEqual([429, "tooFast"]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await from("192.0.2.2")).status).toBe(200);
    streams.find(({ status }) => status === 200)?.cut();
    await expect.poll(async () => (await from("192.0.2.1")).status).toBe(200);
  } finally {
    await other.close();
  }
});

test("closing the server ends all streams, and says when to reconnect", async () => {
  const other = await testApp();
  const admin = await makePerson(other.database, other.tokens, { role: "admin" });
  const id = await other.makeSurvey(admin, { publishedBy: admin });
  const urls = [
    urlOf(votes.streamSurveyTotals, { params: { id } }),
    urlOf(votes.streamTotals, { query: { surveys: id } }),
  ];
  const streams = await Promise.all(urls.map((url) => openStream(other.app, url)));
  await other.close();
  for (const stream of streams) {
    await stream.closed;
    expect(stream.text()).toMatch(/\n\nretry: \d+\n\n$/);
  }
});
