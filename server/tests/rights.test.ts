import type { StoredRole } from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOwnersToEmail, getsOwnerEmails, maySend } from "../ballots/rights.sql.ts";
import { may } from "../ballots/rights.ts";
import { coOwners } from "../testing/coOwners.ts";
import { createUsersOfEveryRole, makePerson, type Person, senderOf } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueWebhookEvent, findDueDelivery } from "../webhooks/deliveries.sql.ts";
import { addWebhook } from "../webhooks/webhooks.sql.ts";

/** SQL decides about rights on surveys like `may`, for each role as the owner and as another person. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const ROLES: readonly StoredRole[] = ["user", "surveyor", "admin"];
const PARTIES = ["owner", "coOwner", "stranger"] as const;
const cases = ROLES.flatMap((role) => PARTIES.map((party) => ({ role, party })));

/** A survey and a person who owns it, co-owns it or neither, as an admin; tests then change the role. */
async function prepare(party: (typeof PARTIES)[number]) {
  const person = await makePerson(t.database, t.tokens, { role: "admin" });
  const owner = party === "owner" ? person : people.surveyor;
  const surveyId = await t.makeSurvey(owner, { publishedBy: people.admin });
  if (party === "coOwner") {
    await shared.invite(surveyId, owner, person);
    await shared.accept(surveyId, person);
  }
  return { person, surveyId, owners: { owner_id: owner.id, co_owners: party === "coOwner" ? person.id : "" } };
}
const shared = coOwners(() => ({ t }));
const setRole = (person: Person, role: StoredRole) =>
  t.database.db.updateTable("users").set({ role }).where("id", "=", person.id).execute();

const asked = [0, 1].flatMap((asked_as_user) => [0, 1].map((accepted) => ({ asked_as_user, accepted })));
const askedCases = cases.flatMap((each) => asked.map((survey) => ({ ...each, ...survey })));

test.each(askedCases)(
  "who may send emails: $role, $party, asked as a user $asked_as_user, accepted $accepted",
  async ({ role, party, ...survey }) => {
    const { person, surveyId, owners } = await prepare(party);
    await setRole(person, role);
    await t.database.db.updateTable("surveys").set(survey).where("id", "=", surveyId).execute();
    const expected = may("sendEmails", { userId: person.id, storedRole: role }, { ...owners, ...survey });
    expect(await maySend(t.database, surveyId, person.id)).toBe(expected);
    if (role === "user")
      expect(expected).toBe(party === "owner" && survey.asked_as_user === 1 && survey.accepted === 1);
    await t.database.db.updateTable("users").set({ status: "Blocked" }).where("id", "=", person.id).execute();
    expect(await maySend(t.database, surveyId, person.id)).toBe(false);
  },
);

test.each(cases)(
  "whose webhooks hear of a survey, enqueued before and after a change of role: $role, $party",
  async ({ role, party }) => {
    const { person, surveyId, owners } = await prepare(party);
    const expected = may("receiveWebhooks", { userId: person.id, storedRole: role }, owners);
    const { db } = t.database;
    await db.deleteFrom("webhooks").execute();
    const all = { url: "https://hooks.example.org/", events: ["closed" as const], allSurveys: true };
    await addWebhook(t.database, senderOf(person), all);
    await enqueueWebhookEvent(t.database, surveyId, "closed");
    await setRole(person, role);
    expect((await findDueDelivery(t.database, [])) !== null).toBe(expected);
    await db.deleteFrom("webhook_deliveries").execute();
    await enqueueWebhookEvent(t.database, surveyId, "closed");
    expect((await db.selectFrom("webhook_deliveries").select("id").execute()).length).toBe(Number(expected));
    await db.deleteFrom("webhook_deliveries").execute();
  },
);

test.each(cases)("the emails to the owner reach those who have the right: $role, $party", async ({ role, party }) => {
  const { person, surveyId, owners } = await prepare(party);
  await setRole(person, role);
  const expected = may("getOwnerEmails", { userId: person.id, storedRole: role }, owners);
  const found = await findOwnersToEmail(t.database, surveyId);
  expect(found.some(({ id }) => id === person.id)).toBe(expected);
  const inSql = t.database.db.selectFrom("users").select("id").where("id", "=", person.id);
  expect((await inSql.where(getsOwnerEmails(surveyId)).executeTakeFirst()) !== undefined).toBe(expected);
});
