import { setTimeout as sleep } from "node:timers/promises";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import { RETRY_MINUTES } from "@survey-app/contract/ops/webhooks.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { EXHAUSTED_MAX } from "@survey-app/contract/text/limits.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { testApp } from "../testing/testApp.ts";
import { startWebhookApp, type WebhookApp } from "../testing/webhookApp.ts";

let t: WebhookApp;

beforeAll(async () => {
  t = await startWebhookApp();
});
afterAll(() => t.close());

const makeDue = () =>
  t.database.db.updateTable("webhook_deliveries").set({ next_at: 0 }).where("next_at", "is not", null).execute();

test("a survey that an owner's edit returns to review is delivered as unpublished, a deadline that passes as closed", async () => {
  const { owner, create } = await t.receive();
  const { webhook } = await create(owner, { events: ["unpublished", "closed"] });
  const id = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  const body = { Title: "Other?", category: "Food Preparation" as const, image: "https://example.org/a.webp" };
  await t.request(surveys.updateSurvey, { as: owner, params: { id }, body });
  expect((await t.settled(owner, webhook)).map(({ event }) => event)).toEqual(["unpublished"]);
  const ending = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  const { database } = t;
  const past = Date.now() - 1;
  await database.db.updateTable("surveys").set({ ends_at: past }).where("id", "=", ending).execute();
  await closeEnded(database, recorder());
  const closed = (await t.settled(owner, webhook)).filter(({ event }) => event === "closed");
  expect(closed).toMatchObject([{ surveyId: ending, state: "delivered" }]);
});

