import { getMyAccount } from "@survey-app/contract/account/account.ts";
import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { PASSKEYS_MAX } from "@survey-app/contract/text/limits.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cookieOf } from "../../testing/accounts.ts";
import { SoftwareAuthenticator } from "../../testing/authenticator.ts";
import { passkeyRefused, passkeyRequests, refusalOf } from "../../testing/passkeyRequests.ts";
import { makePerson, type Person } from "../../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
});

afterAll(() => t.close());

const { optionsFor, withPasskey, challenge, signInWith } = passkeyRequests(() => t);

test("a passkey signs in without a name and a password, and counts as a new sign-in", async () => {
  const person = await makePerson(t.database, t.tokens, { name: "Petra Passkey" });
  const { authenticator } = await withPasskey(person);
  const response = await signInWith(authenticator);
  expect(response.json()).toEqual({
    user: { id: person.id, email: person.email, displayName: "Petra Passkey", photoURL: null },
  });
  const headers = { cookie: cookieOf(response) };
  const { token } = (await t.send(session.createAccessToken, { body: { email: person.email }, headers })).json();
  // Adding another one needs a sign-in within the last ten minutes.
  expect((await t.send(passkeys.requestPasskeyOptions, { as: { ...person, token } })).statusCode).toBe(200);
  expect(await t.request(passkeys.listMyPasskeys, { as: person })).toMatchObject([
    { name: "My phone", createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  ]);
});

test("an account says whether it has a passkey, whatever others have", async () => {
  const [one, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  await withPasskey(one);
  const has = async (as: Person) => (await t.request(getMyAccount, { as })).hasPasskey;
  expect([await has(one), await has(other)]).toEqual([true, false]);
});

test("renaming or removing one passkey leaves the others", async () => {
  const as = await makePerson(t.database, t.tokens);
  const ids = [(await withPasskey(as)).id, (await withPasskey(as)).id, (await withPasskey(as)).id];
  const names = async () => (await t.request(passkeys.listMyPasskeys, { as })).map(({ _id, name }) => [_id, name]);
  await t.request(passkeys.renamePasskey, { as, params: { id: ids[0] ?? "" }, body: { name: "My key" } });
  await t.request(passkeys.removePasskey, { as, params: { id: ids[1] ?? "" } });
  expect(await names()).toEqual([
    [ids[2], "My phone"],
    [ids[0], "My key"],
  ]);
});

// Security: R55
test("an answer works once, in the browser that got the challenge, for ten minutes", async () => {
  const { authenticator } = await withPasskey(await makePerson(t.database, t.tokens));
  const { options, headers } = await challenge();
  const body = { credential: authenticator.get(options) };
  const send = (cookie: Record<string, string>) => t.send(passkeys.signInWithPasskey, { body, headers: cookie });
  expect(refusalOf(await send({}))).toEqual(passkeyRefused);
  expect(refusalOf(await send((await challenge()).headers))).toEqual(passkeyRefused);
  // Two at the same time: only one signs in.
  const both = await Promise.all([send(headers), send(headers)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  expect(refusalOf(await send(headers))).toEqual(passkeyRefused);

  const late = await challenge();
  const now = Date.now();
  const clock = Date.now;
  onTestFinished(() => {
    Date.now = clock;
  });
  Date.now = () => now + 10 * 60_000 + 1000;
  const answer = { credential: authenticator.get(late.options) };
  expect(refusalOf(await t.send(passkeys.signInWithPasskey, { body: answer, headers: late.headers }))).toEqual(
    passkeyRefused,
  );
});

test("an account has at most twenty passkeys, also when they are added at the same time", async () => {
  const person = await makePerson(t.database, t.tokens);
  const begun = await Promise.all(Array.from({ length: PASSKEYS_MAX + 2 }, () => optionsFor(person)));
  const answers = await Promise.all(
    begun.map(({ options, headers }) => {
      const credential = new SoftwareAuthenticator().create(options);
      return t.send(passkeys.addPasskey, { as: person, body: { name: "Key", credential }, headers });
    }),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(PASSKEYS_MAX);
  expect(await t.refused(passkeys.requestPasskeyOptions, { as: person })).toMatchObject({ code: "tooManyPasskeys" });
});
