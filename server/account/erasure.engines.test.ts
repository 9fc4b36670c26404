import * as account from "@survey-app/contract/account/account.ts";
import * as erasure from "@survey-app/contract/account/erasure.ts";
import { closeSurvey, setSurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { ERASURE_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS, dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCountedAddressKeys } from "../mail/addressHash.ts";
import { makeGuest } from "../testing/guests.ts";
import { newTicket } from "../testing/invitedSurveys.ts";
import { outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { eraseDue } from "./erasure.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "anyone" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const find = (id: string) =>
  t.database.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const schedule = (person: Person, as = people.admin) =>
  t.request(erasure.scheduleErasure, { as, params: { id: person.id } });
const letDaysPass = (person: Person, days = ERASURE_DAYS) =>
  t.database.db
    .updateTable("users")
    .set((eb) => ({ erase_at: eb("erase_at", "-", days * DAY_MS) }))
    .where("id", "=", person.id)
    .execute();
/** @returns the ids of those who were deleted */
async function runJob(): Promise<string[]> {
  const deleted: string[] = [];
  const [countedAddressKey] = createCountedAddressKeys([t.config.sessionSecret]);
  const onDeleted = async (id: string) => void deleted.push(id);
  await eraseDue(t.database, { countedAddressKey, registration: t.config.registration, onDeleted });
  return deleted;
}

describe("an admin's decision to delete an account", () => {
  test("takes effect after days, as if the owner had deleted it: votes stay counted, without the name", async () => {
    const person = await makePerson(t.database, t.tokens);
    const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    await t.request(votes.castVote, { as: person, body: { SurveyID: survey, vote: 1 } });
    const { eraseAt } = await schedule(person);
    expect((await outboxRows(t.database, person.email)).map(({ kind }) => kind)).toContain("accountErased");
    await letDaysPass(person, ERASURE_DAYS - 1);
    expect(await runJob()).toEqual([]);
    expect((await find(person.id)).status).toBe(users.VERIFIED);
    expect(new Date(eraseAt).getTime()).toBeGreaterThan(Date.now() + (ERASURE_DAYS - 1) * DAY_MS);
    await letDaysPass(person, 1);
    expect(await runJob()).toEqual([person.id]);
    expect(await find(person.id)).toMatchObject({ status: users.DELETED, email: null, erase_at: null });
    const [vote] = await t.request(votes.listSurveyVotes, { params: { id: survey } });
    expect(vote).toMatchObject({ vote: 1, userName: users.DELETED_NAME });
    expect(await runJob()).toEqual([]);
  });

  test("is announced with the day in its owner's time zone", async () => {
    const person = await makePerson(t.database, t.tokens);
    // In this time zone it is already tomorrow for most of the UTC day.
    await t.database.db
      .updateTable("users")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", person.id)
      .execute();
    const { eraseAt } = await schedule(person);
    const email = (await sendEmails(t)).find(({ to }) => to === person.email);
    expect(email?.subject).toBe(`Your account will be deleted on ${dayMonthYear(eraseAt, "Pacific/Kiritimati")}`);
  });

  test("is canceled by its owner, who learns of it on the profile, or by an admin", async () => {
    const person = await makePerson(t.database, t.tokens);
    const { eraseAt } = await schedule(person);
    const params = { email: person.email };
    expect(await t.request(users.getUser, { as: person, params })).toMatchObject({ eraseAt });
    expect(await t.request(erasure.keepMyAccount, { as: person })).toEqual({ modifiedCount: 1 });
    expect(await t.request(erasure.keepMyAccount, { as: person })).toEqual({ modifiedCount: 0 });
    expect(await t.request(users.getUser, { as: person, params })).not.toHaveProperty("eraseAt");
    await schedule(person);
    await letDaysPass(person);
    await t.request(erasure.cancelErasure, { as: people.admin, params: { id: person.id } });
    expect(await runJob()).toEqual([]);
    expect((await find(person.id)).status).toBe(users.VERIFIED);
  });

  test("is rejected for the admin's own account, the last admin, a guest, and an account that is already deleted", async () => {
    const params = (id: string) => ({ as: people.admin, params: { id } });
    expect(await t.refused(erasure.scheduleErasure, params(people.admin.id))).toMatchObject({ code: "ownAccount" });
    const guest = await makeGuest(t);
    expect(await t.refused(erasure.scheduleErasure, params(guest.id))).toMatchObject({ code: "guestAccount" });
    const person = await makePerson(t.database, t.tokens);
    await schedule(person);
    expect(await t.refused(erasure.scheduleErasure, params(person.id))).toMatchObject({ code: "alreadySo" });
    await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
    expect(await t.refused(erasure.scheduleErasure, params(person.id))).toMatchObject({ code: "notFound" });
    // The account of an admin who has become the last one isn't deleted.
    const other = await makePerson(t.database, t.tokens, { role: "admin" });
    await schedule(other);
    await letDaysPass(other);
    const admins = t.database.db.updateTable("users").where("role", "=", "admin").where("id", "<>", other.id);
    await admins.set({ role: "surveyor" }).execute();
    expect(await runJob()).toEqual([]);
    await t.database.db.updateTable("users").set({ role: "admin" }).where("id", "=", people.admin.id).execute();
    expect(await runJob()).toEqual([other.id]);
  });

  test("needs a sign-in within the last minutes", async () => {
    const person = await makePerson(t.database, t.tokens);
    const old = await makePerson(t.database, t.tokens, { role: "admin" });
    await t.database.db
      .updateTable("sessions")
      .set({ created_at: Date.now() - DAY_MS / 48 })
      .where("user_id", "=", old.id)
      .execute();
    for (const endpoint of [erasure.scheduleErasure, erasure.exportDataOf])
      expect(await t.refused(endpoint, { as: old, params: { id: person.id } })).toMatchObject({ code: "signInAgain" });
  });

  test("doesn't email an unconfirmed address, which can belong to another person", async () => {
    const person = await makePerson(t.database, t.tokens);
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", person.id).execute();
    await schedule(person);
    expect(await outboxRows(t.database, person.email)).toEqual([]);
    const asked = { as: people.admin, params: { id: person.id } };
    expect(await t.refused(erasure.sendData, asked)).toMatchObject({ code: "addressUnconfirmed" });
  });
});

describe("an admin's copy of a person's data", () => {
  test("has the votes that admins see, including those on unpublished surveys, but no private, hidden or sealed ones, and no lists", async () => {
    const person = await makePerson(t.database, t.tokens);
    const deadline = new Date(Date.now() + DAY_MS).toISOString();
    const made = async (change: object) => {
      const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...change });
      await t.request(votes.castVote, { as: person, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
      return id;
    };
    const named = await made({});
    // After its close everyone sees the last answers, and no one sees the earlier ones.
    const sealed = await made({ changeable: true, results: "afterClose", deadline });
    const takenDown = await made({});
    const unpublished = { status: 1, feedback: "Not now." } as const;
    await t.request(setSurveyStatus, { as: people.admin, params: { id: takenDown }, body: unpublished });
    const hidden = await made({ results: "afterClose", deadline });
    await made({ privacy: "confidential", results: "afterClose", deadline });
    await made({ privacy: "secret", results: "afterClose", deadline });
    const read = () => t.request(erasure.exportDataOf, { as: people.admin, params: { id: person.id } });
    const data = await read();
    expect(data.votes.map(({ surveyId }) => surveyId)).toEqual([named, takenDown]);
    expect(data).toMatchObject({ user: { email: person.email }, invitations: [], onVoterLists: [], emails: [] });
    expect(data.leftOut).toHaveLength(3);
    expect((await t.request(account.exportMyData, { as: person })).votes).toHaveLength(6);
    for (const id of [hidden, sealed]) await t.request(closeSurvey, { as: people.surveyor, params: { id } });
    expect((await read()).votes.map(({ surveyId }) => surveyId).sort()).toEqual([named, takenDown, hidden].sort());
  });

  test("isn't made for a guest; people with a confirmed address get a link to their own data", async () => {
    const guest = await makeGuest(t);
    const as = people.admin;
    expect(await t.refused(erasure.exportDataOf, { as, params: { id: guest.id } })).toMatchObject({
      code: "guestAccount",
    });
    const person = await makePerson(t.database, t.tokens);
    await t.request(erasure.sendData, { as, params: { id: person.id } });
    expect((await outboxRows(t.database, person.email)).map(({ kind }) => kind)).toEqual(["dataExport"]);
  });
});
