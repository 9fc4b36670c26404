import * as failedWork from "@survey-app/contract/ops/failedWork.ts";
import { getOperations } from "@survey-app/contract/ops/operations.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endCounts, giveUpNext, outboxRows } from "../testing/mail.sql.ts";
import { ageMailServer, forgetMailServer, makeAllDue } from "../testing/mailServer.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { enqueueEmail, replaceTestEmail } from "./outbox.sql.ts";
import { smtpTransport, type Transport } from "./transport.ts";

let smtp: TestSmtp;
let transport: Transport;
let t: TestApp;
let admin: Person;
beforeAll(async () => {
  smtp = await startSmtp();
  transport = await smtpTransport(smtp.url);
  t = await testApp();
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(async () => {
  transport.close();
  await t.close();
  await smtp.close();
});
beforeEach(async () => {
  await forgetMailServer(t.database);
  await endCounts(t.database);
  smtp.answerRecipients(() => null);
  smtp.asked.length = 0;
});

/** Sends like a process that has sent before, which waits for the end of a pause. */
const send = () => sendEmails(t, undefined, transport.send, true);
const restartAndSend = () => sendEmails(t, undefined, transport.send);
const enqueue = async (...addresses: string[]) => {
  for (const address of addresses) await enqueueEmail(t.database, address, { kind: "passwordChanged" });
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `nora${index}@example.org`);
const look = async () => (await t.request(getOperations, { as: admin })).mailServer;
const givenUp = async (address: string) =>
  (await outboxRows(t.database, address)).map(({ gave_up_at }) => gave_up_at !== null);
const answerTo = (address: string, answer: string) =>
  smtp.answerRecipients((recipient) => (recipient === address ? answer : null));

test.each(["550 5.1.1 No such user", "550 No such user here"])(
  "“%s” ends an email at once while the server accepts others",
  async (answer) => {
    answerTo("typo@example.org", answer);
    await enqueue("good@example.org", "typo@example.org");
    await send();
    expect(await givenUp("typo@example.org")).toEqual([true]);
    expect(await outboxRows(t.database, "good@example.org")).toEqual([]);
    // An email that was given up no longer counts as a refusal to fix.
    expect(await look()).toEqual({ refused: null, pausedUntil: null });
    expect(await t.request(failedWork.listFailedWork, { as: admin })).toContainEqual(
      expect.objectContaining({ queue: "emails", count: 1 }),
    );
  },
);

test.each([
  "550 5.7.1 Rejected for policy reasons",
  "552 5.2.2 Mailbox full",
  "554 Refused",
  "550 relay not permitted",
])("“%s” is tried again, and admins see it at the first email", async (answer) => {
  answerTo("nora@example.org", answer);
  await enqueue("good@example.org", "nora@example.org");
  await send();
  expect(await outboxRows(t.database, "nora@example.org")).toMatchObject([{ attempts: 1, gave_up_at: null }]);
  const codes = /^\d{3}( 5[.\d]+)?/.exec(answer)?.[0];
  expect(await look()).toEqual({
    refused: { count: 1, lastAt: expect.any(String), answer: `RCPT TO ${codes}` },
    pausedUntil: null,
  });
  smtp.answerRecipients(() => null);
  await makeAllDue(t.database);
  await send();
  expect(await outboxRows(t.database, "nora@example.org")).toEqual([]);
  expect(await look()).toEqual({ refused: null, pausedUntil: null });
});

test("a refused sender or text is about us: the email is tried again", async () => {
  for (const refused of [{ sender: "5.1.1 No such sender" }, { text: "5.1.1 We don't want this" }]) {
    await forgetMailServer(t.database);
    const refusing = await startSmtp({ refused });
    const refusingTransport = await smtpTransport(refusing.url);
    await enqueue("good@example.org");
    await send();
    await enqueue("nora@example.org");
    await sendEmails(t, undefined, refusingTransport.send);
    refusingTransport.close();
    await refusing.close();
    expect(await givenUp("nora@example.org")).toEqual([false]);
    expect((await look()).refused?.answer).toMatch(/^(MAIL FROM|DATA) 550 5\.1\.1$/);
  }
});

test("a server is believed about an address only within an hour after it accepted another one", async () => {
  answerTo("nora@example.org", "550 5.1.1 No such user");
  await enqueue("nora@example.org");
  await send();
  expect(await givenUp("nora@example.org")).toEqual([false]);

  await enqueue("good@example.org");
  await send();
  await ageMailServer(t.database, HOUR_MS + 1000);
  await makeAllDue(t.database);
  await send();
  expect(await givenUp("nora@example.org")).toEqual([false]);

  await enqueue("good@example.org");
  await send();
  await makeAllDue(t.database);
  await send();
  expect(await givenUp("nora@example.org")).toEqual([true]);
});

test("a server that has just accepted an address isn't believed when it says that the address doesn't exist", async () => {
  await enqueue("nora@example.org");
  await send();
  answerTo("nora@example.org", "550 5.1.1 No such user");
  await enqueue("nora@example.org");
  await send();
  expect(await givenUp("nora@example.org")).toEqual([false]);
});

test("after five refused recipients and none accepted, sending pauses, and nothing is given up", async () => {
  smtp.answerRecipients(() => "550 No such user here");
  await enqueue(...numbered(12));
  await send();
  expect(smtp.asked).toHaveLength(5);
  const { refused, pausedUntil } = await look();
  expect(refused).toMatchObject({ count: 5, answer: "RCPT TO 550" });
  expect(Date.parse(pausedUntil ?? "")).toBeGreaterThan(Date.now());

  // Nothing is tried during the pause, and one email after it, however often that was tried before.
  await makeAllDue(t.database);
  await send();
  expect(smtp.asked).toHaveLength(5);
  for (const address of numbered(12)) await giveUpNext(t.database, address);
  for (const probes of [1, 2]) {
    await ageMailServer(t.database, HOUR_MS);
    await send();
    expect(smtp.asked).toHaveLength(5 + probes);
  }
  for (const address of numbered(12)) expect(await givenUp(address)).toEqual([false]);

  smtp.answerRecipients(() => null);
  await ageMailServer(t.database, HOUR_MS);
  await makeAllDue(t.database);
  await send();
  for (const address of numbered(12)) expect(await outboxRows(t.database, address)).toEqual([]);
  expect(await look()).toEqual({ refused: null, pausedUntil: null });
});

test("a test email and a restart try a server again during the pause", async () => {
  for (const tryAgain of [
    async () => {
      await replaceTestEmail(t.database, "admin@example.org");
      await send();
    },
    restartAndSend,
  ]) {
    await forgetMailServer(t.database);
    smtp.answerRecipients(() => "550 No such user here");
    await enqueue(...numbered(6));
    await send();
    expect((await look()).pausedUntil).not.toBeNull();
    smtp.answerRecipients(() => null);
    await makeAllDue(t.database);
    await tryAgain();
    expect(await look()).toEqual({ refused: null, pausedUntil: null });
    for (const address of numbered(6)) expect(await outboxRows(t.database, address)).toEqual([]);
  }
});
