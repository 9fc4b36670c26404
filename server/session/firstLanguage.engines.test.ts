import { changeEmail, requestPasswordReset, setMyLanguage } from "@survey-app/contract/account/account.ts";
import { askAsGuest, keepGuest } from "@survey-app/contract/account/guests.ts";
import { demoAccounts } from "@survey-app/contract/session/demoAccounts.ts";
import { signInWithPasskey } from "@survey-app/contract/session/passkeys.ts";
import { inviteToAccount, requestSignUpLink } from "@survey-app/contract/session/registration.ts";
import { signInWithCode } from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Account, cookieOf, PASSWORD, signUp, signUpBody } from "../testing/accounts.ts";
import { Browser, freePort } from "../testing/browser.ts";
import { guestForm, makeGuest } from "../testing/guests.ts";
import { startOrganization, type TestOrganization } from "../testing/organization.ts";
import { passkeyRequests } from "../testing/passkeyRequests.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { secondFactorRequests } from "../testing/secondFactorRequests.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { begin, choose, untilLogin } from "../testing/social.ts";
import { appOn, type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

// The stand-ins and the organization's provider are real ones, used over real connections.
let t: TestApp;
let organization: TestOrganization;
/** Another instance on the same database, at the address for which test passkeys sign. */
let atPublicUrl: TestApp;
beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  organization = await startOrganization(`${publicUrl}/api/auth/callback/oidc`);
  const oidc = {
    issuer: organization.issuer,
    client: organization.client,
    name: "Example Ltd",
    isOnly: false,
    domains: ["staff.example"],
    roles: null,
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  };
  const languages: [Language, ...Language[]] = ["en", "de", "fr"];
  t = await testApp({ publicUrl, sandbox: true, languages, oidc, askUnlisted: "anyone" }, WITHOUT_POLLS);
  await t.app.listen({ port, host: "127.0.0.1" });
  atPublicUrl = await appOn({ ...t, remove: async () => {} }, { languages }, WITHOUT_POLLS);
});
afterAll(async () => {
  await atPublicUrl.close();
  await t.close();
  await organization.close();
});

const { withSecondFactor, sendPassword } = secondFactorRequests(() => t);
const { withPasskey, challenge } = passkeyRequests(() => t);

const GERMAN = { "accept-language": "de-AT,de;q=0.9,en;q=0.8" };
/** @param user an address, or the id of a guest */
async function storedFor(user: string, { db } = t.database) {
  const finding = db.selectFrom("users").select("language");
  const found = await finding
    .where(({ eb, or }) => or([eb("email", "=", user), eb("id", "=", user)]))
    .executeTakeFirstOrThrow();
  return found.language;
}
const newAddress = (domain = "example.net") => `${crypto.randomUUID()}@${domain}`;
const languageOf = (html: string | undefined) => /<html lang="([^"]+)"/.exec(html ?? "")?.[1];

/** The languages of the emails in the outbox to an address, which are sent now. */
async function emailsTo(address: string) {
  return (await sendEmails(t)).filter(({ to }) => to === address).map(({ html }) => languageOf(html));
}

/** Goes from the button of a provider to the page after it, in a browser with these headers. */
async function throughProvider(provider: "google" | "facebook", address: string, headers: Record<string, string>) {
  const browser = new Browser(headers);
  await choose(browser, await begin(t, browser, provider), { name: "Gerda", email: address, confirmed: "on" });
}

async function throughOrganization(email: string, headers: Record<string, string>) {
  organization.member = { sub: email, name: "Mia Member", email, email_verified: true };
  const browser = new Browser(headers);
  await browser.go(await begin(t, browser, "oidc"), { until: untilLogin });
}

/**
 * Every way of signing up. Each gets the headers of its browser, and returns the address of the new account, or the
 * guest's id.
 */
