import { signIn, signUp } from "@survey-app/contract/session/session.ts";
import { readEmailAddress } from "@survey-app/contract/text/emailAddress.ts";
import { listUsers } from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, signUpBody } from "../testing/accounts.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { describeCollisions, storeAsciiDomains } from "./asciiDomains.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const moveTo = (id: string, email: string) =>
  t.database.db.updateTable("users").set({ email }).where("id", "=", id).execute();
const addressOf = async (id: string) =>
  (await t.database.db.selectFrom("users").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;

test("stored addresses with an internationalized domain become ASCII once, and their people sign in with both spellings", async () => {
  const { surveyor, admin } = people;
  const { id } = (await t.send(signUp, { body: signUpBody({ email: "user@example.org" }) })).json().user;
  await moveTo(id, "user@müller.example");
  const invited = invitedSurveys(() => ({ t, surveyor, admin }));
  const survey = await invited.make();
  await invited.add(survey, [{ email: "plain@example.org" }, { email: "listed@example.org" }]);
  await t.database.db
    .updateTable("invitations")
    .set({ email: "listed@пример.рф" })
    .where("email", "=", "listed@example.org")
    .execute();
  expect(await storeAsciiDomains(t.database)).toEqual([]);
  expect(await addressOf(id)).toBe("user@xn--mller-kva.example");
  expect((await invited.list(survey)).map(({ email }) => email)).toEqual(["plain@example.org", "listed@пример.рф"]);
  const stored = await t.database.db
    .selectFrom("invitations")
    .select("email")
    .where("survey_id", "=", survey)
    .execute();
  expect(stored.map(({ email }) => email)).toContain(readEmailAddress("listed@пример.рф"));
  for (const email of ["user@müller.example", "USER@Müller.example", "user@xn--mller-kva.example"])
    expect((await t.send(signIn, { body: { email, password: PASSWORD } })).statusCode, email).toBe(200);
  // Admins find the account by what they see, also a part of it.
  for (const q of ["user@müller.example", "@müller", "xn--mller-kva.example"]) {
    const found = await t.request(listUsers, { as: admin, query: { q } });
    expect(
      found.map(({ email }) => email),
      q,
    ).toEqual(["user@müller.example"]);
  }
  expect(await storeAsciiDomains(t.database)).toEqual([]);
});

test("accounts and rows of a list whose addresses collide stay apart, and are named without their addresses", async () => {
  const { surveyor, admin, pro } = people;
  await moveTo(surveyor.id, "same@müller.example");
  await moveTo(pro.id, "same@xn--mller-kva.example");
  const collisions = await storeAsciiDomains(t.database);
  expect(collisions).toEqual([{ table: "users", ids: [surveyor.id, pro.id] }]);
  expect(await addressOf(surveyor.id)).toBe("same@müller.example");
  const sentence = describeCollisions(collisions);
  expect(sentence).toContain(`users ${surveyor.id} and ${pro.id}`);
  expect(sentence).not.toContain("same@");
  // Once one of the two is gone, the next start converts the other.
  await moveTo(pro.id, "other@example.org");
  expect(await storeAsciiDomains(t.database)).toEqual([]);
  expect(await addressOf(surveyor.id)).toBe("same@xn--mller-kva.example");
  expect(await addressOf(admin.id)).toBe(admin.email);
});
