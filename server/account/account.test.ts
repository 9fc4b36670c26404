import { randomUUID } from "node:crypto";
import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { type Account, PASSWORD, signIn, signUp, signUpBody } from "../testing/accounts.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { storedLinks } from "../testing/mail.sql.ts";
import { type MailedApp, startMailedApp } from "../testing/mailedApp.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";

const NEW_PASSWORD = "An0ther!One";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";

let t: MailedApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await startMailedApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const isSignedIn = async (as: Account) => (await t.send(account.getMyAccount, { as })).statusCode === 200;
/** A user with a confirmed address. */
async function confirmed(person: Account): Promise<Account> {
  await setEmailVerified(t.database, person.email, true);
  return person;
}
const canSignIn = async ({ email }: { email: string }, password: string) =>
  (await t.send(session.signIn, { body: { email, password } })).statusCode === 200;
const askForReset = (email: string) => t.request(account.requestPasswordReset, { body: { email } });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  t.send(account.resetPassword, { body: { token, newPassword } });

test("an email link resets a forgotten password once, and all sessions end", async () => {
  const nora = await signUp(t);
  await askForReset(nora.email);
  const mail = await t.smtp.next(nora.email, /Set a new password/);
  expect(mail.link?.path).toBe("/reset-password");
  const token = mail.link?.token ?? "";
  expect(token).toHaveLength(43); // 256 bits
  expect((await reset(token)).statusCode).toBe(200);
  expect(await isSignedIn(nora)).toBe(false);
  expect(await canSignIn(nora, PASSWORD)).toBe(false);
  expect(await canSignIn(nora, NEW_PASSWORD)).toBe(true);
  expect((await reset(token, "Y3t!another")).json()).toMatchObject({ status: 422, code: "linkSpent" });
  expect(await canSignIn(nora, NEW_PASSWORD)).toBe(true);
  await t.smtp.next(nora.email, /Your password was changed/);
  // Reading the mailbox proves the address.
  const again = await signIn(t, nora, { password: NEW_PASSWORD });
  expect((await t.request(account.getMyAccount, { as: again })).emailVerified).toBe(true);
});

test("a reset link is checked before a password is typed, and the check doesn't use it up", async () => {
  const nora = await signUp(t);
  const check = async (token: string) => (await t.send(account.checkResetLink, { body: { token } })).json();
  const verification = await t.tokenFor(nora.email, /Confirm your email/);
  await askForReset(nora.email);
  const token = await t.tokenFor(nora.email, /Set a new password/);
  expect(await check(token)).toEqual({ success: true });
  const spent = { status: 422, code: "linkSpent" };
  for (const wrong of [verification, "x".repeat(43)]) expect(await check(wrong)).toMatchObject(spent);
  expect(await check(token.slice(0, -1))).toMatchObject({ status: 422, code: "badInput" });
  const setExpiry = (expires_at: number) =>
    t.database.db.updateTable("mail_links").set({ expires_at }).where("user_id", "=", nora.id).execute();
  await setExpiry(Date.now() - 1);
  expect(await check(token)).toMatchObject(spent);
  await setExpiry(Date.now() + 60_000);
  expect(await check(token)).toEqual({ success: true });
  expect((await reset(token)).statusCode).toBe(200);
  expect(await check(token)).toMatchObject(spent);
});

// Security: H12
test("links are stored as hashes, expire after half an hour, and are void once the password has changed", async () => {
  const nora = await signUp(t);
  await askForReset(nora.email);
  const token = await t.tokenFor(nora.email, /Set a new password/);
  const stored = await storedLinks(t.database, nora.id);
  expect(stored.some(({ token_hash }) => token_hash.includes(token))).toBe(false);
  for (const { expires_at } of stored) expect(expires_at - Date.now()).toBeLessThanOrEqual(30 * 60_000);
  await t.request(account.changePassword, { as: nora, body: { password: PASSWORD, newPassword: NEW_PASSWORD } });
  expect((await reset(token)).json()).toMatchObject({ code: "linkSpent" });
  expect(await storedLinks(t.database, nora.id)).toEqual([]);
});

// Security: R38
test("a link of one purpose doesn't work for another", async () => {
  const nora = await signUp(t);
  const verification = await t.tokenFor(nora.email, /Confirm your email/);
  expect((await reset(verification)).json()).toMatchObject({ code: "linkSpent" });
  await askForReset(nora.email);
  const token = await t.tokenFor(nora.email, /Set a new password/);
  expect(await t.refused(account.verifyEmail, { body: { token } })).toMatchObject({ code: "linkSpent" });
  expect((await reset(token)).statusCode).toBe(200);
});

