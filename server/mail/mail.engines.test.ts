import * as account from "@survey-app/contract/account.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTokens } from "../session/tokens.ts";
import { signUp } from "../testing/accounts.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { endCounts, outboxRows } from "../testing/mail.sql.ts";
import { makePerson } from "../testing/people.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { testApp } from "../testing/testApp.ts";
import { createMailer } from "./mailer.ts";
import { enqueueEmail } from "./outbox.sql.ts";
import type { EmailTemplate } from "./templates.ts";
import type { Transport } from "./transport.ts";
import { smtpTransport } from "./transport.ts";

let smtp: TestSmtp;
// Without an app, because that would have its own mailer; every test creates one.
let t: FreshDatabase;

beforeAll(async () => {
  smtp = await startSmtp();
  t = await freshDatabase();
});

afterAll(async () => {
  await t.remove();
  await smtp.close();
});

afterEach(() => smtp.refuse(false));

const log: object[] = [];
const mailerWith = (transport: Transport | null, contactEmail: string | null = null) =>
  createMailer(t.database, {
    publicUrl: "https://survey.example",
    from: "no-reply@survey.example",
    contactEmail,
    limits: true,
    unsubscribeUrl: ({ kind }) => `https://survey.example/unsubscribe?token=${kind}`,
    invitationLink: async () => null,
    onInvitation: async () => {},
    isStillWanted: async () => true,
    transport,
    log: { warn: (details, message) => log.push({ message, ...details }), error: (details) => log.push(details) },
  });

test("two instances send an email once", async () => {
  const both = [mailerWith(await smtpTransport(smtp.url)), mailerWith(await smtpTransport(smtp.url))];
  for (let at = 0; at < 15; at++) await enqueueEmail(t.database, `once${at}@example.org`, { kind: "passwordChanged" });
  await Promise.all(both.map((mailer) => mailer.sendDue()));
  const sent = smtp.received.map(({ to }) => to).filter((to) => to.startsWith("once"));
  expect(sent).toHaveLength(15);
  expect(new Set(sent).size).toBe(15);
  for (const mailer of both) mailer.close();
});

/** Each kind five times: those that anyone can trigger at no cost, and those that follow a payment. */
const free = (userId: string): EmailTemplate[] => [
  { kind: "emailVerification", userId },
  { kind: "passwordReset" },
  { kind: "emailChange", userId },
  { kind: "passwordChanged" },
  { kind: "emailChanged", newEmail: "new@example.org" },
  { kind: "newDevice", device: "Chrome on Windows", at: 0 },
];
const paid: EmailTemplate[] = [
  { kind: "receipt", dollars: 12, transactionId: "pi_1", until: 0 },
  { kind: "refund", dollars: 12, transactionId: "pi_1" },
  { kind: "membershipEnds", until: 0 },
];

// Security: R14
test("an address gets at most five emails of a kind in half an hour from all instances; receipts are always sent", async () => {
  const { id, email } = await makePerson(t.database, createTokens("a secret that this test does not check", ""));
  const both = [mailerWith(await smtpTransport(smtp.url)), mailerWith(await smtpTransport(smtp.url))];
  const send = async (templates: EmailTemplate[]) => {
    smtp.received.length = 0;
    for (let time = 0; time < 7; time++)
      await Promise.all(templates.map((template) => enqueueEmail(t.database, email, template)));
    await Promise.all(both.map((mailer) => mailer.sendDue()));
    expect(await outboxRows(t.database, email)).toEqual([]);
    const subjects = Map.groupBy(smtp.received, ({ subject }) => subject);
    return [...subjects.values()].map(({ length }) => length);
  };
  expect(await send(free(id))).toEqual(Array(6).fill(5));
  expect(await send(free(id))).toEqual([]);
  expect(await send(paid)).toEqual(Array(3).fill(7));
  await endCounts(t.database);
  expect(await send([{ kind: "passwordReset" }])).toEqual([5]);
  for (const mailer of both) mailer.close();
});

test("a retried email counts once", async () => {
  const failing = mailerWith({ send: async () => Promise.reject(new Error("away")), close: () => {} });
  const template = { kind: "passwordChanged" } as const;
  for (let time = 0; time < 5; time++) await enqueueEmail(t.database, "again@example.org", template);
  for (let time = 0; time < 3; time++) {
    await failing.sendDue();
    await outboxRows(t.database, "again@example.org", { due: true });
  }
  const mailer = mailerWith(await smtpTransport(smtp.url));
  await mailer.sendDue();
  expect(smtp.received.filter(({ to }) => to === "again@example.org")).toHaveLength(5);
  mailer.close();
});

// Security: R14
test("of 200 concurrent requests from 200 addresses all get the same response; five emails are sent, and their links work", async () => {
  const mails = await testApp({ smtpUrl: smtp.url, limits: true, trustProxy: 1 });
  try {
    const nora = await signUp(mails);
    // A database overloaded by the burst makes clients retry, for known and unknown addresses alike.
    const ask = async (email: string, at: number) => {
      for (;;) {
        const response = await mails.send(account.requestPasswordReset, {
          body: { email },
          headers: { "x-forwarded-for": `192.0.2.${at}` },
        });
        if (response.statusCode !== 503) return response;
        expect([response.json().code, response.headers["retry-after"]]).toEqual(["busy", "2"]);
      }
    };
    const [known, unknown] = [nora.email, "nobody.at.all@example.org"];
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => ask(at % 10 === 9 ? unknown : known, at)));
    expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`))).toEqual(
      new Set(['200 {"success":true}']),
    );
    const left = async () => [
      ...(await outboxRows(mails.database, known)),
      ...(await outboxRows(mails.database, unknown)),
    ];
    await expect.poll(async () => (await left()).length, { timeout: 45_000 }).toBe(0);
    const sent = smtp.received.filter(({ to, subject }) => to === known && subject === "Set a new password");
    expect(sent).toHaveLength(5);
    expect(smtp.received.filter(({ to }) => to === unknown)).toEqual([]);
    // An attacker's requests for Nora's address don't lock her out.
    const body = { token: sent[0]?.link?.token ?? "", newPassword: "Heron-dusk9!" };
    expect(await mails.request(account.resetPassword, { body })).toEqual({ success: true });
  } finally {
    await mails.close();
  }
}, 60_000);
