import * as account from "@survey-app/contract/account/account.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTokens } from "../session/tokens.ts";
import { signUp } from "../testing/accounts.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { endCounts, outboxRows } from "../testing/mail.sql.ts";
import { makePerson } from "../testing/people.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { testApp } from "../testing/testApp.ts";
import { testConfig } from "../testing/testConfig.ts";
import { createMailer } from "./mailer.ts";
import { enqueueEmail } from "./outbox.sql.ts";
import { smtpTransport, type Transport } from "./transport.ts";

let smtp: TestSmtp;
// The tests don't use an app, because that would have its own mailer; each test creates one.
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
    site: testConfig.site,
    languages: ["en"],
    contactEmail,
    limits: true,
    unsubscribeUrl: ({ kind }) => `https://survey.example/unsubscribe?token=${kind}`,
    signUpLink: async () => null,
    invitationLink: async () => null,
    onInvitation: async () => {},
    isOwnerKnown: async () => false,
    whyUnsent: async () => null,
    keepTrail: async () => null,
    aboutMeeting: async () => null,
    aboutSurvey: async () => null,
    transport,
    log: { warn: (details, message) => log.push({ message, ...details }), error: (details) => log.push(details) },
  });

test("two instances send an email once", async () => {
  const both = [mailerWith(await smtpTransport(smtp.url)), mailerWith(await smtpTransport(smtp.url))];
  for (let index = 0; index < 15; index++)
    await enqueueEmail(t.database, `once${index}@example.org`, { kind: "passwordChanged" });
  await Promise.all(both.map((mailer) => mailer.sendDue()));
  const sent = smtp.received.map(({ to }) => to).filter((to) => to.startsWith("once"));
  expect(sent).toHaveLength(15);
  expect(new Set(sent).size).toBe(15);
  for (const mailer of both) mailer.close();
});

type Template = Parameters<typeof enqueueEmail>[2];

/** Each kind five times: those that anyone can trigger for free, and those without such a limit. */
const free = (userId: string): Template[] => [
  { kind: "emailVerification", userId },
  { kind: "passwordReset" },
  { kind: "emailChange", userId },
  { kind: "passwordChanged" },
  { kind: "emailChanged", newEmail: "new@example.org" },
  { kind: "newDevice", device: "Chrome on Windows", at: 0 },
];
const unlimited: Template[] = [
  { kind: "receipt", dollars: 12, transactionId: "pi_1", until: 0 },
  { kind: "refund", dollars: 12, transactionId: "pi_1" },
  { kind: "membershipEnds", until: 0, canRenew: true },
  { kind: "testEmail" },
];

