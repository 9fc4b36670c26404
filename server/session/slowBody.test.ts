import { connect } from "node:net";
import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as surveyorRequests from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
 * Sends a request but the last byte of its body, which follows `delayMs` milliseconds after `meanwhile`.
 * @returns the status of the response
 */
async function sendSlowly(
  endpoint: Endpoint,
  { as, body, ...request }: AnyRequest & { as: Person },
  meanwhile: () => Promise<unknown>,
  delayMs = LATER_MS,
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
  await new Promise((resolve) => setTimeout(resolve, delayMs));
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

// Security: R47
describe("a request whose sender loses the right to it just before its body arrives doesn't store anything that acts later", () => {
  const survey = { Title: "Is this asked?", category: "Cleaning Tools", image: "https://example.org/a.webp" } as const;
  const webhook = { url: "https://hooks.example.org/", events: ["closed" as const] };
  const webhookOf = async (as: Person) => (await t.request(webhooks.createWebhook, { as, body: webhook })).webhook._id;
  type Late = [Endpoint, (as: Person) => AnyRequest | Promise<AnyRequest>];
  const lateRequests: Record<string, Late> = {
    "a new API key": [apiKeys.createApiKey, () => ({ body: { name: "To come back", scopes: ["read"], days: 30 } })],
    "a new webhook": [webhooks.createWebhook, () => ({ body: webhook })],
    "another address of a webhook": [
      webhooks.changeWebhook,
      async (as) => ({ params: { id: await webhookOf(as) }, body: webhook }),
    ],
    "a webhook that is on": [
      webhooks.switchWebhook,
      async (as) => ({ params: { id: await webhookOf(as) }, body: { isOn: true } }),
    ],
    "a survey": [surveys.createSurvey, () => ({ body: survey })],
    "a request to become a surveyor": [surveyorRequests.createSurveyorRequest, () => ({ body: survey })],
    "another user's role": [
      users.setUserRole,
      async () => ({ params: { id: (await makePerson(t.database, t.tokens)).id }, body: { role: "admin" } }),
    ],
    "another user's block": [
      users.setUserStatus,
      async () => ({ params: { id: (await makePerson(t.database, t.tokens)).id }, body: { status: users.BLOCKED } }),
    ],
  };
  const blocking = (as: Person) =>
    t.request(users.setUserStatus, { as: admin, params: { id: as.id }, body: { status: users.BLOCKED } });
  const losses: Record<string, (as: Person) => Promise<unknown>> = {
    blocked: blocking,
    deleted: (as) => t.request(account.deleteMyAccount, { as, body: { email: as.email } }),
    "signed out": (as) => t.request(account.revokeMySession, { as, params: { id: as.sessionId } }),
  };
  // An admin who has only signed out is still an admin: such a change of another user counts as made just before.
  const cases = Object.entries(lateRequests).flatMap(([stored, [{ access }]]) =>
    Object.keys(losses)
      .filter((loss) => access !== "admin" || loss !== "signed out")
      .map((loss) => ({ stored, loss })),
  );

  test.each(cases)("$stored, sender $loss", async ({ stored, loss }) => {
    const [endpoint, prepare] = lateRequests[stored] as Late;
    const as = await makePerson(t.database, t.tokens, { role: endpoint.access === "admin" ? "admin" : "surveyor" });
    const lose = losses[loss] as (as: Person) => Promise<unknown>;
    expect([401, 403]).toContain(await sendSlowly(endpoint, { as, ...(await prepare(as)) }, () => lose(as), 0));
  });
});