const signUps: Record<string, (headers: Record<string, string>) => Promise<string>> = {
  async "with a password"(headers) {
    const body = signUpBody();
    await t.send(session.signUp, { body, headers });
    return body.email;
  },
  async "through Google"(headers) {
    const address = newAddress();
    await throughProvider("google", address, headers);
    return address;
  },
  async "through Facebook"(headers) {
    const address = newAddress();
    await throughProvider("facebook", address, headers);
    return address;
  },
  async "through an organization"(headers) {
    const address = newAddress("staff.example");
    await throughOrganization(address, headers);
    return address;
  },
  async "by an emailed link"(headers) {
    const body = signUpBody();
    await t.request(requestSignUpLink, { body: { email: body.email, returnTo: "/" } });
    const [email] = (await sendEmails(t)).filter(({ to }) => to === body.email);
    const proof = /#([\w.~-]+)/.exec(email?.text ?? "")?.[1] ?? "";
    const response = await t.send(session.signUp, { body: { ...body, proof }, headers });
    expect(response.statusCode).toBe(200);
    return body.email;
  },
  async "as a guest"(headers) {
    const response = await t.send(askAsGuest, { body: guestForm(), headers });
    return response.json<{ user: { id: string } }>().user.id;
  },
  async "as a guest who keeps the account"(headers) {
    const body = signUpBody();
    await t.send(keepGuest, { as: await makeGuest(t), body, headers });
    return body.email;
  },
};

/** Every way of signing in to an account without a language. Each returns the address. */
const signIns: Record<string, (headers: Record<string, string>) => Promise<string>> = {
  async "with a password"(headers) {
    const { email } = await signUp(t);
    await t.send(session.signIn, { body: { email, password: PASSWORD }, headers });
    return email;
  },
  async "with a password and a code"(headers) {
    const { person, recoveryCodes } = await withSecondFactor();
    const cookie = cookieOf(await sendPassword(person));
    const body = { code: recoveryCodes[0] ?? "", remember: false };
    await t.send(signInWithCode, { body, headers: { cookie, ...headers } });
    return person.email;
  },
  async "with a passkey"(headers) {
    const person = await makePerson(t.database, atPublicUrl.tokens);
    const { authenticator } = await withPasskey(person, atPublicUrl);
    const { options, headers: sent } = await challenge(atPublicUrl);
    const body = { credential: authenticator.get(options) };
    await atPublicUrl.send(signInWithPasskey, { body, headers: { ...sent, ...headers } });
    return person.email;
  },
  async "through Google"(headers) {
    const address = newAddress();
    await throughProvider("google", address, {});
    await throughProvider("google", address, headers);
    return address;
  },
  async "through Facebook"(headers) {
    const address = newAddress();
    await throughProvider("facebook", address, {});
    await throughProvider("facebook", address, headers);
    return address;
  },
  async "through an organization"(headers) {
    const address = newAddress("staff.example");
    await throughOrganization(address, {});
    await throughOrganization(address, headers);
    return address;
  },
};

describe("the page's language is stored at a sign-up", () => {
  test.each(Object.keys(signUps))("%s", async (way) => {
    expect(await storedFor((await signUps[way]?.(GERMAN)) ?? "")).toBe("de");
    expect(await storedFor((await signUps[way]?.({})) ?? "")).toBeNull();
  });
});

describe("the page's language is stored at a sign-in to an account without one", () => {
  test.each(Object.keys(signIns))("%s", async (way) => {
    expect(await storedFor((await signIns[way]?.(GERMAN)) ?? "")).toBe("de");
  });
});

test("what the reader chose in the browser is the page's language, and no program's sign-in stores one", async () => {
  const chosen = { cookie: "survey-app.lang=fr", ...GERMAN };
  expect(await storedFor((await signIns["with a password"]?.(chosen)) ?? "")).toBe("fr");
  const silents: Record<string, string>[] = [{}, { "accept-language": "*" }];
  for (const silent of silents) expect(await storedFor((await signIns["with a password"]?.(silent)) ?? "")).toBeNull();
  // For a reader of another language, the page and emails are in the default language.
  const swedish = { "accept-language": "sv" };
  expect(await storedFor((await signIns["with a password"]?.(swedish)) ?? "")).toBe("en");
});

