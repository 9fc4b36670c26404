import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";
import { waitFor } from "../testing/waitFor.ts";
import { createConcurrencyLimiter, onceClosed } from "./concurrency.ts";

let t: TestApp;
let survey: string;
let port: number;
beforeAll(async () => {
  t = await testApp({ limits: true });
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(surveyor, { publishedBy: admin });
  await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id: survey } })).then(({ cut }) => cut());
  port = (t.app.server.address() as { port: number }).port;
});
afterEach(cutStreams);
afterAll(() => t.close());

/** Sends a request, or the beginning of several, and disconnects after this many event loop iterations. */
async function sendAndLeave(url: string, turns: number, requests = 1): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  await new Promise((resolve) => socket.once("connect", resolve));
  // Requests with a token don't get responses from the cache.
  const request = `GET ${url} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer none\r\n\r\n`;
  socket.resume().write(request.repeat(requests));
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  socket.destroy();
}

test("after 200 requests aborted at random moments every slot is free again", async () => {
  const ledger = urlOf(votes.getLedger, { params: { id: survey } });
  const events = urlOf(votes.streamSurveyTotals, { params: { id: survey } });
  const random = () => Math.floor(Math.random() * 40);
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendAndLeave(index % 2 ? ledger : events, random(), index % 5 === 0 ? 3 : 1),
      ),
    );
  }
  // Far enough apart to stay below the rate limit.
  const interval = 1000;
  await waitFor(async () => {
    const read = () => t.send(votes.getLedger, { params: { id: survey }, headers: { authorization: "Bearer none" } });
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  }, interval);
  await waitFor(async () => {
    const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(t.app, events)));
    const { status } = await openStream(t.app, events);
    for (const stream of streams) stream.cut();
    expect([...new Set(streams.map((stream) => stream.status)), status]).toEqual([200, 429]);
  }, interval);
}, 120_000);

/** The part of a response that these functions use. */
function fakeResponse() {
  const listeners: (() => void)[] = [];
  const response = {
    closed: false,
    once: (_event: string, listener: () => void) => listeners.push(listener),
    destroy() {
      response.closed = true;
      for (const listener of listeners.splice(0)) listener();
    },
  };
  return response as typeof response & ServerResponse;
}

test("a listener is called once for a closed connection, even if it is added after the close", () => {
  const response = fakeResponse();
  const [before, after] = [vi.fn(), vi.fn()];
  onceClosed(response, before);
  expect(before).not.toHaveBeenCalled();
  response.destroy();
  onceClosed(response, after);
  expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 1]);
});

test("a slot is released once, however often release is called", () => {
  const take = createConcurrencyLimiter({ perClient: 1, total: 2, retryAfter: 1 });
  const giveBack = take("a", fakeResponse());
  take("b", fakeResponse());
  expect(() => take("a", fakeResponse())).toThrow(expect.objectContaining({ code: "tooFast" }));
  expect(() => take("c", fakeResponse())).toThrow(expect.objectContaining({ code: "busy" }));
  giveBack();
  giveBack();
  take("c", fakeResponse());
  expect(() => take("d", fakeResponse())).toThrow(expect.objectContaining({ code: "busy" }));
});

test("when slow clients hold all slots, the oldest of the client with the most is cut for the next client", () => {
  const take = createConcurrencyLimiter({ perClient: 3, total: 4, retryAfter: 1, cutsFromLead: 0 });
  const taken = ["honest", "slow", "slow", "slow", "next", "last"].map((client) => {
    const response = fakeResponse();
    onceClosed(response, take(client, response));
    return response;
  });
  expect(taken.map(({ closed }) => closed)).toEqual([false, true, true, false, false, false]);
});

// Security: F08
test("the networks of one IPv6 site share a number of slots, and are cut together for others", () => {
  const take = createConcurrencyLimiter({ perClient: 2, perSite: 3, total: 5, retryAfter: 1, cutsFromLead: 2 });
  const takeFor = (client: string, site: string | null) => {
    const response = fakeResponse();
    onceClosed(response, take(client, response, site));
    return response;
  };
  const held = ["s:1", "s:2", "s:3"].map((network) => takeFor(network, "s"));
  expect(() => takeFor("s:4", "s")).toThrow(expect.objectContaining({ code: "tooFast" }));
  const honest = [takeFor("a", null), takeFor("b", null)];
  const next = takeFor("c", null);
  expect(held.map(({ closed }) => closed)).toEqual([true, false, false]);
  // With two slots the site no longer has enough of a lead: closing a connection would only shift the problem to
  // another client.
  expect(() => takeFor("a", null)).toThrow(expect.objectContaining({ code: "busy" }));
  expect([...honest, next].map(({ closed }) => closed)).toEqual([false, false, false]);
  next.destroy();
  expect(takeFor("d", null).closed).toBe(false);
});
