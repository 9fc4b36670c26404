import { connect, createServer, type Server, type Socket } from "node:net";
import { type SurveyTotals, setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { hasNginx, startBufferingProxy } from "../../server/testing/balancer.ts";
import { freePort } from "../../server/testing/browser.ts";
import { createUsersOfEveryRole } from "../../server/testing/people.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { voteAsNewPerson } from "../../server/testing/voteAsNewPerson.ts";
import { configureApi } from "../api/api.ts";
import { createEventSource } from "../testing/eventSource.ts";
import { startServer } from "../testing/openPage.tsx";
import { listen } from "./listen.ts";

const RESPONSE_MS = 30;
/** The requests that the page waits for. */
const underWay = new Set<Promise<Response>>();
/** With a real timer. */
const sleep = (ms: number) => new Promise((resolve) => realSetTimeout(resolve, ms));
const realSetTimeout = setTimeout;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let id: string;
let end = async () => {};

beforeAll(async () => {
  t = await startServer();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
beforeEach(async () => {
  id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  await end();
  end = async () => {};
  vi.useRealTimers();
});
afterAll(() => t.close());

/** Follows the totals of surveys as a page at `origin` does. */
function follow(origin: string, ids = [id], pace: "room" | "list" = "room") {
  const { EventSource, closeAll } = createEventSource(origin);
  Object.assign(globalThis, { EventSource });
  const sent: string[] = [];
  configureApi({
    apiBase: "/api",
    fetch: (path, init) => {
      sent.push(path);
      const response = fetch(new URL(path, origin), init);
      underWay.add(response);
      return response.finally(() => underWay.delete(response));
    },
  });
  const seen = { states: [] as string[], totals: [] as SurveyTotals[], gone: 0, sent };
  const stop = listen(ids, pace, {
    onTotals: (totals) => seen.totals.push(totals),
    onGone: () => {
      seen.gone += 1;
    },
    onState: (state) => seen.states.push(state),
  });
  const endOthers = end;
  end = async () => {
    stop();
    closeAll();
    Reflect.deleteProperty(globalThis, "EventSource");
    await endOthers();
  };
  return seen;
}

/** A proxy that can stop passing on what the server sends, without closing a connection. */
async function startProxy() {
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const state = { isSilent: false, isDown: false, streams: 0, cut };
  const server = createServer((from) => {
    if (state.isDown) return from.destroy();
    const to = connect(Number(new URL(t.config.publicUrl).port), "127.0.0.1");
    let isStream = false;
    from.on("data", (head) => {
      if (!/events/.test(String(head))) return;
      isStream = true;
      state.streams += 1;
    });
    for (const socket of [from, to]) sockets.add(socket.on("error", () => {}));
    from.pipe(to);
    to.on("data", (data) => {
      if (!(isStream && state.isSilent)) from.write(data);
    });
    from.on("close", () => to.destroy());
    to.on("close", () => from.destroy());
  });
  const port = await new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
  );
  end = () => closeProxy(server, sockets);
  return { origin: `http://127.0.0.1:${port}`, state };
}

function closeProxy(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The number of votes that the server tells everyone. */
async function countTold(): Promise<number | undefined> {
  const response = await fetch(`${t.config.publicUrl}/api/surveys/totals?surveys=${id}`);
  return votesOf((await response.json()) as SurveyTotals[]);
}

/**
 * Votes as a new person, and waits until the server tells everyone: its totals can be half a second old, also on a page
 * whose clock is set.
 */
async function vote(): Promise<void> {
  const before = await countTold();
  await voteAsNewPerson(t, id);
  while ((await countTold()) === before) await sleep(RESPONSE_MS);
}

const votesOf = (totals: SurveyTotals[]) => totals.at(-1)?.totalVotes;

/**
 * Lets seconds of the page pass, each in the time that a response over the network takes, however busy the machine is.
 */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.allSettled(underWay);
    await sleep(RESPONSE_MS);
  }
}

/** Lets seconds of the page pass until something holds. @returns how many passed */
async function passUntil(holds: () => boolean): Promise<number> {
  for (let passed = 0; ; passed++) {
    if (holds()) return passed;
    if (passed > 3600) throw new Error("It did not happen within an hour");
    await pass(1);
  }
}

test.runIf(hasNginx())(
  "a page behind a proxy that buffers streams polls all its surveys with one request",
  async () => {
    const port = await freePort();
    const proxy = await startBufferingProxy(port, Number(new URL(t.config.publicUrl).port));
    end = proxy.stop;
    const other = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    await vote();
    const ids = [id, other].sort();
    const seen = follow(`http://127.0.0.1:${port}`, ids, "list");
    await pass(9);
    expect([seen.states, seen.sent]).toEqual([[], []]);
    expect(await passUntil(() => seen.totals.length > 0)).toBeLessThanOrEqual(25);
    expect(seen.totals.map(({ surveyId }) => surveyId)).toEqual(ids);
    expect([seen.states, seen.sent.length]).toEqual([["polling"], 1]);
    await vote();
    const waited = await passUntil(() => seen.totals.some(({ totalVotes }) => totalVotes === 2));
    expect(seen.sent).toHaveLength(2);
    // A list asks every 30 seconds, give or take a fifth.
    expect(waited).toBeGreaterThanOrEqual(22);
  },
);

test("a stream that falls silent after its first message is replaced by polling, and returns once it gets through", async () => {
  const { origin, state } = await startProxy();
  const seen = follow(origin);
  await passUntil(() => votesOf(seen.totals) === 0 && seen.states.includes("live"));
  state.isSilent = true;
  await vote();
  expect(await passUntil(() => votesOf(seen.totals) === 1)).toBeGreaterThan(20);
  expect(seen.states.at(-1)).toBe("polling");
  await vote();
  expect(await passUntil(() => votesOf(seen.totals) === 2)).toBeLessThan(20);
  state.isSilent = false;
  await passUntil(() => seen.states.at(-1) === "live");
  const asked = seen.sent.length;
  await vote();
  await passUntil(() => votesOf(seen.totals) === 3);
  await pass(10);
  expect(seen.sent).toHaveLength(asked);
});

test("a page keeps polling while it tries the stream again, and tries less and less often", async () => {
  const { origin, state } = await startProxy();
  state.isSilent = true;
  const seen = follow(origin);
  await passUntil(() => seen.states.length > 0);
  for (let turn = 0; turn < 25; turn++) {
    const asked = seen.sent.length;
    await passUntil(() => seen.sent.length > asked);
  }
  expect(new Set(seen.states)).toEqual(new Set(["polling"]));
  // After 15 seconds, a minute later and two minutes after that.
  expect(state.streams).toBeLessThanOrEqual(4);
});

test("after an outage the stream returns with the first response, not a minute later", async () => {
  const { origin, state } = await startProxy();
  const seen = follow(origin);
  await passUntil(() => seen.states.at(-1) === "live");
  state.isDown = true;
  state.cut();
  await passUntil(() => seen.states.at(-1) === "lost");
  await pass(40);
  expect(seen.states.at(-1)).toBe("lost");
  await vote();
  state.isDown = false;
  expect(await passUntil(() => seen.states.at(-1) === "live")).toBeLessThan(20);
  expect(votesOf(seen.totals)).toBe(1);
});

test("an idle stream whose heartbeats arrive stays: the page does not poll", async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const other = await startServer();
  const { admin } = await createUsersOfEveryRole(other.database, other.tokens);
  const seen = follow(other.config.publicUrl, [await other.makeSurvey(admin, { publishedBy: admin })]);
  await passUntil(() => seen.states.length > 0);
  await pass(90);
  expect([new Set(seen.states), seen.sent]).toEqual([new Set(["live"]), []]);
  await end();
  end = async () => {};
  await other.close();
});

test("a page that polls learns that its survey is no longer published", async () => {
  const { origin, state } = await startProxy();
  state.isSilent = true;
  const seen = follow(origin);
  await passUntil(() => seen.totals.length > 0);
  await t.request(setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: WAITING, feedback: "Not like this" },
  });
  await passUntil(() => seen.gone > 0);
});
