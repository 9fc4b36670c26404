import * as account from "@survey-app/contract/account/account.ts";
import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { PASSKEY_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, cookieOf, signUp } from "../../testing/accounts.ts";
import { SoftwareAuthenticator } from "../../testing/authenticator.ts";
import { setEmailVerified } from "../../testing/identities.sql.ts";
import { securityChangesTo } from "../../testing/mail.sql.ts";
import { passkeyRefused, passkeyRequests, refusalOf } from "../../testing/passkeyRequests.ts";
import { makePerson, type Person } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
});

afterAll(() => t.close());

const { optionsFor, withPasskey, challenge, signInWith } = passkeyRequests(() => t);

// Security: R55
test("a wrong origin, site, challenge, type or key, and an unverified user are rejected", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { authenticator } = await withPasskey(person);
  for (const forgery of [
    { origin: "https://evil.example" },
    { origin: "http://localhost:3001" },
    { rpId: "evil.example" },
    { type: "webauthn.create" },
    { isVerified: false },
    { userHandle: "x".repeat(43) },
  ])
    expect(refusalOf(await signInWith(authenticator, forgery)), JSON.stringify(forgery)).toEqual(passkeyRefused);
  const { options, headers } = await challenge();
  const wrong = authenticator.get({ challenge: "x".repeat(43) });
  expect(refusalOf(await t.send(passkeys.signInWithPasskey, { body: { credential: wrong }, headers }))).toEqual(
    passkeyRefused,
  );
  // The right id with another key.
  const right = authenticator.get(options);
  const stranger = new SoftwareAuthenticator().get(options);
  const forged = { ...right, response: { ...right.response, signature: stranger.response.signature } };
  expect(refusalOf(await t.send(passkeys.signInWithPasskey, { body: { credential: forged }, headers }))).toEqual(
    passkeyRefused,
  );
  // An unknown passkey gets the same response.
  expect(refusalOf(await signInWith(new SoftwareAuthenticator(), { userHandle: "x" }))).toEqual(passkeyRefused);
  expect((await signInWith(authenticator)).statusCode).toBe(200);
});

// Security: R55
test("a copied authenticator is noticed by its counter", async () => {
  const { authenticator } = await withPasskey(
    await makePerson(t.database, t.tokens),
    t,
    new SoftwareAuthenticator({ counter: 5 }),
  );
  expect((await signInWith(authenticator)).statusCode).toBe(200);
  expect((await signInWith(authenticator)).statusCode).toBe(200);
  for (const counter of [authenticator.counter, authenticator.counter - 1, 0])
    expect(refusalOf(await signInWith(authenticator, { counter })), String(counter)).toEqual(passkeyRefused);
});

test("a passkey belongs to one account, and confirms only that account's owner", async () => {
  const [owner, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const { authenticator, id } = await withPasskey(owner);
  const { options, headers } = await optionsFor(other);
  const body = { name: "Mine now", credential: authenticator.create(options) };
  expect(refusalOf(await t.send(passkeys.addPasskey, { as: other, body, headers }))).toEqual(passkeyRefused);
  expect(await t.refused(passkeys.removePasskey, { as: other, params: { id } })).toMatchObject({ code: "notFound" });
  const own = await withPasskey(owner);
  expect(refusalOf(await signInWith(own.authenticator, {}, { email: other.email }))).toEqual(passkeyRefused);
  expect((await signInWith(own.authenticator, {}, { email: owner.email })).statusCode).toBe(200);
});

// Security: R55
test("an answer to another session's challenge, or to that of a sign-in, adds no passkey", async () => {
  const [person, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const { options } = await optionsFor(person);
  const theirs = await optionsFor(other);
  const forSignIn = await challenge();
  const add = (given: { challenge: string }, headers: { cookie: string }, forgery = {}) => {
    const credential = new SoftwareAuthenticator().create({ ...options, ...given }, forgery);
    return t.send(passkeys.addPasskey, { as: person, body: { name: "Key", credential }, headers });
  };
  expect(refusalOf(await add(theirs.options, theirs.headers))).toEqual(passkeyRefused);
  expect(refusalOf(await add(forSignIn.options, forSignIn.headers))).toEqual(passkeyRefused);
  for (const forgery of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isVerified: false }]) {
    const mine = await optionsFor(person);
    expect(refusalOf(await add(mine.options, mine.headers, forgery))).toEqual(passkeyRefused);
  }
  expect(await t.request(passkeys.listMyPasskeys, { as: person })).toEqual([]);
});

// Security: R06
test("a passkey with a maker's certificate is rejected before anything in it is used", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { options, headers } = await optionsFor(person);
  const credential = new SoftwareAuthenticator().create(options);
  const none = Buffer.from(credential.response.attestationObject, "base64url");
  // "none", {} → "packed", {"x5c": [h'00']}
  const packed = Buffer.concat([
    Buffer.from("a363666d74667061636b65646761747453746d74a163783563814100", "hex"),
    none.subarray(19),
  ]);
  expect(none.subarray(19).toString("latin1")).toMatch(/^hauthData/);
  credential.response.attestationObject = packed.toString("base64url");
  const response = await t.send(passkeys.addPasskey, { as: person, body: { name: "Key", credential }, headers });
  expect(refusalOf(response)).toEqual(passkeyRefused);
});