test("a failed delivery is tried again after 1 m, 5 m, 30 m, 2 h and 12 h, then given up; it can be sent again", async () => {
  const { receiver, owner, create } = await t.receive();
  const { webhook } = await create(owner);
  receiver.respondWith((response) => void response.writeHead(500).end());
  await t.enqueue(await t.makeSurvey(owner));
  for (const [index, minutes] of RETRY_MINUTES.entries()) {
    const [delivery] = await t.settled(owner, webhook);
    expect(delivery).toMatchObject({ state: "waiting", attempts: index + 1, status: 500, failure: "status" });
    expect(Math.round((Date.parse(delivery?.nextAt ?? "") - Date.now()) / 60_000)).toBe(minutes);
    await makeDue();
    await receiver.until(index + 2);
  }
  const [failed] = await t.settled(owner, webhook);
  expect(failed).toMatchObject({ state: "failed", attempts: 6, nextAt: null });
  expect((await t.request(webhooks.listMyWebhooks, { as: owner }))[0]).toMatchObject({ failures: 1, isOn: true });

  receiver.respondWith((response) => void response.writeHead(200).end("ok"));
  const params = { id: webhook._id, delivery: failed?._id ?? "" };
  await t.request(webhooks.resendWebhookDelivery, { as: owner, params });
  await receiver.until(7);
  expect((await t.settled(owner, webhook))[0]).toMatchObject({ state: "delivered", attempts: 1, failure: null });
  expect((await t.request(webhooks.listMyWebhooks, { as: owner }))[0]).toMatchObject({ failures: 0 });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("after twenty deliveries in a row that failed for good, the webhook is turned off and its owner gets one email", async () => {
  const { receiver, owner, create } = await t.receive();
  const { webhook } = await create(owner);
  receiver.respondWith((response) => void response.writeHead(500).end());
  const { db } = t.database;
  await db
    .updateTable("webhooks")
    .set({ exhausted: EXHAUSTED_MAX - 1 })
    .where("id", "=", webhook._id)
    .execute();
  const id = await t.makeSurvey(owner);
  await t.enqueue(id);
  await t.settled(owner, webhook);
  // It waits for its last attempt, and another one for its second.
  await db
    .updateTable("webhook_deliveries")
    .set({ attempts: RETRY_MINUTES.length, next_at: Date.now() + HOUR_MS })
    .execute();
  await t.enqueue(id, "outcome");
  await t.settled(owner, webhook);
  await db.updateTable("webhook_deliveries").set({ next_at: 0 }).where("event", "=", "closed").execute();
  while ((await t.request(webhooks.listMyWebhooks, { as: owner }))[0]?.isOn) await sleep(10);
  expect((await t.deliveriesOf(owner, webhook)).map(({ state, failure }) => `${state} ${failure}`)).toEqual([
    "failed turnedOff",
    "failed status",
  ]);
  const mails = await db.selectFrom("outbox").select("kind").where("address", "=", owner.email).execute();
  expect(mails.filter(({ kind }) => kind === "webhookOff")).toHaveLength(1);
  await t.enqueue(id);
  expect(await t.deliveriesOf(owner, webhook)).toHaveLength(2);
  const params = { id: webhook._id };
  expect((await t.refused(webhooks.testWebhook, { as: owner, params })).code).toBe("webhookOff");
  await t.request(webhooks.switchWebhook, { as: owner, params, body: { isOn: true } });
  expect((await t.request(webhooks.listMyWebhooks, { as: owner }))[0]).toMatchObject({ isOn: true, failures: 0 });
});

test("a replaced secret is used immediately, together with the old one for a day", async () => {
  const { receiver, owner, create } = await t.receive();
  const { webhook, secret } = await create(owner);
  const params = { id: webhook._id };
  const replaced = await t.request(webhooks.replaceWebhookSecret, { as: owner, params });
  expect(replaced.secret).not.toBe(secret);
  await t.request(webhooks.testWebhook, { as: owner, params });
  const [both] = await receiver.until(1);
  for (const each of [secret, replaced.secret])
    expect(new Webhook(each).verify(both?.body ?? "", both?.headers as Record<string, string>)).toMatchObject({
      type: "test",
      data: {},
    });
  await t.database.db
    .updateTable("webhooks")
    .set({ replaced_at: Date.now() - 25 * HOUR_MS })
    .execute();
  await t.request(webhooks.testWebhook, { as: owner, params });
  const [, one] = await receiver.until(2);
  const verify = (by: string) => new Webhook(by).verify(one?.body ?? "", one?.headers as Record<string, string>);
  expect(() => verify(secret)).toThrow("No matching signature");
  verify(replaced.secret);
});

// Security: P02
test("webhooks are their owner's alone, five at most, over https to public addresses unless a setting allows more", async () => {
  const { receiver, owner } = await t.receive();
  const created = await Promise.all(
    Array.from({ length: 7 }, () =>
      t.send(webhooks.createWebhook, { as: owner, body: { url: receiver.url, events: ["closed"] } }),
    ),
  );
  expect(created.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  const [webhook] = await t.request(webhooks.listMyWebhooks, { as: owner });
  const params = { id: webhook?._id ?? "", delivery: "x" };
  const owned = [
    [webhooks.changeWebhook, { url: "https://evil.example", events: ["closed"] }],
    [webhooks.switchWebhook, { isOn: false }],
    [webhooks.replaceWebhookSecret],
    [webhooks.testWebhook],
    [webhooks.listWebhookDeliveries],
    [webhooks.resendWebhookDelivery],
    [webhooks.deleteWebhook],
  ] as const;
  for (const as of [t.people.admin, t.people.surveyor])
    for (const [endpoint, body] of owned)
      expect((await t.refused(endpoint, { as, params, body })).code, endpoint.path).toBe("notFound");
  const body = { url: "https://example.org", events: ["closed"], allSurveys: true };
  expect(await t.refused(webhooks.createWebhook, { as: t.people.surveyor, body })).toMatchObject({
    errors: [{ field: "allSurveys" }],
  });
  const strict = await testApp();
  const person = await makePerson(strict.database, strict.tokens, { role: "surveyor" });
  const refused = await strict.refused(webhooks.createWebhook, {
    as: person,
    body: { url: receiver.url, events: ["closed"] },
  });
  const asHttps = { field: "url", message: "URL must be an https address" };
  expect(refused).toMatchObject({ errors: [asHttps] });
  const added = await strict.request(webhooks.createWebhook, {
    as: person,
    body: { url: "https://example.org", events: ["closed"] },
  });
  const changed = await strict.refused(webhooks.changeWebhook, {
    as: person,
    params: { id: added.webhook._id },
    body: { url: receiver.url, events: ["closed"] },
  });
  expect(changed).toMatchObject({ errors: [asHttps] });
  await strict.close();
});

test("a user who lost the role or is blocked doesn't get deliveries, nor does an admin's webhook for all surveys without the role", async () => {
  const { owner, create } = await t.receive();
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const { webhook } = await create(admin, { allSurveys: true });
  const own = await create(owner);
  await t.request(users.setUserRole, { as: t.people.admin, params: { id: admin.id }, body: { role: "surveyor" } });
  await t.request(users.setUserRole, { as: t.people.admin, params: { id: owner.id }, body: { role: "user" } });
  await t.enqueue(await t.makeSurvey(t.people.surveyor));
  const { db } = t.database;
  const stored = await db.selectFrom("webhook_deliveries").select("webhook_id").execute();
  expect(stored.filter(({ webhook_id }) => [webhook._id, own.webhook._id].includes(webhook_id))).toEqual([]);
});

// Security: P02, F12
test("an admin who lost the role is not sent what waited about others' surveys, and sees no more of their titles", async () => {
  const { receiver, create } = await t.receive();
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const { webhook } = await create(admin, { allSurveys: true });
  receiver.respondWith((response) => void response.writeHead(500).end());
  const [others, own] = [await t.makeSurvey(t.people.surveyor), await t.makeSurvey(admin)];
  for (const id of [others, own]) await t.enqueue(id);
  const before = await t.settled(admin, webhook);
  expect(before.map(({ Title }) => Title)).toEqual([expect.any(String), expect.any(String)]);
  await t.request(users.setUserRole, { as: t.people.admin, params: { id: admin.id }, body: { role: "surveyor" } });
  receiver.respondWith((response) => void response.writeHead(204).end());
  await makeDue();
  await receiver.until(3);
  const after = await t.settled(admin, webhook);
  expect(after.map(({ surveyId, state, failure, Title }) => [surveyId, state, failure, Title !== null])).toEqual([
    [own, "delivered", null, true],
    [others, "failed", "notAllowed", false],
  ]);
  // It isn't sent on request either.
  const params = { id: webhook._id, delivery: after[1]?._id ?? "" };
  expect(await t.refused(webhooks.resendWebhookDelivery, { as: admin, params })).toMatchObject({ code: "notFound" });
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.surveyId)).toEqual([others, own, own]);
});

test("a changed webhook sends the chosen events to the new URL, with the same secret, also what waited", async () => {
  const { receiver, owner, create } = await t.receive();
  const { secret, webhook } = await create(owner);
  const id = await t.makeSurvey(owner);
  receiver.respondWith((response) => void response.writeHead(500).end());
  await t.enqueue(id, "closed");
  await t.settled(owner, webhook);
  receiver.respondWith((response) => void response.writeHead(204).end());
  const body = { url: `${receiver.url}/new`, events: ["outcome" as const] };
  await t.request(webhooks.changeWebhook, { as: owner, params: { id: webhook._id }, body });
  expect(await t.request(webhooks.listMyWebhooks, { as: owner })).toEqual([{ ...webhook, ...body }]);
  await t.enqueue(id, "published");
  await t.enqueue(id, "outcome");
  await makeDue();
  await t.settled(owner, webhook);
  const [, ...later] = receiver.received;
  const delivered = later.map(({ path, headers, body: sent }) => {
    const verified = new Webhook(secret).verify(sent, headers as Record<string, string>) as { type: string };
    return [path, verified.type];
  });
  expect(delivered.sort()).toEqual([
    ["/new", "survey.closed"],
    ["/new", "survey.outcome"],
  ]);
});

test("deliveries that wait when a user loses the role or is blocked are given up, and don't arrive when the user gets it back", async () => {
  const { receiver, owner, create } = await t.receive();
  receiver.respondWith((response) => void response.writeHead(500).end());
  const [demoted, blocked] = [owner, await makePerson(t.database, t.tokens, { role: "surveyor" })];
  const as = t.people.admin;
  const setRole = (role: "user" | "surveyor") =>
    t.request(users.setUserRole, { as, params: { id: demoted.id }, body: { role } });
  const setStatus = (status: "Blocked" | "Verified") =>
    t.request(users.setUserStatus, { as, params: { id: blocked.id }, body: { status } });
  for (const person of [demoted, blocked]) {
    const { webhook } = await create(person);
    await t.enqueue(await t.makeSurvey(person));
    expect(await t.settled(person, webhook)).toMatchObject([{ state: "waiting", attempts: 1 }]);
  }
  await setRole("user");
  await setStatus("Blocked");
  const stored = () => t.database.db.selectFrom("webhook_deliveries").select(["failure", "next_at"]).execute();
  const givenUp = { failure: "notAllowed", next_at: null };
  expect(await stored()).toEqual([givenUp, givenUp]);
  await setRole("surveyor");
  await setStatus("Verified");
  expect(await stored()).toEqual([givenUp, givenUp]);
});

// Security: P02
test("a webhook is created, changed, and its secret replaced, only within ten minutes after a sign-in", async () => {
  const { receiver, owner } = await t.receive();
  const created_at = Date.now() - 11 * 60_000;
  await t.database.db.updateTable("sessions").set({ created_at }).where("id", "=", owner.sessionId).execute();
  const body = { url: receiver.url, events: ["closed" as const] };
  const create = await t.refused(webhooks.createWebhook, { as: owner, body });
  const replace = await t.refused(webhooks.replaceWebhookSecret, { as: owner, params: { id: "x" } });
  const change = await t.refused(webhooks.changeWebhook, { as: owner, params: { id: "x" }, body });
  expect([create.code, replace.code, change.code]).toEqual(["signInAgain", "signInAgain", "signInAgain"]);
  expect(await t.request(webhooks.listMyWebhooks, { as: owner })).toEqual([]);
});

test("a public demo doesn't send anything: everyone can act in its name", async () => {
  const demo = await startWebhookApp({ demoReset: { at: Date.now() + HOUR_MS, everyMinutes: 60 } });
  onTestFinished(demo.close);
  const { receiver, owner, create } = await demo.receive();
  const { webhook } = await create(owner);
  await demo.request(webhooks.testWebhook, { as: owner, params: { id: webhook._id } });
  await demo.enqueue(await demo.makeSurvey(owner));
  const failures = (await demo.settled(owner, webhook)).map(({ event, failure }) => `${event} ${failure}`);
  expect(failures.sort()).toEqual(["closed demo", "test demo"]);
  expect(receiver.received).toEqual([]);
});
