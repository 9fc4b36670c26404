import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { getSurvey, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { LINK_LIMITS } from "@survey-app/contract/votes/linkVotes.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { apiError } from "../../http/apiError.ts";
import { linkSurveys } from "../../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { createVoteWriter } from "../storing/voteWriter.ts";

const { burst, perMinute, max, roomMax, roomMinutes } = LINK_LIMITS;

let t: TestApp;
/** Whether the queue of votes is full. */
let isBusy = false;
/** Runs after votes were counted for their network, before they are stored. */
let beforeStoring: (() => Promise<unknown>) | null = null;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  const voteWriter: typeof createVoteWriter = async (...args) => {
    const writer = await createVoteWriter(...args);
    const cast: typeof writer.cast = async (ballot) => {
      if (isBusy) throw apiError("busy", { retryAfter: 1 });
      await beforeStoring?.();
      return writer.cast(ballot);
    };
    return { ...writer, cast };
  };
  t = await testApp({ limits: true, trustProxy: 1 }, { ...WITHOUT_POLLS, voteWriter });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());
// A network gets another vote every six seconds, and on a busy machine a burst takes longer: time stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const links = linkSurveys(() => ({ t, ...people }));

/** The statuses of votes from new browsers in one network, sent together, counted. */
async function sendVotes(id: string, count: number, address: string): Promise<Record<number, number>> {
  const browsers = await Promise.all(
    Array.from({ length: count }, () => links.open(id, { "x-forwarded-for": address })),
  );
  const question = (await links.results(id)).label.questionHash;
  const responses = await Promise.all(
    browsers.map((headers) =>
      t.send(linkVotes.castLinkVote, { params: { id }, headers: { ...headers }, body: { vote: 1, question } }),
    ),
  );
  const statuses: Record<number, number> = {};
  for (const { statusCode } of responses) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  return statuses;
}

const voting = (id: string) => t.request(linkVotes.getLinkVoting, { as: people.surveyor, params: { id } });
const setRoom = (id: string, on: boolean) =>
  t.request(linkVotes.setRoomMode, { as: people.surveyor, params: { id }, body: { on } });
const storedVotes = async (id: string) =>
  (await t.database.db.selectFrom("votes").select("id").where("survey_id", "=", id).execute()).length;

/** As if this many minutes had passed for all networks of a survey. */
const pass = (id: string, minutes: number) =>
  t.database.db
    .updateTable("link_networks")
    .set(({ eb }) => ({ free_at: eb("free_at", "-", minutes * 60_000) }))
    .where("survey_id", "=", id)
    .execute();

test("a class of thirty behind one address votes immediately; beyond the burst the network waits, others don't", async () => {
  const [id, other] = [await links.make(), await links.make()];
  await links.open(other);
  expect(await sendVotes(id, 30, "192.0.2.7")).toEqual({ 200: 30 });
  // Addresses of one neighborhood share the limit.
  expect(await sendVotes(id, burst - 30 + 1, "192.0.2.200")).toEqual({ 200: burst - 30, 429: 1 });
  expect(await sendVotes(id, 1, "192.0.3.7")).toEqual({ 200: 1 });
  expect(await sendVotes(id, burst + 1, "2001:db8:1::1")).toEqual({ 200: burst, 429: 1 });
  expect(await sendVotes(id, 1, "2001:db8:1:ffff::2")).toEqual({ 429: 1 });
  expect(await sendVotes(id, 1, "2001:db8:2::1")).toEqual({ 200: 1 });
  expect(await voting(id)).toEqual({ refused: 3, roomUntil: null });
  // Other surveys have their own limits, and their own numbers.
  expect(await sendVotes(other, 1, "192.0.2.7")).toEqual({ 200: 1 });
  expect(await voting(other)).toMatchObject({ refused: 0 });
  expect(await storedVotes(id)).toBe(2 * burst + 2);
});

test("a refused vote says so and when to try again; repeating or changing a vote isn't counted", async () => {
  const id = await links.make({ changeable: true });
  const address = "198.51.100.1";
  const voter = await links.open(id, { "x-forwarded-for": address });
  const { receipt } = (await links.vote(id, voter, 1)).json();
  expect(await sendVotes(id, burst, address)).toEqual({ 200: burst - 1, 429: 1 });
  expect((await links.vote(id, voter, 1)).statusCode).toBe(200);
  expect((await links.vote(id, voter, 0, { replaces: receipt })).statusCode).toBe(200);
  const late = await links.open(id, { "x-forwarded-for": address });
  const refused = await links.vote(id, late, 1);
  expect(refused.json()).toMatchObject({ status: 429, code: "networkBusy" });
  const retryAfter = Number(refused.headers["retry-after"]);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(60 / perMinute);
  await pass(id, retryAfter / 60);
  expect((await links.vote(id, late, 1)).statusCode).toBe(200);
});