test("a passkey is renamed by its owner only, and an unfit name is rejected", async () => {
  const [person, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const { id } = await withPasskey(person);
  const rename = (as: Person, name: string) =>
    t.send(passkeys.renamePasskey, { as, params: { id }, body: { name } }).then(({ statusCode }) => statusCode);
  expect(await rename(other, "Mine now")).toBe(404);
  expect(await rename(person, "x".repeat(PASSKEY_NAME_MAX + 1))).toBe(422);
  expect(await rename(person, " Laptop ")).toBe(200);
  expect(await t.request(passkeys.listMyPasskeys, { as: person })).toMatchObject([{ _id: id, name: "Laptop" }]);
});

test("the owner gets an email about each change, and the export doesn't contain keys", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { authenticator, id } = await withPasskey(person);
  const { passkeys: exported } = await t.request(account.exportMyData, { as: person });
  expect(exported).toEqual([{ name: "My phone", createdAt: expect.any(String), lastUsedAt: null }]);
  await t.request(passkeys.removePasskey, { as: person, params: { id } });
  expect(await securityChangesTo(t.database, person)).toEqual(["passkeyAdded", "passkeyRemoved"]);
  expect(refusalOf(await signInWith(authenticator))).toEqual(passkeyRefused);
});

// Security: R57
test("with ADMIN_SECOND_FACTOR an admin who removes the last passkey is a user in all open sessions", async () => {
  const strict = await testApp({ adminSecondFactor: true }, WITHOUT_POLLS);
  onTestFinished(() => strict.close());
  const admin = await makePerson(strict.database, strict.tokens, { role: "admin" });
  const [first, last] = [await withPasskey(admin, strict), await withPasskey(admin, strict)];
  const cookie = cookieOf(await signInWith(last.authenticator, {}, {}, strict));
  const response = await strict.send(session.createAccessToken, { body: { email: admin.email }, headers: { cookie } });
  const as = { ...admin, token: response.json<{ token: string }>().token };
  const status = async () => (await strict.send(users.listUsers, { as })).statusCode;
  await strict.request(passkeys.removePasskey, { as: admin, params: { id: first.id } });
  expect(await status()).toBe(200);
  await strict.request(passkeys.removePasskey, { as: admin, params: { id: last.id } });
  expect(await status()).toBe(403);
});

// Security: R39
test("an account with an unconfirmed address doesn't get a passkey: its owner may be another person", async () => {
  const person: Account = await signUp(t);
  expect(await t.refused(passkeys.requestPasskeyOptions, { as: person })).toMatchObject({ code: "confirmFirst" });
  // Nor does one whose address has become unconfirmed since it asked for the options.
  const changed = await makePerson(t.database, t.tokens);
  const { options, headers } = await optionsFor(changed);
  await setEmailVerified(t.database, changed.email, false);
  const body = { name: "Key", credential: new SoftwareAuthenticator().create(options) };
  const response = await t.send(passkeys.addPasskey, { as: changed, body, headers });
  expect(refusalOf(response)).toMatchObject({ code: "confirmFirst" });
});

// Security: R43
test("blocked and deleted users don't sign in with a passkey, and an ended session adds none", async () => {
  const admin = await makePerson(t.database, t.tokens, { role: "admin" });
  const blocked = await makePerson(t.database, t.tokens);
  const key = await withPasskey(blocked);
  await t.request(users.setUserStatus, { as: admin, params: { id: blocked.id }, body: { status: "Blocked" } });
  expect(refusalOf(await signInWith(key.authenticator))).toEqual({ statusCode: 422, code: "accountBlocked" });

  const deleted = await makePerson(t.database, t.tokens);
  const gone = await withPasskey(deleted);
  const begun = await optionsFor(deleted);
  await t.request(account.deleteMyAccount, { as: deleted, body: { email: deleted.email } });
  expect(refusalOf(await signInWith(gone.authenticator))).toEqual(passkeyRefused);
  const body = { name: "Key", credential: new SoftwareAuthenticator().create(begun.options) };
  const response = await t.send(passkeys.addPasskey, { as: deleted, body, headers: begun.headers });
  expect(response.statusCode).toBe(401);
  const { db } = t.database;
  const left = await db.selectFrom("users").select("passkey_handle").where("id", "=", deleted.id).executeTakeFirst();
  expect(left).toEqual({ passkey_handle: null });
});

// Security: R37
test("the start of a sign-in is the same for everyone, and doesn't store anything", async () => {
  const before = await t.database.db.selectFrom("pending_sign_ins").select("token_hash").execute();
  const { options } = await challenge();
  expect(options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: "localhost",
    timeout: 600_000,
    userVerification: "required",
  });
  expect(await t.database.db.selectFrom("pending_sign_ins").select("token_hash").execute()).toEqual(before);
});

test("where the organization's provider is the only sign-in method there are no passkeys", async () => {
  const oidc = {
    issuer: "https://login.example",
    client: { id: "survey", secret: "x" },
    name: "Example Ltd",
    isOnly: true,
    domains: [],
    roles: null,
    scopes: ["openid", "email", "profile"],
    endsSession: false,
  };
  const only = await testApp({ oidc }, WITHOUT_POLLS);
  onTestFinished(() => only.close());
  const as = await makePerson(only.database, only.tokens);
  for (const endpoint of [passkeys.requestPasskeyChallenge, passkeys.requestPasskeyOptions])
    expect(await only.refused(endpoint, { as })).toMatchObject({ status: 404, code: "providerOff" });
  const body = { credential: new SoftwareAuthenticator().get({ challenge: "x" }, { userHandle: "x" }) };
  expect(await only.refused(passkeys.signInWithPasskey, { body })).toMatchObject({ code: "providerOff" });
});
