import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailer, type Mailer } from "../mail/mailer.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { smtpTransport, type Transport } from "../mail/transport.ts";
import { type Account, PASSWORD, signIn, signUp } from "../testing/accounts.ts";
import { slowPasswords } from "../testing/cheapPasswords.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { testConfig } from "../testing/testConfig.ts";

const NEW_PASSWORD = "An0ther!One";

let t: MailedApp;
/** The app's own mailer is idle, so that no email is being sent when the mail server starts or stops accepting. */
let mailer: Mailer;
let nora: Account;
/** The token in the email sent at sign-up. */
let confirmation: string;
/** The address to which an attacker who knows Nora's password tries to move the account. */
let theirs: string;

beforeAll(async () => {
  t = await startMailedApp({}, { passwords: slowPasswords, mailPollMs: HOUR_MS });
  mailer = mailerWith(await smtpTransport(t.smtp.url));
});
afterAll(async () => {
  mailer.close();
  await t.close();
});
beforeEach(async () => {
  nora = await signUp(t);
  confirmation = await tokenFor(nora.email, /Confirm your email/);
  await setEmailVerified(t.database, nora.email, true);
  theirs = `theirs.${nora.email}`;
});
afterEach(() => t.smtp.refuse(false));

const mailerWith = (transport: Transport) =>
  createMailer(t.database, {
    publicUrl: testConfig.publicUrl,
    from: testConfig.mailFrom,
    site: testConfig.site,
    languages: ["en"],
    contactEmail: null,
    limits: false,
    unsubscribeUrl: () => "",
    signUpLink: async () => null,
    invitationLink: async () => null,
    onInvitation: async () => {},
    isOwnerKnown: async () => false,
    whyUnsent: async () => null,
    keepTrail: async () => null,
    aboutMeeting: async () => null,
    aboutSurvey: async () => null,
    transport,
    log: { warn: () => {}, error: () => {} },
  });

async function tokenFor(address: string, subject: RegExp): Promise<string> {
  await mailer.sendDue();
  return t.tokenFor(address, subject);
}

async function resetToken(): Promise<string> {
  await t.request(account.requestPasswordReset, { body: { email: nora.email } });
  return tokenFor(nora.email, /Set a new password/);
}

/** Requests every kind of link while the mail server accepts nothing. */
async function askForLinks(as: Account): Promise<void> {
  await mailer.sendDue();
  t.smtp.received.length = 0;
  t.smtp.refuse(true);
  await t.request(account.changeEmail, { as, body: { email: theirs, password: PASSWORD } });
  await t.request(account.requestPasswordReset, { body: { email: nora.email } });
  await enqueueEmail(t.database, nora.email, { kind: "emailVerification", userId: nora.id });
  await mailer.sendDue();
}

/** The subjects of the emails sent once the mail server accepts them again. */
async function subjectsAfter(): Promise<string[]> {
  t.smtp.refuse(false);
  for (const address of [nora.email, theirs]) await outboxRows(t.database, address, { due: true });
  await mailer.sendDue();
  return t.smtp.received.filter(({ to }) => [nora.email, theirs].includes(to)).map(({ subject }) => subject);
}

test("emails with links that wait for the mail server are void once the password is reset", async () => {
  const token = await resetToken();
  await askForLinks(await signIn(t, nora));
  await t.request(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
  expect(await subjectsAfter()).toEqual(["Your password was changed"]);
});

test("emails with links that wait for the mail server are void once the password is changed", async () => {
  await askForLinks(await signIn(t, nora));
  await t.request(account.changePassword, { as: nora, body: { password: PASSWORD, newPassword: NEW_PASSWORD } });
  expect(await subjectsAfter()).toEqual(["Your password was changed"]);
});

test("emails with links that wait for the mail server are void once the address is changed", async () => {
  const next = `next.${nora.email}`;
  await t.request(account.changeEmail, { as: nora, body: { email: next, password: PASSWORD } });
  const token = await tokenFor(next, /Confirm your new email/);
  await askForLinks(await signIn(t, nora));
  await t.request(account.verifyEmail, { as: nora, body: { token } });
  expect(await subjectsAfter()).toEqual(["Your email address was changed"]);
});

test("emails with links that wait for the mail server are void once another person proves the address", async () => {
  await setEmailVerified(t.database, nora.email, false);
  await askForLinks(nora);
  await t.request(account.verifyEmail, { body: { token: confirmation } });
  expect(await subjectsAfter()).toEqual(["Your password was removed"]);
});

test("an email that was rendered but not sent before the change contains a link that no longer works", async () => {
  const token = await resetToken();
  const held = Promise.withResolvers<void>();
  const written = Promise.withResolvers<string>();
  const slow = mailerWith({
    send: async ({ text }) => {
      written.resolve(/#([\w-]+)/.exec(text)?.[1] ?? "");
      await held.promise;
    },
    close: () => {},
  });
  await enqueueEmail(t.database, theirs, { kind: "emailChange", userId: nora.id });
  const run = slow.sendDue();
  const link = await written.promise;
  await t.request(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
  held.resolve();
  await run;
  const owner = await signIn(t, nora, { password: NEW_PASSWORD });
  expect(await t.refused(account.verifyEmail, { as: owner, body: { token: link } })).toMatchObject({
    code: "linkSpent",
  });
});

const setsPassword = async (password: string) =>
  (await t.send(session.signIn, { body: { email: nora.email, password } })).statusCode === 200;

test("of two concurrent password changes one succeeds", async () => {
  const passwords = ["Kettle-on8!", "Kettle-on9!", "Heron-dusk8!", "Heron-dusk9!"];
  const answers = await Promise.all(
    passwords.map((newPassword) =>
      t.send(account.changePassword, { as: nora, body: { password: PASSWORD, newPassword } }),
    ),
  );
  const [done, ...others] = answers.map(({ statusCode }, index) => ({ statusCode, index })).sort(byStatus);
  expect([done?.statusCode, ...others.map(({ statusCode }) => statusCode)]).toEqual([200, 422, 422, 422]);
  expect(await setsPassword(passwords[done?.index ?? -1] ?? "")).toBe(true);
});

const byStatus = (one: { statusCode: number }, other: { statusCode: number }) => one.statusCode - other.statusCode;

test("a change that compared the old password has no effect after a reset: no new password, no new address, no deletion", async () => {
  const thief = await signIn(t, nora);
  const attempts = [
    (as: Account) => t.send(account.changePassword, { as, body: { password: PASSWORD, newPassword: "Heron-dusk9!" } }),
    (as: Account) => t.send(account.changeEmail, { as, body: { email: theirs, password: PASSWORD } }),
    (as: Account) => t.send(account.deleteMyAccount, { as, body: { email: nora.email, password: PASSWORD } }),
  ];
  const token = await resetToken();
  const answers = attempts.map((attempt) => attempt(thief));
  const { statusCode } = await t.send(account.resetPassword, { body: { token, newPassword: NEW_PASSWORD } });
  const [changed, , deleted] = (await Promise.all(answers)).map((response) => response.statusCode === 200);
  // If the reset succeeds, its password stays; it fails only if another change was first.
  if (statusCode === 200) expect([changed, deleted, await setsPassword(NEW_PASSWORD)]).toEqual([false, false, true]);
  else expect(changed || deleted).toBe(true);
});