test("after the burst a network has ten votes a minute", async () => {
  const id = await links.make();
  expect(await sendVotes(id, burst, "203.0.113.9")).toEqual({ 200: burst });
  await pass(id, 1);
  expect(await sendVotes(id, perMinute + 1, "203.0.113.9")).toEqual({ 200: perMinute, 429: 1 });
});

test("votes that a busy server turned away use up none of a network's votes, nor of its burst", async () => {
  const id = await links.make();
  isBusy = true;
  expect(await sendVotes(id, burst, "198.51.100.9")).toEqual({ 503: burst });
  isBusy = false;
  expect(await sendVotes(id, burst, "198.51.100.9")).toEqual({ 200: burst });
  const counted = await t.database.db.selectFrom("link_networks").select("votes").where("survey_id", "=", id).execute();
  expect(counted).toEqual([{ votes: burst }]);
});

test("votes on a question that is edited at this moment use up none of a network's votes, nor of its burst", async () => {
  const id = await links.make();
  const address = "198.51.100.20";
  const { deadline, category, image } = await t.request(getSurvey, { params: { id } });
  const body = { Title: "The other way round?", deadline, category, image } as RequestOf<typeof updateSurvey>["body"];
  let edited: Promise<unknown> | null = null;
  beforeStoring = () => {
    edited ??= t.request(updateSurvey, { as: people.surveyor, params: { id }, body });
    return edited;
  };
  expect(await sendVotes(id, burst, address)).toEqual({ 409: burst });
  beforeStoring = null;
  expect(await sendVotes(id, burst + 1, address)).toEqual({ 200: burst, 429: 1 });
  expect(await storedVotes(id)).toBe(burst);
});

test("a phone that sends votes that are never stored doesn't use up its class's votes, and the owner sees how many were refused", async () => {
  const id = await links.make({ changeable: true });
  const address = "198.51.100.30";
  const phone = await links.open(id, { "x-forwarded-for": address });
  const invalid = await Promise.all([
    // This survey doesn't offer "Not sure", and the phone doesn't have a vote to replace.
    ...Array.from({ length: burst }, () => links.vote(id, phone, 2)),
    ...Array.from({ length: burst }, () => links.vote(id, phone, 1, { replaces: "1-aaaa-bbbb-cccc-dddd" })),
  ]);
  expect(new Set(invalid.map(({ statusCode }) => statusCode))).toEqual(new Set([422]));
  expect(await voting(id)).toMatchObject({ refused: 2 * burst });
  // The same vote many times at the same time is one vote.
  const same = await Promise.all(Array.from({ length: burst - 1 }, () => links.vote(id, phone, 1)));
  expect(new Set(same.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(await sendVotes(id, burst, address)).toEqual({ 200: burst - 1, 429: 1 });
  expect(await storedVotes(id)).toBe(burst);
});

test("a network has at most 500 votes, and in room mode 1,500 at any speed, until that ends", async () => {
  const id = await links.make();
  const address = "203.0.113.50";
  expect(await sendVotes(id, 20, address)).toEqual({ 200: 20 });
  /** As if the network had cast this many votes. */
  const cast = (votes: number) =>
    t.database.db.updateTable("link_networks").set({ votes }).where("survey_id", "=", id).execute();
  await cast(max - 10);
  expect(await sendVotes(id, 11, address)).toEqual({ 200: 10, 429: 1 });
  const { roomUntil } = await setRoom(id, true);
  expect(Date.parse(roomUntil ?? "") - Date.now()).toBeLessThanOrEqual(roomMinutes * 60_000);
  expect(await sendVotes(id, burst + 20, address)).toEqual({ 200: burst + 20 });
  await cast(roomMax - 5);
  expect(await sendVotes(id, 6, address)).toEqual({ 200: 5, 429: 1 });
  await cast(max + 5);
  expect(await sendVotes(id, 1, address)).toEqual({ 200: 1 });
  const ended = { room_until: Date.now() - 1 };
  await t.database.db.updateTable("link_surveys").set(ended).where("survey_id", "=", id).execute();
  expect(await voting(id)).toEqual({ refused: 2, roomUntil: null });
  expect(await sendVotes(id, 1, address)).toEqual({ 429: 1 });
  expect(await storedVotes(id)).toBe(20 + 10 + burst + 20 + 5 + 1);
});

test("a vote that is not stored is given back", async () => {
  const id = await links.make();
  const headers = { "x-forwarded-for": "203.0.113.90" };
  const browser = await links.open(id, headers);
  // The same vote twice at the same time is stored once, and counted once.
  const twice = await Promise.all([links.vote(id, browser, 1), links.vote(id, browser, 1)]);
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const counted = () =>
    t.database.db.selectFrom("link_networks").select("votes").where("survey_id", "=", id).executeTakeFirst();
  expect(Number((await counted())?.votes)).toBe(1);
  // This survey doesn't offer "Not sure".
  expect((await links.vote(id, await links.open(id, headers), 2)).statusCode).toBe(422);
  expect(Number((await counted())?.votes)).toBe(1);
});