test("a new account's address is confirmed by the mailed link", async () => {
  const nora = await signUp(t);
  expect(await t.request(account.getMyAccount, { as: nora })).toEqual({
    email: nora.email,
    emailVerified: false,
    hasPassword: true,
    hasPasskey: false,
    providers: [],
    language: null,
  });
  const first = await t.smtp.next(nora.email, /Confirm your email/);
  await t.request(account.requestEmailVerification, { as: nora });
  await expect.poll(() => t.smtp.received.filter(({ to }) => to === nora.email).length).toBe(2);
  expect(await t.request(account.verifyEmail, { as: nora, body: { token: first.link?.token ?? "" } })).toEqual({
    email: nora.email,
    passwordToken: null,
  });
  expect((await t.request(account.getMyAccount, { as: nora })).emailVerified).toBe(true);
  expect(await t.refused(account.requestEmailVerification, { as: nora })).toMatchObject({ code: "alreadySo" });
});

// Security: H12, R32
test("changing the password requires the old one, ends other sessions, keeps this one and notifies the owner", async () => {
  const nora = await confirmed(await signUp(t));
  const elsewhere = await signIn(t, nora);
  const change = (password: string, newPassword: string) => ({ as: nora, body: { password, newPassword } });
  expect(await t.refused(account.changePassword, change("Wr0ng!pass", NEW_PASSWORD))).toMatchObject({
    status: 422,
    code: "wrongPassword",
  });
  expect(await isSignedIn(elsewhere)).toBe(true);
  await t.request(account.changePassword, change(PASSWORD, NEW_PASSWORD));
  expect(await isSignedIn(nora)).toBe(true);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(
    (await t.send(session.createAccessToken, { body: { email: nora.email }, headers: { cookie: elsewhere.cookie } }))
      .statusCode,
  ).toBe(401);
  expect(await canSignIn(nora, NEW_PASSWORD)).toBe(true);
  await t.smtp.next(nora.email, /Your password was changed/);
});

test("an account without a password gets one by a link", async () => {
  const nora = await makePerson(t.database, t.tokens);
  expect(
    await t.refused(account.changePassword, { as: nora, body: { password: PASSWORD, newPassword: NEW_PASSWORD } }),
  ).toMatchObject({ code: "noPassword" });
  await askForReset(nora.email);
  await reset(await t.tokenFor(nora.email, /Set a new password/));
  expect(await canSignIn(nora, NEW_PASSWORD)).toBe(true);
});

test("a new email address takes effect when its link is used; the old address is notified", async () => {
  const nora = await confirmed(await signUp(t));
  const moved = `moved.${nora.email}`;
  await t.request(account.changeEmail, { as: nora, body: { email: moved, password: PASSWORD } });
  const token = await t.tokenFor(moved, /Confirm your new email/);
  expect((await t.request(account.getMyAccount, { as: nora })).email).toBe(nora.email);
  expect(await t.request(account.verifyEmail, { as: nora, body: { token } })).toEqual({
    email: moved,
    passwordToken: null,
  });
  expect(await t.request(account.getMyAccount, { as: nora })).toMatchObject({ email: moved, emailVerified: true });
  expect(await canSignIn({ email: moved }, PASSWORD)).toBe(true);
  expect(await canSignIn(nora, PASSWORD)).toBe(false);
  expect((await t.smtp.next(nora.email, /Your email address was changed/)).whole).toContain(moved);
});

test("an address that has an account can't be taken by another, and the response does not reveal it", async () => {
  const [nora, other] = [await signUp(t), await signUp(t)];
  const asked = await t.send(account.changeEmail, { as: nora, body: { email: other.email, password: PASSWORD } });
  expect(asked.json()).toEqual({ success: true });
  const token = await t.tokenFor(other.email, /Confirm your new email/);
  expect(await t.refused(account.verifyEmail, { as: nora, body: { token } })).toMatchObject({ code: "emailTaken" });
  expect((await t.request(account.getMyAccount, { as: nora })).email).toBe(nora.email);
});

test("a user's sessions are listed with their devices, and ended one by one or all others together", async () => {
  const nora = await signUp(t, { userAgent: FIREFOX });
  const chrome = await signIn(t, nora, { userAgent: CHROME });
  const unknown = await signIn(t, nora);
  const found = await t.request(account.listMySessions, { as: nora });
  expect(new Map(found.map(({ _id, device, isCurrent }) => [_id, `${device} ${isCurrent}`]))).toEqual(
    new Map([
      [nora.sessionId, "Firefox on Linux true"],
      [chrome.sessionId, "Chrome on Windows false"],
      [unknown.sessionId, "an unknown browser false"],
    ]),
  );
  for (const { createdAt, lastSeenAt } of found) expect(lastSeenAt >= createdAt).toBe(true);

  expect(await t.request(account.revokeMySession, { as: nora, params: { id: chrome.sessionId } })).toEqual({
    modifiedCount: 1,
  });
  expect([await isSignedIn(chrome), await isSignedIn(unknown)]).toEqual([false, true]);
  const again = await signIn(t, nora);
  expect(await t.request(account.revokeMyOtherSessions, { as: again })).toEqual({ modifiedCount: 2 });
  expect([await isSignedIn(nora), await isSignedIn(unknown), await isSignedIn(again)]).toEqual([false, false, true]);
});

