import { hash } from "@node-rs/argon2";
import * as account from "@survey-app/contract/account/account.ts";
import * as session from "@survey-app/contract/session/session.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { consumeRateLimits } from "../../http/rateLimits.sql.ts";
import { createLink } from "../../mail/links.sql.ts";
import { PASSWORD, signUp, signUpBody } from "../../testing/accounts.ts";
import { cheapPasswords, slowPasswords } from "../../testing/cheapPasswords.ts";
import { createUsersOfEveryRole, makePerson } from "../../testing/people.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { CONCURRENT_MAX, createPasswordHasher, QUEUE_MAX } from "./passwordHash.ts";
import { attemptKey, countAttempts } from "./signInAttempts.sql.ts";

/** With limits; each test sends from its own address. */
let t: TestApp;
let quick: TestApp;
beforeAll(async () => {
  t = await testApp({ limits: true, trustProxy: 1 });
  quick = await testApp();
});
afterAll(async () => {
  await t.close();
  await quick.close();
});

let addresses = 0;
const nextAddress = () => `192.0.2.${++addresses}`;
const signIn = (email: string, password: string, address: string) =>
  t.send(session.signIn, { body: { email, password }, headers: { "x-forwarded-for": address } });

async function newAccount(): Promise<string> {
  const body = signUpBody();
  await t.send(session.signUp, { body, headers: { "x-forwarded-for": nextAddress() } });
  return body.email;
}

// Security: H10
test("of 200 concurrent wrong passwords only ten are compared, whether or not the account exists", async () => {
  for (const email of [await newAccount(), "unknown@example.org"]) {
    const address = nextAddress();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => signIn(email, `Wr0ng!${index}`, address)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
    for (const response of answers.filter(({ statusCode }) => statusCode === 429))
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  }
});

// Security: R35
test("after ten failures the right password is rejected too, but accepted from another address", async () => {
  const email = await newAccount();
  const guesser = nextAddress();
  for (let index = 0; index < 10; index++) expect((await signIn(email, "Wr0ng!pass", guesser)).statusCode).toBe(422);
  expect((await signIn(email, PASSWORD, guesser)).json()).toMatchObject({ status: 429, code: "tooManyFailures" });
  expect((await signIn(email, PASSWORD, nextAddress())).statusCode).toBe(200);
});

test("a password with an accent is right however the keyboard composes it, also where an earlier version stored it", async () => {
  const [one, two] = ["Caf\u00e9!Kettle-0n", "Cafe\u0301!Kettle-0n"];
  for (const [chosen, typed] of [
    [one, two],
    [two, one],
  ] as const) {
    const body = signUpBody({ password: chosen });
    await t.send(session.signUp, { body, headers: { "x-forwarded-for": nextAddress() } });
    for (const password of [chosen, typed])
      expect((await signIn(body.email, password, nextAddress())).statusCode).toBe(200);
    expect((await signIn(body.email, "Cafe!Kettle-0n", nextAddress())).statusCode).toBe(422);
  }
  const before = await hash(two, { memoryCost: 8, timeCost: 1 });
  expect(await cheapPasswords.verify({ hash: before, password: two })).toBe(true);
});

test("a success clears earlier failures", async () => {
  const email = await newAccount();
  const address = nextAddress();
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 9; index++) await signIn(email, "Wr0ng!pass", address);
    expect((await signIn(email, PASSWORD, address)).statusCode).toBe(200);
  }
});

/** Guesses once from each address. */
async function guessFrom(addresses: string[], email: string): Promise<number[]> {
  const answers = await Promise.all(addresses.map((address) => signIn(email, "Wr0ng!pass", address)));
  return answers.map(({ statusCode }) => statusCode).sort();
}
const networksOf = (site: string, count: number) =>
  Array.from({ length: count }, (_, index) => `2001:db8:${site}:${index}::1`);
/** Sets the number of attempts counted for a key. */
const tried = (key: string, tries: number) =>
  consumeRateLimits(t.database, [{ key: attemptKey(key), used: tries }], 15 * 60_000);

