import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, PASSWORD, signUp } from "../testing/accounts.ts";
import { addressProofs, startProviderApp } from "../testing/addressProofs.ts";
import { Browser } from "../testing/browser.ts";
import { findIdentities, setEmailVerified } from "../testing/identities.sql.ts";
import type { MailedApp } from "../testing/mailedApp.ts";
import { cookiesOf, signInBy, whoIsSignedIn } from "../testing/social.ts";

let t: MailedApp;
let email: string;

beforeAll(async () => {
  t = await startProviderApp();
});
afterAll(() => t.close());
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.net`;
});

const { preRegister, confirmationToken, verify } = addressProofs(() => ({ t, email }));
const isSignedIn = async (as: Account) => (await t.send(account.getMyAccount, { as })).statusCode === 200;
const canSignIn = async (password: string) =>
  (await t.send(session.signIn, { body: { email, password } })).statusCode === 200;
async function setPasswordByMail(): Promise<void> {
  await t.request(account.requestPasswordReset, { body: { email } });
  const token = await t.tokenFor(email, /Set a new password/);
  await t.request(account.resetPassword, { body: { token, newPassword: "An0ther!One" } });
}

// Security: R39
test("proving an address removes access for a stranger who signed up with it through a provider that had not verified it", async () => {
  const stranger = new Browser();
  await signInBy(t, "facebook", { name: "Stranger", email }, { browser: stranger });
  expect(await whoIsSignedIn(t, stranger)).toMatchObject({ email });
  await setPasswordByMail();
  expect(await whoIsSignedIn(t, stranger)).toBeNull();
  const end = await signInBy(t, "facebook", { name: "Stranger", email }, { browser: stranger });
  expect(end.searchParams.get("error")).toBe("taken");
  expect(await whoIsSignedIn(t, stranger)).toBeNull();
  expect(await findIdentities(t.database, email)).toMatchObject([{ providerId: "credential", emailVerified: true }]);
});

test("an address that was already confirmed keeps its provider when a password is set", async () => {
  const owner = { name: "Owner", email, confirmed: "on" };
  await signInBy(t, "google", owner);
  await setPasswordByMail();
  expect((await signInBy(t, "google", owner)).searchParams.get("error")).toBeNull();
  const providers = (await findIdentities(t.database, email)).map(({ providerId }) => providerId);
  expect(providers.sort()).toEqual(["credential", "google"]);
});

test("an account with an unconfirmed address gets a link to confirm it; then the other provider is connected", async () => {
  const fay = new Browser();
  await signInBy(t, "facebook", { name: "Fay", email }, { browser: fay });
  const token = await confirmationToken();
  await t.send(account.verifyEmail, { body: { token }, headers: { cookie: cookiesOf(fay) } });
  expect((await signInBy(t, "google", { name: "Fay", email, confirmed: "on" })).searchParams.get("error")).toBeNull();
  expect(await findIdentities(t.database, email)).toHaveLength(2);
});

test("confirming an address by its link removes all earlier passwords, sessions and links", async () => {
  const { stranger, elsewhere } = await preRegister();
  const token = await confirmationToken();
  // A link requested by the stranger that would move the account to their own address.
  const theirs = `${crypto.randomUUID()}@example.net`;
  await t.request(account.changeEmail, { as: stranger, body: { email: theirs, password: PASSWORD } });
  const move = await t.tokenFor(theirs, /Confirm your new email/);

  const proven = await verify(token);
  expect(proven.json()).toMatchObject({ email, passwordToken: expect.stringMatching(/^[\w-]{43}$/) });
  expect([await isSignedIn(stranger), await isSignedIn(elsewhere), await canSignIn(PASSWORD)]).toEqual([
    false,
    false,
    false,
  ]);
  expect((await verify(move, { as: stranger })).json()).toMatchObject({ code: "linkSpent" });
  await t.smtp.next(email, /Your password was removed/);

  const body = { token: proven.json<{ passwordToken: string }>().passwordToken, newPassword: "An0ther!One" };
  await t.request(account.resetPassword, { body });
  expect([await canSignIn("An0ther!One"), await canSignIn(PASSWORD)]).toEqual([true, false]);
});

test("a user who signed up in this browser and opens the link in it keeps password and session; other sessions end", async () => {
  const { stranger: owner, elsewhere } = await preRegister();
  expect((await verify(await confirmationToken(), { as: owner })).json()).toEqual({ email, passwordToken: null });
  expect([await isSignedIn(owner), await isSignedIn(elsewhere), await canSignIn(PASSWORD)]).toEqual([
    true,
    false,
    true,
  ]);
});

test("a user who types the password together with the link keeps it; a wrong or empty one does not use up the link", async () => {
  const { stranger, elsewhere } = await preRegister();
  const token = await confirmationToken();
  expect((await verify(token, { password: "" })).json()).toMatchObject({ status: 409, code: "ownerRequired" });
  expect((await verify(token, { password: "Wr0ng!word" })).json()).toMatchObject({
    status: 422,
    code: "wrongPassword",
  });
  expect(await isSignedIn(stranger)).toBe(true);
  expect((await verify(token, { password: PASSWORD })).json()).toEqual({ email, passwordToken: null });
  expect([await isSignedIn(stranger), await isSignedIn(elsewhere), await canSignIn(PASSWORD)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("another account's session in the browser proves nothing", async () => {
  await preRegister();
  const token = await confirmationToken();
  expect((await verify(token, { as: await signUp(t) })).json()).toMatchObject({ passwordToken: expect.any(String) });
  expect(await canSignIn(PASSWORD)).toBe(false);
});

test("an address that is already proven loses nothing through another link", async () => {
  const { stranger: owner } = await preRegister();
  const first = await confirmationToken();
  await t.request(account.requestEmailVerification, { as: owner });
  await expect.poll(() => t.smtp.received.filter(({ to }) => to === email).length).toBe(2);
  const second = await confirmationToken();
  await setEmailVerified(t.database, email, true);
  for (const token of [first, second]) expect((await verify(token)).json()).toEqual({ email, passwordToken: null });
  expect([await isSignedIn(owner), await canSignIn(PASSWORD)]).toEqual([true, true]);
});

test("proving an address through a provider removes access for a stranger who signed up with it", async () => {
  const { stranger, elsewhere } = await preRegister();
  const token = await confirmationToken();
  const owner = new Browser();
  const end = await signInBy(t, "google", { name: "Owner", email, confirmed: "on" }, { browser: owner });
  expect(end.searchParams.get("error")).toBeNull();
  expect(await whoIsSignedIn(t, owner)).toMatchObject({ email });
  expect([await isSignedIn(stranger), await isSignedIn(elsewhere), await canSignIn(PASSWORD)]).toEqual([
    false,
    false,
    false,
  ]);
  expect((await verify(token)).json()).toMatchObject({ code: "linkSpent" });
  expect(await findIdentities(t.database, email)).toMatchObject([{ providerId: "google", emailVerified: true }]);
  await t.smtp.next(email, /Your password was removed/);
});

test("a link to another address doesn't work without a session of the account: it does not transfer the address", async () => {
  const owner = await signUp(t);
  await setEmailVerified(t.database, owner.email, true);
  await t.request(account.changeEmail, { as: owner, body: { email, password: PASSWORD } });
  const token = await t.tokenFor(email, /Confirm your new email/);
  expect((await verify(token)).json()).toMatchObject({ status: 409, code: "ownerRequired" });
  expect((await verify(token, { as: await signUp(t) })).json()).toMatchObject({ code: "ownerRequired" });
  expect((await verify(token, { as: owner })).json()).toEqual({ email, passwordToken: null });
  expect(await t.request(account.getMyAccount, { as: owner })).toMatchObject({ email, emailVerified: true });
});
