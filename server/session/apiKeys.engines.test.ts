import { setTimeout as sleep } from "node:timers/promises";
import * as account from "@survey-app/contract/account/account.ts";
import * as apiKeys from "@survey-app/contract/session/apiKeys.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { API_KEYS_MAX } from "@survey-app/contract/text/limits.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signIn, signUp } from "../testing/accounts.ts";
import { apiKeyRequests } from "../testing/apiKeyRequests.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const { readSelf, statusOf, listKeys, withKey } = apiKeyRequests(() => t);

test("the last use is listed, and stored at most once a minute", async () => {
  const as = await withKey(await makePerson(t.database, t.tokens));
  const { db } = t.database;
  const lastUse = async () =>
    (await db.selectFrom("api_keys").select("last_used_at").where("user_id", "=", as.id).executeTakeFirstOrThrow())
      .last_used_at;
  expect(await lastUse()).toBeNull();
  await readSelf(as);
  while ((await lastUse()) === null) await sleep(5);
  const first = await lastUse();
  for (let n = 0; n < 5; n++) await readSelf(as);
  expect(await lastUse()).toBe(first);
});

// Security: P01, R44, R47
test("the end of a user's sessions revokes the keys: a new password, signing out elsewhere, an admin, deletion", async () => {
  const ways: ((as: Awaited<ReturnType<typeof signUp>>) => Promise<unknown>)[] = [
    (as) => t.request(account.changePassword, { as, body: { password: PASSWORD, newPassword: "Kettle-off7!" } }),
    (as) => t.request(account.revokeMyOtherSessions, { as }),
    (as) => t.request(session.revokeUserSessions, { as: people.admin, params: { id: as.id } }),
    (as) => t.request(account.deleteMyAccount, { as, body: { email: as.email, password: PASSWORD } }),
  ];
  for (const end of ways) {
    const owner = await signUp(t);
    const as = await withKey(owner);
    expect(await statusOf(as)).toBe(200);
    await end(owner);
    expect(await statusOf(as)).toBe(401);
    expect(await t.database.db.selectFrom("api_keys").where("user_id", "=", owner.id).select("id").execute()).toEqual(
      [],
    );
  }
  // Ending one other session does not, and signing in again doesn't bring a key back.
  const owner = await signUp(t);
  const as = await withKey(owner);
  const other = await signIn(t, owner);
  await t.request(account.revokeMySession, { as: owner, params: { id: other.sessionId } });
  expect(await statusOf(as)).toBe(200);
});

test("twenty keys at most, also when they are created at the same time", async () => {
  const owner = await makePerson(t.database, t.tokens);
  const body = { name: "One of many", scopes: ["read" as const] };
  const responses = await Promise.all(
    Array.from({ length: 24 }, () => t.send(apiKeys.createApiKey, { as: owner, body })),
  );
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(API_KEYS_MAX);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  expect(await listKeys(owner)).toHaveLength(API_KEYS_MAX);
});