test("an IPv6 customer's 65,536 networks get fifteen attempts at an account, known or not, and don't lock its owner out", async () => {
  const email = await newAccount();
  for (const [site, guessed] of [
    ["a1", email],
    ["a2", "unknown6@example.org"],
  ] as const)
    expect(await guessFrom(networksOf(site, 18), guessed)).toEqual([...Array(15).fill(422), ...Array(3).fill(429)]);
  expect((await signIn(email, PASSWORD, nextAddress())).statusCode).toBe(200);
});

test("an account gets 25 attempts from all addresses; a signed-in user, or one who just reset the password, still gets in", async () => {
  const email = await newAccount();
  const home = nextAddress();
  expect((await signIn(email, PASSWORD, home)).statusCode).toBe(200);
  for (const guessed of [email, "unknown7@example.org"]) {
    await tried(guessed, 22);
    const addresses = Array.from({ length: 5 }, nextAddress);
    expect(await guessFrom(addresses, guessed)).toEqual([422, 422, 422, 429, 429]);
  }
  const elsewhere = nextAddress();
  expect((await signIn(email, PASSWORD, elsewhere)).json()).toMatchObject({ status: 429, code: "tooManyFailures" });
  expect((await signIn(email, PASSWORD, home)).statusCode).toBe(200);

  const { db } = t.database;
  const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  await db.deleteFrom("sessions").where("user_id", "=", id).execute();
  await tried(email, 25);
  expect((await signIn(email, PASSWORD, home)).statusCode).toBe(429);
  const token = await createLink(t.database, { userId: id, email, purpose: "passwordReset" });
  const body = { token, newPassword: "An0ther!One" };
  await t.send(account.resetPassword, { body, headers: { "x-forwarded-for": elsewhere } });
  expect((await signIn(email, body.newPassword, elsewhere)).statusCode).toBe(200);
});

