import { randomUUID } from "node:crypto";
import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as payments from "@survey-app/contract/payments/payments.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { DELETED_NAME } from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CurrentUser } from "../http/currentUser.ts";
import { makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { setProfile } from "./users.sql.ts";

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("name and photo can be changed separately", async () => {
  const me = await makePerson(t.database, t.tokens, { name: "Before" });
  const update = (body: object) => t.request(users.updateMyProfile, { as: me, body });
  expect(await update({ displayName: "  Zoe\u0301  " })).toMatchObject({ displayName: "Zo\u00e9", photoURL: null });
  const photoURL = "https://example.org/me.png";
  await update({ photoURL });
  expect(await t.request(users.getUser, { as: me, params: { email: me.email } })).toMatchObject({ photoURL });
  expect(await update({ displayName: "Zoe", photoURL: null })).toMatchObject({ photoURL });
});

test.each(["", "  "])("an emptied photo is refused as the sign-up form refuses it (%j)", async (photoURL) => {
  const me = await makePerson(t.database, t.tokens);
  expect(await t.refused(users.updateMyProfile, { as: me, body: { photoURL } })).toMatchObject({
    status: 422,
    errors: [{ field: "photoURL", message: "Photo URL is required" }],
  });
});

test.each([
  ["displayName", ""],
  ["displayName", "x".repeat(81)],
  ["displayName", "a\u202eb"],
  ["photoURL", "javascript:alert(1)"],
  ["photoURL", "http://example.org/a.png"],
  ["photoURL", "https://me:secret@example.org/a.png"],
])("an invalid %s is rejected by name (%j)", async (field, value) => {
  const me = await makePerson(t.database, t.tokens);
  const refused = await t.refused(users.updateMyProfile, { as: me, body: { [field]: value } });
  expect(refused).toMatchObject({ status: 422, errors: [{ field }] });
});

test("payments are listed newest first, to the user who paid and to admins, in dollars", async () => {
  const me = await makePerson(t.database, t.tokens);
  const rows = [1, 2, 3].map((order) => ({
    id: randomUUID(),
    user_id: me.id,
    price_cents: 1200,
    transaction_id: `pi_${order}`,
    status: "paid" as const,
    created_at: 1_700_000_000_000 + order,
  }));
  await t.database.db.insertInto("payments").values(rows).execute();
  const own = await t.request(payments.listMyPayments, { as: me, params: { email: me.email } });
  expect(own.map(({ transactionId }) => transactionId)).toEqual(["pi_3", "pi_2", "pi_1"]);
  expect(own[0]).toMatchObject({ email: me.email, price: 12, member: "pro-user", status: "paid" });
});

test("a name change that is under way while the account is deleted does not give it a name again", async () => {
  const me = await makePerson(t.database, t.tokens);
  const underWay = { ...me, userId: me.id } as unknown as CurrentUser;
  await t.request(deleteMyAccount, { as: me, body: { email: me.email, password: "" } });
  expect(await setProfile(t.database, underWay, { displayName: "Nora New" })).toBe("deleted");
  const { name } = await t.database.db
    .selectFrom("users")
    .select("name")
    .where("id", "=", me.id)
    .executeTakeFirstOrThrow();
  expect(name).toBe(DELETED_NAME);
});