test("a stored language stays at later sign-ins in another language, and the browser gets it", async () => {
  const person = await signUp(t);
  await t.request(setMyLanguage, { as: person, body: { language: "fr" } });
  const body = { email: person.email, password: PASSWORD };
  const response = await t.send(session.signIn, { body, headers: GERMAN });
  expect(response.cookies).toContainEqual(expect.objectContaining({ name: "survey-app.lang", value: "fr" }));
  expect(await storedFor(person.email)).toBe("fr");
});

test("a stranger who signed up with an address doesn't leave a language to the person who proves that it is theirs", async () => {
  const body = signUpBody();
  await t.send(session.signUp, { body, headers: GERMAN });
  expect(await storedFor(body.email)).toBe("de");
  await throughProvider("google", body.email, { "accept-language": "fr" });
  expect(await storedFor(body.email)).toBe("fr");
  // From then on the language is the person's own.
  await throughProvider("google", body.email, GERMAN);
  expect(await storedFor(body.email)).toBe("fr");
});

test("where pages have one language, none is stored, so that readers get their own when the operator adds it", async () => {
  const one = await testApp({}, WITHOUT_POLLS);
  onTestFinished(one.close);
  const body = signUpBody();
  await one.send(session.signUp, { body, headers: GERMAN });
  expect(await storedFor(body.email, one.database)).toBeNull();
});

test("the accounts of a demo, which all its visitors share, don't keep anyone's language", async () => {
  const demo = await testApp({ demo: true, languages: ["en", "de"] }, WITHOUT_POLLS);
  onTestFinished(demo.close);
  const [shared] = demoAccounts;
  const own = signUpBody();
  for (const email of [shared?.email ?? "", own.email]) {
    await demo.send(session.signUp, { body: { ...own, email } });
    await demo.send(session.signIn, { body: { email, password: PASSWORD }, headers: GERMAN });
  }
  expect(await storedFor(shared?.email ?? "", demo.database)).toBeNull();
  expect(await storedFor(own.email, demo.database)).toBe("de");
});

describe("emails of a request are in the language of its page where none is stored", () => {
  /** Requests an email for a person. Each returns the address that gets it. */
  const requests: Record<string, (person: Account, headers: Record<string, string>) => Promise<string>> = {
    async "a new password"({ email }, headers) {
      await t.send(requestPasswordReset, { body: { email }, headers });
      return email;
    },
    async "another address"(as, headers) {
      const email = newAddress();
      await t.send(changeEmail, { as, body: { email, password: PASSWORD }, headers });
      return email;
    },
  };
  test.each(Object.keys(requests))("%s", async (kind) => {
    const person = await signUp(t);
    await sendEmails(t);
    expect(await emailsTo((await requests[kind]?.(person, {})) ?? "")).toEqual(["en"]);
    expect(await emailsTo((await requests[kind]?.(person, GERMAN)) ?? "")).toEqual(["de"]);
    await t.request(setMyLanguage, { as: person, body: { language: "fr" } });
    expect(await emailsTo((await requests[kind]?.(person, GERMAN)) ?? "")).toEqual(["fr"]);
  });
});

test("a link to sign up is in the language of the page that asked for it, and an admin's invitation in the default one", async () => {
  const address = newAddress();
  await t.send(requestSignUpLink, { body: { email: address, returnTo: "/" }, headers: GERMAN });
  expect(await emailsTo(address)).toEqual(["de"]);
  const { admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const invited = newAddress();
  await t.send(inviteToAccount, { as: admin, body: { email: invited }, headers: GERMAN });
  expect(await emailsTo(invited)).toEqual(["en"]);
});

test("the first emails of a new account are in the language of the page on which it was created", async () => {
  const body = signUpBody();
  await t.send(session.signUp, { body, headers: GERMAN });
  expect(await emailsTo(body.email)).toEqual(["de"]);
});