test("a sign-in from a new kind of device sends an email, one from a known kind does not", async () => {
  const nora = await confirmed(await signUp(t, { userAgent: FIREFOX }));
  await signIn(t, nora, { userAgent: FIREFOX });
  await signIn(t, nora, { userAgent: CHROME });
  expect((await t.smtp.next(nora.email, /New sign-in/)).whole).toContain("Chrome on Windows");
  await signIn(t, nora, { userAgent: CHROME });
  await askForReset(nora.email);
  await t.smtp.next(nora.email, /Set a new password/);
  expect(t.smtp.received.filter(({ to, subject }) => to === nora.email && /New sign-in/.test(subject))).toHaveLength(1);
});

test("an email to an unconfirmed address never contains a name", async () => {
  const name = "Your account was hacked";
  const stranger = `${randomUUID()}@example.org`;
  const nora = await signUp(t, { name });
  await t.smtp.next(nora.email, /Confirm your email/);
  await askForReset(nora.email);
  await t.smtp.next(nora.email, /Set a new password/);
  await enqueueEmail(t.database, nora.email, { kind: "receipt", dollars: 12, transactionId: "pi_1", until: 0 });
  await t.smtp.next(nora.email, /Receipt/);
  // The user who requests this address has confirmed another one.
  await confirmed(nora);
  await t.request(account.changeEmail, { as: nora, body: { email: stranger, password: PASSWORD } });
  await t.smtp.next(stranger, /Confirm your new email/);
  const mails = t.smtp.received.filter(({ to }) => to === nora.email || to === stranger);
  expect(mails).toHaveLength(4);
  for (const { whole } of mails) {
    expect(whole).toContain("Hi,");
    expect(whole).not.toContain("Your account was hacked");
  }
});

test("emails contain no text that others wrote: no user agent, no name", async () => {
  const nora = await confirmed(await signUp(t, { name: "visit https://evil.example/now", userAgent: FIREFOX }));
  await signIn(t, nora, { userAgent: "https://evil.example/ 1.0 (Windows NT 10.0)" });
  const { whole } = await t.smtp.next(nora.email, /New sign-in/);
  expect(whole).toContain("Hi,");
  expect(whole).toContain("an unknown browser on Windows");
  await askForReset(nora.email);
  await t.smtp.next(nora.email, /Set a new password/);
  for (const mail of t.smtp.received.filter(({ to }) => to === nora.email)) expect(mail.whole).not.toContain("evil");
});

test("an unconfirmed address doesn't get emails about sign-ins, passwords or addresses, because it may be a stranger's", async () => {
  const guess = await signUp(t, { userAgent: FIREFOX });
  // A password change invalidates it while it waits.
  await t.smtp.next(guess.email, /Confirm your email/);
  await signIn(t, guess, { userAgent: CHROME });
  await t.request(account.changePassword, { as: guess, body: { password: PASSWORD, newPassword: NEW_PASSWORD } });
  const moved = `moved.${guess.email}`;
  await t.request(account.changeEmail, { as: guess, body: { email: moved, password: NEW_PASSWORD } });
  const token = await t.tokenFor(moved, /Confirm your new email/);
  await t.request(account.verifyEmail, { as: guess, body: { token } });
  await askForReset(moved);
  await t.smtp.next(moved, /Set a new password/);
  expect(t.smtp.received.filter(({ to }) => to === guess.email).map(({ subject }) => subject)).toEqual([
    "Confirm your email address",
  ]);
});

test("the export contains all of the user's data, no other users' and no secrets", async () => {
  const nora = await signUp(t);
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is this exported?" });
  await t.request(votes.castVote, { as: nora, body: { SurveyID: survey, vote: 1, inapp: "A report of mine" } });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: survey, vote: 0, inapp: "Somebody else's" } });
  const data = await t.request(account.exportMyData, { as: nora });
  expect(data).toMatchObject({
    user: { email: nora.email, name: nora.name },
    identities: ["credential"],
    votes: [{ surveyId: survey, Title: "Is this exported?", vote: 1, comments: "" }],
    reports: [{ surveyId: survey, inapp: "A report of mine" }],
    surveys: [],
    payments: [],
  });
  expect(data.sessions).toHaveLength(1);
  expect(JSON.stringify(data)).not.toMatch(/Somebody else|argon2|token/);
});

test("deleting requires the password if there is one, and frees the address", async () => {
  const nora = await signUp(t);
  expect(await t.refused(account.deleteMyAccount, { as: nora, body: { email: nora.email } })).toMatchObject({
    code: "wrongPassword",
  });
  await t.request(account.deleteMyAccount, { as: nora, body: { email: nora.email, password: PASSWORD } });
  expect(await canSignIn(nora, PASSWORD)).toBe(false);
  const again = await t.send(session.signUp, { body: signUpBody({ email: nora.email }) });
  expect(again.statusCode).toBe(200);
});
