import type { StoredRole } from "@survey-app/contract/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maySend } from "../ballots/rights.sql.ts";
import { may } from "../ballots/rights.ts";
import { createUsersOfEveryRole, makePerson, type Person, senderOf } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { claimDelivery, enqueueWebhookEvent } from "../webhooks/deliveries.sql.ts";
import { addWebhook } from "../webhooks/webhooks.sql.ts";

/** What SQL decides about rights on surveys is what `may` decides, for each role as the owner and as another person. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, undefined, { mailPollMs: 3600_000, surveyPollMs: 3600_000, webhookPollMs: 3600_000 });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const ROLES: readonly StoredRole[] = ["user", "surveyor", "admin"];
const cases = ROLES.flatMap((role) => [true, false].map((isOwner) => ({ role, isOwner })));

/** A survey and a person who owns it or not, as an admin; tests then change the role. */
async function prepare(isOwner: boolean): Promise<{ person: Person; surveyId: string; ownerId: string }> {
  const person = await makePerson(t.database, t.tokens, { role: "admin" });
  const owner = isOwner ? person : people.surveyor;
  const surveyId = await t.makeSurvey(owner, { publishedBy: people.admin });
  return { person, surveyId, ownerId: owner.id };
}
const setRole = (person: Person, role: StoredRole) =>
  t.database.db.updateTable("users").set({ role }).where("id", "=", person.id).execute();

const asked = [0, 1].flatMap((asked_as_user) => [0, 1].map((accepted) => ({ asked_as_user, accepted })));
const askedCases = cases.flatMap((each) => asked.map((survey) => ({ ...each, ...survey })));

test.each(askedCases)(
  "who may send emails: $role, owner $isOwner, asked as a user $asked_as_user, accepted $accepted",
  async ({ role, isOwner, ...survey }) => {
    const { person, surveyId, ownerId } = await prepare(isOwner);
    await setRole(person, role);
    await t.database.db.updateTable("surveys").set(survey).where("id", "=", surveyId).execute();
    const expected = may("sendEmails", { userId: person.id, storedRole: role }, { owner_id: ownerId, ...survey });
    expect(await maySend(t.database, surveyId, person.id)).toBe(expected);
    if (role === "user") expect(expected).toBe(isOwner && survey.asked_as_user === 1 && survey.accepted === 1);
    await t.database.db.updateTable("users").set({ status: "Blocked" }).where("id", "=", person.id).execute();
    expect(await maySend(t.database, surveyId, person.id)).toBe(false);
  },
);

test.each(cases)(
  "whose webhooks hear of a survey, enqueued before and after a change of role: $role, owner $isOwner",
  async ({ role, isOwner }) => {
    const { person, surveyId, ownerId } = await prepare(isOwner);
    const expected = may("hearOf", { userId: person.id, storedRole: role }, ownerId);
    const { db } = t.database;
    await db.deleteFrom("webhooks").execute();
    const all = { url: "https://hooks.example.org/", events: ["closed" as const], allSurveys: true };
    await addWebhook(t.database, senderOf(person), all);
    await enqueueWebhookEvent(t.database, surveyId, "closed");
    await setRole(person, role);
    expect((await claimDelivery(t.database, [])) !== null).toBe(expected);
    await db.deleteFrom("webhook_deliveries").execute();
    await enqueueWebhookEvent(t.database, surveyId, "closed");
    expect((await db.selectFrom("webhook_deliveries").select("id").execute()).length).toBe(Number(expected));
    await db.deleteFrom("webhook_deliveries").execute();
  },
);
