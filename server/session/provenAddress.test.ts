import * as account from "@survey-app/contract/account.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Browser, freePort } from "../testing/browser.ts";
import { findIdentities } from "../testing/identities.sql.ts";
import { startSmtp, type TestSmtp } from "../testing/smtp.ts";
import { signInBy, whoIsSignedIn } from "../testing/social.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let smtp: TestSmtp;
let email: string;

beforeAll(async () => {
  const port = await freePort();
  smtp = await startSmtp();
  t = await testApp({ publicUrl: `http://127.0.0.1:${port}`, sandbox: true, smtpUrl: smtp.url });
  await t.app.listen({ port, host: "127.0.0.1" });
});
afterAll(async () => {
  await t.close();
  await smtp.close();
});
beforeEach(() => {
  email = `${crypto.randomUUID()}@example.net`;
});

async function setPasswordByMail(): Promise<void> {
  await t.call(account.requestPasswordReset, { body: { email } });
  const token = (await smtp.next(email, /Set a new password/)).link?.token ?? "";
  await t.call(account.resetPassword, { body: { token, newPassword: "An0ther!One" } });
}

test("who proves an address shuts out whoever made an account with it through a provider that had not confirmed it", async () => {
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

test("an address that was confirmed already keeps its provider when a password is set", async () => {
  const owner = { name: "Owner", email, confirmed: "on" };
  await signInBy(t, "google", owner);
  await setPasswordByMail();
  expect((await signInBy(t, "google", owner)).searchParams.get("error")).toBeNull();
  const providers = (await findIdentities(t.database, email)).map(({ providerId }) => providerId);
  expect(providers.sort()).toEqual(["credential", "google"]);
});

test("an account with an unconfirmed address gets a link to confirm it; then the other provider is connected", async () => {
  await signInBy(t, "facebook", { name: "Fay", email });
  const token = (await smtp.next(email, /Confirm your email/)).link?.token ?? "";
  expect((await signInBy(t, "google", { name: "Fay", email, confirmed: "on" })).searchParams.get("error")).toBe(
    "taken",
  );
  await t.call(account.verifyEmail, { body: { token } });
  expect((await signInBy(t, "google", { name: "Fay", email, confirmed: "on" })).searchParams.get("error")).toBeNull();
  expect(await findIdentities(t.database, email)).toHaveLength(2);
});