test("one site gets 300 attempts at all accounts together, and a success does not count", async () => {
  const email = await newAccount();
  const [first = "", ...others] = networksOf("c1", 5);
  await tried("2001:db8:c1::/48", 298);
  expect((await signIn(email, PASSWORD, first)).statusCode).toBe(200);
  const answers = await Promise.all(
    others.map((address, index) => signIn(`spray${index}@example.org`, "Wr0ng!pass", address)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([422, 422, 429, 429]);
});

// Security: R35
test("after a window has ended, the count starts again", async () => {
  const count = (windowMs: number) => countAttempts(t.database, [{ key: "a key", max: 2 }], windowMs);
  expect([await count(60_000), await count(60_000)]).toEqual([null, null]);
  expect(await count(60_000)).toEqual({ leftMs: expect.any(Number) });
  await t.database.db
    .updateTable("rate_limit_counts")
    .set({ ends_at: Date.now() - 1 })
    .where("key", "=", attemptKey("a key"))
    .execute();
  expect([await count(60_000), await count(60_000)]).toEqual([null, null]);
  expect(await count(60_000)).toEqual({ leftMs: expect.any(Number) });
});

// Security: R32
test("checking a password again within an account has the same limit", async () => {
  const email = await newAccount();
  const response = await signIn(email, PASSWORD, nextAddress());
  const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
  const { token } = (await t.send(session.createAccessToken, { body: { email }, headers: { cookie } })).json<{
    token: string;
  }>();
  const change = () =>
    t.send(account.changePassword, {
      body: { password: "Wr0ng!pass", newPassword: "An0ther!One" },
      headers: { authorization: `Bearer ${token}` },
    });
  const answers = await Promise.all(Array.from({ length: 20 }, change));
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
});

/** Text, status and median time are the same, so that they don't reveal whether an account exists. */
// Security: H11, R37
test("known and unknown addresses get the same response: signing in, requesting a reset, reading a user", async () => {
  const slow = await testApp({}, { passwords: slowPasswords });
  onTestFinished(() => slow.close());
  const { email } = await signUp(slow);
  const reader = await makePerson(slow.database, slow.tokens);
  const asked = {
    signIn: (address: string) => slow.send(session.signIn, { body: { email: address, password: "Wr0ng!pass" } }),
    reset: (address: string) => slow.send(account.requestPasswordReset, { body: { email: address } }),
    read: (address: string) => slow.send(users.getUser, { as: reader, params: { email: address } }),
  };
  for (const [what, ask] of Object.entries(asked)) {
    const answers = new Set<string>();
    const time = async (address: string) => {
      const began = performance.now();
      const response = await ask(address);
      const { requestId: _, ...body } = response.json<Record<string, unknown>>();
      answers.add(`${response.statusCode} ${JSON.stringify(body)}`);
      return performance.now() - began;
    };
    // Measured in pairs, so that other load on the machine affects both.
    const series = async () => {
      const ratios: number[] = [];
      for (let round = 0; round < 30; round++) {
        const unknown = `${crypto.randomUUID()}@example.org`;
        const [first, second] = round % 2 ? [email, unknown] : [unknown, email];
        const ratio = (await time(first)) / (await time(second));
        ratios.push(round % 2 ? ratio : 1 / ratio);
      }
      return Math.abs(median(ratios) - 1);
    };
    // A busy machine can distort one series, while a real difference shows in all of them.
    const differences: number[] = [];
    while (differences.length < 5 && !differences.some((difference) => difference < 0.2)) {
      differences.push(await series());
    }
    expect(Math.min(...differences), `${what}: ${differences}`).toBeLessThan(0.2);
    expect([...answers], what).toHaveLength(1);
  }
}, 60_000);

const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

// Security: R43
test("a blocked account's requests are rejected immediately and it can't sign in; its votes stay; unblocked, it can again", async () => {
  const { admin } = await createUsersOfEveryRole(quick.database, quick.tokens);
  const nora = await signUp(quick);
  const block = (status: "Blocked" | "Verified") =>
    quick.request(users.setUserStatus, { as: admin, params: { id: nora.id }, body: { status } });
  expect(await block("Blocked")).toEqual({ modifiedCount: 1 });
  expect(await block("Blocked")).toEqual({ modifiedCount: 0 });
  expect((await quick.send(account.getMyAccount, { as: nora })).statusCode).toBe(401);
  const again = await quick.send(session.createAccessToken, {
    body: { email: nora.email },
    headers: { cookie: nora.cookie },
  });
  expect(again.statusCode).toBe(401);
  const enter = (password: string) => quick.send(session.signIn, { body: { email: nora.email, password } });
  expect((await enter(PASSWORD)).json()).toMatchObject({ status: 422, code: "accountBlocked" });
  // Only a user who knows the password learns that the account is blocked.
  expect((await enter("Wr0ng!pass")).json()).toMatchObject({ code: "wrongCredentials" });
  await block("Verified");
  expect((await enter(PASSWORD)).statusCode).toBe(200);
});

// Security: R44
test("admins end a user's sessions, and can't block themselves", async () => {
  const { admin } = await createUsersOfEveryRole(quick.database, quick.tokens);
  const nora = await signUp(quick);
  const ended = await quick.request(session.revokeUserSessions, { as: admin, params: { id: nora.id } });
  expect(ended).toEqual({ modifiedCount: 1 });
  expect((await quick.send(account.getMyAccount, { as: nora })).statusCode).toBe(401);
  const self = { as: admin, params: { id: admin.id }, body: { status: "Blocked" } };
  expect(await quick.refused(users.setUserStatus, self)).toMatchObject({ code: "ownAccount" });
});

test("when the hashing queue is longer than five seconds, signing in returns 503 immediately, known account or not", async () => {
  let free = Promise.resolve();
  const passwords = createPasswordHasher((password) => free.then(() => cheapPasswords.hash(password)));
  const busy = await testApp({}, { passwords });
  try {
    const { email } = await signUp(busy);
    const hashing = Promise.withResolvers<void>();
    free = hashing.promise;
    const waiting = Array.from({ length: CONCURRENT_MAX + QUEUE_MAX }, () => passwords.hash(PASSWORD));
    for (const address of [email, "unknown8@example.org"]) {
      const response = await busy.send(session.signIn, { body: { email: address, password: PASSWORD } });
      expect(response.json()).toMatchObject({ status: 503, code: "busy" });
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    }
    hashing.resolve();
    await Promise.all(waiting);
    expect((await busy.send(session.signIn, { body: { email, password: PASSWORD } })).statusCode).toBe(200);
  } finally {
    await busy.close();
  }
});