// Security: R14
test("an address gets at most five emails of a kind in half an hour from all instances; receipts and test emails are always sent", async () => {
  const { id, email } = await makePerson(t.database, createTokens("a secret that this test does not check", ""));
  const both = [mailerWith(await smtpTransport(smtp.url)), mailerWith(await smtpTransport(smtp.url))];
  const send = async (templates: Template[]) => {
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
  expect(await send(unlimited)).toEqual(Array(4).fill(7));
  await endCounts(t.database);
  expect(await send([{ kind: "passwordReset" }])).toEqual([5]);
  for (const mailer of both) mailer.close();
});

// Security: R14
test("the addresses of one mailbox share its limit: tags, and at Gmail dots, don't make another mailbox", async () => {
  await endCounts(t.database);
  const mailer = mailerWith(await smtpTransport(smtp.url));
  const gmail = (index: number) => (index % 2 === 0 ? `f.lood+${index}@gmail.com` : `flo.od+${index}@googlemail.com`);
  for (const addressAt of [(index: number) => `flood+${index}@example.org`, gmail]) {
    smtp.received.length = 0;
    for (let index = 0; index < 30; index++)
      await enqueueEmail(t.database, addressAt(index), { kind: "passwordChanged" });
    await mailer.sendDue();
    expect(smtp.received).toHaveLength(5);
  }
  smtp.received.length = 0;
  for (const address of ["fl.ood@example.org", "flood@example.net"])
    await enqueueEmail(t.database, address, { kind: "passwordChanged" });
  await mailer.sendDue();
  expect(smtp.received).toHaveLength(2);
  mailer.close();
});

test("SQL and TypeScript agree on the mailbox of an address", async () => {
  const { db, dialect } = t.database;
  const addresses = ["Anna", "an.na", "an.na+x", "a+b+c", "+x", "...", "a.b.+c.d"].flatMap((local) =>
    ["example.org", "gmail.com", "googlemail.com", "xn--mller-kva.example"].map((domain) => `${local}@${domain}`),
  );
  for (const address of addresses) {
    const { rows } = await sql<{ mailbox: string }>`select ${dialect.mailbox(sql`email`)} as mailbox
      from (select cast(${address} as text) as email) as one`.execute(db);
    expect(rows, address).toEqual([{ mailbox: mailboxOf(address) }]);
  }
});

test("an account is found by its mailbox with an index", async () => {
  const plan = await t.database.transaction(async ({ db, dialect }) => {
    // PostgreSQL reads a small table as a whole otherwise.
    if (dialect.engine === "postgres") await sql`set local enable_seqscan = off`.execute(db);
    const explain = sql.raw(dialect.engine === "sqlite" ? "explain query plan" : "explain");
    return sql`${explain} select id from users
      where ${dialect.mailbox(sql.ref("users.email"))} = 'anna@example.org'`.execute(db);
  });
  expect(JSON.stringify(plan.rows)).toContain("users_mailbox");
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
    // A database overloaded by the burst makes clients retry, whether or not the address is known.
    const ask = async (email: string, index: number) => {
      for (;;) {
        const response = await mails.send(account.requestPasswordReset, {
          body: { email },
          headers: { "x-forwarded-for": `192.0.2.${index}` },
        });
        if (response.statusCode !== 503) return response;
        expect([response.json().code, response.headers["retry-after"]]).toEqual(["busy", "2"]);
      }
    };
    const [known, unknown] = [nora.email, "nobody.at.all@example.org"];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => ask(index % 10 === 9 ? unknown : known, index)),
    );
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

// Security: H12
test("an email has the same content in text and HTML, our sender, and a link to our public URL", async () => {
  const mails = await testApp({
    smtpUrl: smtp.url,
    publicUrl: "https://survey.example",
    mailFrom: "hello@survey.example",
  });
  try {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const nora = await signUp(mails, { name: "O'Neill Nora" });
    await setEmailVerified(mails.database, nora.email, true);
    await mails.send(account.requestPasswordReset, { body: { email: nora.email }, headers });
    const { whole, from, messageId } = await smtp.next(nora.email, /Set a new password/);
    expect(from).toBe("hello@survey.example");
    expect(messageId).toMatch(/^<[\w-]{36}@survey\.example>$/);
    expect(whole).toContain("Content-Type: text/plain");
    expect(whole).toContain("Content-Type: text/html");
    expect(whole).toContain("Hi O'Neill,"); // the text
    expect(whole).toContain("Hi O&#39;Neill,"); // the HTML
    expect(whole.match(/https:\/\/survey\.example\/reset-password#[\w-]{43}/g)?.length).toBeGreaterThanOrEqual(2);
    expect(whole).not.toContain("evil.example");
  } finally {
    await mails.close();
  }
});

test("emails wait while the mail server is unreachable, and are sent once when it is back", async () => {
  const refusing = mailerWith(await smtpTransport(smtp.url));
  smtp.refuse(true);
  await enqueueEmail(t.database, "patient@example.org", { kind: "passwordChanged" });
  await refusing.sendDue();
  const [waiting] = await outboxRows(t.database, "patient@example.org");
  expect(waiting).toMatchObject({ attempts: 1 });
  expect(Number(waiting?.next_at)).toBeGreaterThan(Date.now() + 10_000);
  expect(log.at(-1)).toMatchObject({ kind: "passwordChanged", attempts: 1 });
  smtp.refuse(false);
  await refusing.sendDue(); // not due yet
  expect(smtp.received.filter(({ to }) => to === "patient@example.org")).toHaveLength(0);
  await outboxRows(t.database, "patient@example.org", { due: true });
  await refusing.sendDue();
  await refusing.sendDue();
  expect(smtp.received.filter(({ to }) => to === "patient@example.org")).toHaveLength(1);
  expect(await outboxRows(t.database, "patient@example.org")).toEqual([]);
  refusing.close();
});

test("an email invites replies only if a reply address is configured, and replies go there", async () => {
  for (const contactEmail of [null, "help@survey.example"]) {
    const to = `reply-${contactEmail ? "read" : "unread"}@example.org`;
    const mailer = mailerWith(await smtpTransport(smtp.url), contactEmail);
    await enqueueEmail(t.database, to, { kind: "emailChanged", newEmail: "new@example.org" });
    await mailer.sendDue();
    const { whole } = await smtp.next(to, /address was changed/);
    if (contactEmail) {
      expect(whole).toContain("reply right away");
      expect(whole).toMatch(/^Reply-To: help@survey\.example/m);
    } else {
      expect(whole).toContain("contact an admin of https://survey.example right away");
      expect(whole).not.toMatch(/^Reply-To/m);
    }
    mailer.close();
  }
});

test("emails also wait if nothing listens at the mail server's address", async () => {
  const nowhere = mailerWith(await smtpTransport("smtp://127.0.0.1:1"));
  await enqueueEmail(t.database, "nowhere@example.org", { kind: "passwordChanged" });
  await nowhere.sendDue();
  expect(await outboxRows(t.database, "nowhere@example.org")).toMatchObject([{ attempts: 1 }]);
  nowhere.close();
});

test("emails with a link are stored without it: the outbox has kinds and user ids, no tokens", async () => {
  const quiet = mailerWith({ send: async () => Promise.reject(new Error("away")), close: () => {} });
  const { id, email } = await makePerson(t.database, createTokens("a secret that this test does not check", ""));
  await enqueueEmail(t.database, email, { kind: "emailVerification", userId: id });
  await quiet.sendDue();
  for (const row of await outboxRows(t.database, email)) {
    expect(row.details).not.toMatch(/[\w-]{43}/);
  }
});

test("an unknown address doesn't get an email, and its outbox entry is deleted", async () => {
  const mailer = mailerWith(await smtpTransport(smtp.url));
  await enqueueEmail(t.database, "unknown@example.org", { kind: "passwordReset" });
  await mailer.sendDue();
  expect(smtp.received.filter(({ to }) => to === "unknown@example.org")).toEqual([]);
  expect(await outboxRows(t.database, "unknown@example.org")).toEqual([]);
  mailer.close();
});

test("the sandbox stores emails and shows them as text and as inert HTML; production doesn't have that page", async () => {
  const sandbox = await testApp({ sandbox: true });
  try {
    const nora = await signUp(sandbox, { name: "<img src=x onerror=alert(1)>" });
    const list = () => sandbox.app.inject({ url: "/sandbox/mail" });
    await expect.poll(async () => (await list()).payload, { timeout: 45_000 }).toContain(nora.email);
    const { payload, headers } = await list();
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/);
    const [, path = ""] = /href="(\/sandbox\/mail\/[\w-]+)"/.exec(payload) ?? [];
    const text = await sandbox.app.inject({ url: path });
    expect(text.payload).toContain("Sandbox");
    expect(text.payload).toMatch(/<a href="http:\/\/localhost:3000\/verify-email#[\w-]{43}">/);
    const html = await sandbox.app.inject({ url: `${path}/html` });
    for (const page of [text, html]) expect(page.payload).not.toContain("<img");
    expect(html.headers["content-security-policy"]).not.toContain("script");
    expect((await sandbox.app.inject({ url: "/sandbox/mail/none" })).statusCode).toBe(404);
  } finally {
    await sandbox.close();
  }
  const real = await testApp({ smtpUrl: smtp.url });
  expect((await real.app.inject({ url: "/sandbox/mail" })).statusCode).toBe(404);
  await real.close();
}, 60_000);
