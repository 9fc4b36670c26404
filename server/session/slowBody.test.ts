import { connect } from "node:net";
import * as account from "@survey-app/contract/account.ts";
import * as apiKeys from "@survey-app/contract/apiKeys.ts";
import type { Endpoint } from "@survey-app/contract/endpoint.ts";
import * as users from "@survey-app/contract/users.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp, urlOf } from "../testing/testApp.ts";

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await testApp();
  await t.app.listen({ port: 0, host: "127.0.0.1" });
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());

/** Longer than a user's rights may be out of date. */
const LATER_MS = 1100;

/**
 * Sends a request but the last byte of its body, which follows a moment after `meanwhile`.
 * @returns the status of the response
 */
async function sendSlowly(
  endpoint: Endpoint,
  { as, body, ...request }: AnyRequest & { as: Person },
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const text = JSON.stringify(body);
  const { port } = t.app.server.address() as { port: number };
  const socket = connect({ port, host: "127.0.0.1" });
  const began = new Promise((resolve) => t.app.server.once("request", resolve));
  const head = [
    `${endpoint.method} ${urlOf(endpoint, request)} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Bearer ${as.token}`,
    "Content-Type: application/json",
    `Content-Length: ${text.length}`,
    "Connection: close",
  ].join("\r\n");
  socket.write(`${head}\r\n\r\n${text.slice(0, -1)}`);
  await began;
  await meanwhile();
  await new Promise((resolve) => setTimeout(resolve, LATER_MS));
  socket.write(text.slice(-1));
  let received = "";
  for await (const data of socket) received += String(data);
  return Number(received.split(" ")[1]);
}

// Security: R47
test("a role that is taken, a session that ends, and a block count for a request whose body is still on its way", async () => {
  const [other, friend, guest, blocked] = await Promise.all([
    makePerson(t.database, t.tokens, { role: "admin" }),
    makePerson(t.database, t.tokens),
    makePerson(t.database, t.tokens),
    makePerson(t.database, t.tokens),
  ]);
  const promotion = { as: other, params: { id: friend.id }, body: { role: "admin" } };
  const demote = () => t.request(users.setUserRole, { as: admin, params: { id: other.id }, body: { role: "user" } });
  expect(await sendSlowly(users.setUserRole, promotion, demote)).toBe(403);

  const key = { as: guest, body: { name: "To come back", scopes: ["vote"], days: 30 } };
  const endSession = () => t.request(account.revokeMySession, { as: guest, params: { id: guest.sessionId } });
  expect(await sendSlowly(apiKeys.createApiKey, key, endSession)).toBe(401);

  const SurveyID = await t.makeSurvey(admin, { publishedBy: admin });
  const block = () =>
    t.request(users.setUserStatus, { as: admin, params: { id: blocked.id }, body: { status: users.BLOCKED } });
  expect(await sendSlowly(votes.castVote, { as: blocked, body: { SurveyID, vote: 1 } }, block)).toBe(401);
});

test("a request whose body takes long counts as that of its user", async () => {
  const as = await makePerson(t.database, t.tokens);
  const SurveyID = await t.makeSurvey(admin, { publishedBy: admin });
  expect(await sendSlowly(votes.castVote, { as, body: { SurveyID, vote: 1 } }, async () => {})).toBe(200);
  expect(await t.request(votes.getMyVote, { as, params: { id: SurveyID } })).toMatchObject({ isOwn: true });
});
