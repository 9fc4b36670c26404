import * as account from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as failedWork from "@survey-app/contract/ops/failedWork.ts";
import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import { PUBLISHED, setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { enqueueEmail, removeGivenUpEmails } from "../mail/outbox.sql.ts";
import { giveUpNext, outboxRows } from "../testing/mail.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { type SentEmail, sendEmails } from "../testing/sendEmails.ts";
import { startWebhookApp, type WebhookApp } from "../testing/webhookApp.ts";
import { findOldestOfQueues } from "./queueAges.sql.ts";

let t: WebhookApp;
let admin: Person;
beforeAll(async () => {
  t = await startWebhookApp();
  admin = t.people.admin;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.database.db.deleteFrom("outbox").execute();
});

const list = async () => t.request(failedWork.listFailedWork, { as: admin });
const retry = (queue: failedWork.RetriedQueue) => t.request(failedWork.retryFailedWork, { as: admin, body: { queue } });
const send = (transport?: () => Promise<never>) => sendEmails(t, undefined, transport);
const refuse = async (): Promise<never> => {
  throw new Error("550 No such mailbox");
};
const recipients = (sent: SentEmail[]) => sent.map(({ to }) => String(to)).sort();

/** Lets the emails to these addresses fail until they are given up. */
async function giveUp(...addresses: string[]): Promise<void> {
  for (const address of addresses) await giveUpNext(t.database, address);
  await send(refuse);
}

test("an email that was given up is kept, admins see it and have it sent again, and the audit log says so", async () => {
  const address = "given.up@example.org";
  await enqueueEmail(t.database, address, { kind: "passwordChanged" });
  await send(refuse);
  expect(await list()).toContainEqual({ queue: "emails", count: 0, since: null });
  await giveUp(address);
  expect(await list()).toContainEqual({ queue: "emails", count: 1, since: expect.any(String) });
  expect(await send()).toEqual([]);

  expect(await retry("emails")).toEqual({ retried: 1 });
  expect(await list()).toContainEqual({ queue: "emails", count: 0, since: null });
  expect(recipients(await send())).toEqual([address]);
  expect(await outboxRows(t.database, address)).toEqual([]);
  const [event] = await t.request(listAuditEvents, { as: admin, query: { action: "failedWorkRetried" } });
  expect(event).toMatchObject({ about: { kind: "queue", title: "Emails" }, after: { retried: 1 }, by: "admin" });
  expect(await retry("emails")).toEqual({ retried: 0 });
  for (const as of [t.people.user, t.people.surveyor])
    expect(await t.refused(failedWork.listFailedWork, { as })).toMatchObject({ code: "roleRequired" });
});

test("a retry doesn't count an email twice, so limits of its address don't drop it", async () => {
  const address = "limited@example.org";
  for (let sent = 0; sent < 5; sent++) await enqueueEmail(t.database, address, { kind: "passwordChanged" });
  await send(refuse);
  await giveUp(address);
  expect(await retry("emails")).toEqual({ retried: 5 });
  expect(await send()).toHaveLength(5);
});

test("changes before the retry count: no email of an unpublished survey, and none to a deleted account", async () => {
  const [owner, leaving] = await Promise.all([
    makePerson(t.database, t.tokens, { role: "surveyor" }),
    makePerson(t.database, t.tokens),
  ]);
  const id = await t.makeSurvey(owner);
  await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", owner.id).execute();
  const status = (value: typeof PUBLISHED | typeof WAITING) =>
    t.request(setSurveyStatus, { as: admin, params: { id }, body: { status: value, feedback: "Why" } });
  await status(PUBLISHED);
  expect(await outboxRows(t.database, owner.email)).toMatchObject([{ kind: "surveyPublished" }]);
  await enqueueEmail(t.database, leaving.email, { kind: "passwordChanged" });
  await giveUp(owner.email, leaving.email);
  expect(await list()).toContainEqual({ queue: "emails", count: 2, since: expect.any(String) });

  await status(WAITING);
  await t.database.db.deleteFrom("outbox").where("kind", "=", "surveyUnpublished").execute();
  await t.request(account.deleteMyAccount, { as: leaving, body: { email: leaving.email } });
  expect(await retry("emails")).toEqual({ retried: 1 });
  expect(await send()).toEqual([]);
});

test("emails that were given up are deleted after thirty days", async () => {
  await enqueueEmail(t.database, "old@example.org", { kind: "passwordChanged" });
  await enqueueEmail(t.database, "new@example.org", { kind: "passwordChanged" });
  await giveUp("old@example.org", "new@example.org");
  const longAgo = Date.now() - 31 * DAY_MS;
  await t.database.db
    .updateTable("outbox")
    .set({ gave_up_at: longAgo })
    .where("address", "=", "old@example.org")
    .execute();
  await removeGivenUpEmails(t.database);
  expect((await t.database.db.selectFrom("outbox").select("address").execute()).map((row) => row.address)).toEqual([
    "new@example.org",
  ]);
});

test("a delivery that was given up is tried again, unless its webhook was turned off", async () => {
  const { receiver, owner, create } = await t.receive();
  const { webhook } = await create(owner);
  receiver.respondWith((response) => void response.writeHead(500).end());
  await t.enqueue(await t.makeSurvey(owner));
  await t.settled(owner, webhook);
  const { db } = t.database;
  await db.updateTable("webhook_deliveries").set({ attempts: 5, next_at: 0 }).execute();
  await receiver.until(2);
  expect(await t.settled(owner, webhook)).toMatchObject([{ state: "failed" }]);
  const failed = (count: number) => ({ queue: "webhooks", count, since: count === 0 ? null : expect.any(String) });
  expect(await list()).toContainEqual(failed(1));

  const body = { isOn: false };
  await t.request(webhooks.switchWebhook, { as: owner, params: { id: webhook._id }, body });
  expect(await list()).toContainEqual(failed(0));
  expect(await retry("webhooks")).toEqual({ retried: 0 });

  await t.request(webhooks.switchWebhook, { as: owner, params: { id: webhook._id }, body: { isOn: true } });
  receiver.respondWith((response) => void response.writeHead(200).end());
  expect(await retry("webhooks")).toEqual({ retried: 1 });
  await receiver.until(3);
  expect(await t.settled(owner, webhook)).toMatchObject([{ state: "delivered" }]);
  expect(await list()).toContainEqual(failed(0));
});

test("of each queue the age of the oldest due row is known", async () => {
  expect([...(await findOldestOfQueues(t.database))]).toEqual(
    ["emails", "webhooks", "mailings", "reportAnswers", "payments", "secretErasures", "imageRemovals"].map((queue) => [
      queue,
      queue === "mailings" ? expect.toSatisfy((due) => due === null || due <= Date.now()) : null,
    ]),
  );
  const before = Date.now();
  await enqueueEmail(t.database, "due@example.org", { kind: "passwordChanged" });
  const due = (await findOldestOfQueues(t.database)).get("emails");
  expect(due).toBeGreaterThanOrEqual(before);
});
