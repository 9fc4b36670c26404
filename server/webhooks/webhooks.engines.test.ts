import { webhookEvents } from "@survey-app/contract/ops/webhooks.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { openElsewhere } from "../testing/freshDatabase.ts";
import { makePerson } from "../testing/people.ts";
import { startReceiver } from "../testing/receiver.ts";
import { SECRET } from "../testing/testConfig.ts";
import { startWebhookApp, type WebhookApp } from "../testing/webhookApp.ts";
import { createDeliverer } from "./deliver.ts";
import { enqueueWebhookEvent, removeOldDeliveries } from "./deliveries.sql.ts";
import { createSender } from "./send.ts";
import { createWebhookSecrets } from "./sign.ts";

let t: WebhookApp;

beforeAll(async () => {
  t = await startWebhookApp();
});
afterAll(() => t.close());

// Security: P02, F12
test("each event arrives once, signed, with ids only: at the owner's webhooks and at an admin's for all surveys", async () => {
  const { receiver, owner, create } = await t.receive();
  const { secret, webhook } = await create(owner);
  await create(t.people.otherSurveyor, { url: `${receiver.url}/other` });
  const all = await create(t.people.admin, { url: `${receiver.url}/all`, allSurveys: true, events: ["closed"] });
  const id = await t.makeSurvey(owner, { publishedBy: t.people.admin });
  const params = { id };
  const decide = (status: 1 | 2) =>
    t.request(surveys.setSurveyStatus, { as: t.people.admin, params, body: { status, feedback: "A note" } });
  await decide(1);
  await decide(2);
  await t.request(surveys.closeSurvey, { as: owner, params });
  await t.request(outcomes.setOutcome, { as: owner, params, body: { text: "We buy it" } });
  const delivered = (await receiver.until(6)).map(({ path, headers, body }) => {
    const verified = new Webhook(path === "/all" ? all.secret : secret).verify(body, headers as Record<string, string>);
    expect(verified).toEqual({
      type: expect.stringMatching(/^survey\.\w+$/),
      timestamp: expect.any(String),
      data: { surveyId: id },
    });
    return `${path} ${(verified as { type: string }).type}`;
  });
  expect(delivered.sort()).toEqual([
    "/ survey.closed",
    "/ survey.outcome",
    "/ survey.published",
    "/ survey.published",
    "/ survey.unpublished",
    "/all survey.closed",
  ]);
  const list = await t.settled(owner, webhook);
  expect(list).toHaveLength(5);
  expect(list[0]).toMatchObject({ event: "outcome", surveyId: id, state: "delivered", status: 204, attempts: 1 });
  expect(JSON.stringify(await t.database.db.selectFrom("webhooks").selectAll().execute())).not.toContain(secret);
});

test("the table of deliveries takes every event of the contract, which would otherwise undo its cause", async () => {
  const { owner, create } = await t.receive();
  const { webhook } = await create(owner);
  const row = { webhook_id: webhook._id, survey_id: null, created_at: 0 };
  const rows = webhookEvents.map((event) => ({ ...row, id: newId(), event }));
  const undone = t.database.transaction(async (tx) => {
    await tx.db.insertInto("webhook_deliveries").values(rows).execute();
    throw new Error("all are stored");
  });
  await expect(undone).rejects.toThrow("all are stored");
});

test("an event is delivered if and only if the transaction of its cause commits", async () => {
  const { owner, create } = await t.receive();
  const { webhook } = await create(owner);
  const id = await t.makeSurvey(owner);
  const failing = t.database.transaction(async (tx) => {
    await enqueueWebhookEvent(tx, id, "closed");
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await t.enqueue(id, "published");
  expect((await t.settled(owner, webhook)).map(({ event }) => event)).toEqual(["published"]);
});

// Security: P02
test("several instances deliver each event once, and a slow receiver delays no other user's deliveries", async () => {
  const { receiver, owner, create } = await t.receive();
  const slow = await startReceiver();
  slow.respondWith(() => {});
  const stuck = await makePerson(t.database, t.tokens, { role: "surveyor" });
  for (let n = 0; n < 5; n++) await create(stuck, { url: slow.url });
  const stuckId = await t.makeSurvey(stuck);
  for (let n = 0; n < 6; n++) await t.enqueue(stuckId);
  await slow.until(1);

  const elsewhere = openElsewhere(t);
  const parts = { secrets: createWebhookSecrets([SECRET]), send: createSender(true), log: t.app.log };
  const others = [0, 1].map(() => createDeliverer(elsewhere, parts));
  await create(owner);
  const id = await t.makeSurvey(owner);
  for (let n = 0; n < 30; n++) await t.enqueue(id);
  await Promise.all(others.map((other) => other.startDue()));
  await receiver.until(30);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  // Each of the three instances has one of the 30 deliveries to slow receivers in progress.
  expect(slow.received.length).toBeLessThanOrEqual(3);
  await Promise.all(others.map((other) => other.stop()));
  await slow.close();
});

test("of each webhook the last hundred deliveries are kept, for thirty days, and those that wait", async () => {
  const { owner, create } = await t.receive();
  const { webhook } = await create(owner);
  const { db } = t.database;
  const row = (n: number, next_at: number | null, days = 1) => ({
    id: `d${String(n).padStart(4, "0")}`,
    webhook_id: webhook._id,
    event: "closed" as const,
    survey_id: null,
    created_at: Date.now() - days * DAY_MS,
    next_at,
  });
  const later = Date.now() + HOUR_MS;
  const rows = [row(0, null, 31), row(1, later), ...Array.from({ length: 105 }, (_, n) => row(n + 2, null))];
  await db.insertInto("webhook_deliveries").values(rows).execute();
  await removeOldDeliveries(t.database);
  const kept = await db.selectFrom("webhook_deliveries").select("id").orderBy("id").execute();
  expect(kept.map(({ id }) => id)).toEqual(["d0001", ...rows.slice(-100).map(({ id }) => id)]);
});
