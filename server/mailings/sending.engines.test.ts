import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import {
  followSurvey,
  getSending,
  OWN_REMINDERS_MAX,
  remindFollowers,
  type Sending,
} from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueMailings } from "./mailings.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const sendingOf = (id: string, as: Person = people.surveyor): Promise<Sending> =>
  t.request(getSending, { as, params: { id } });
const addresses = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@example.org`);

test("links are unsent until the owner sends them, then on their way until they were delivered; people added later are unsent", async () => {
  const { id } = await invited.makeOpen(1, {}, addresses(3));
  const none = {
    unsent: 0,
    onTheWay: 0,
    waiting: 0,
    remindersLeft: OWN_REMINDERS_MAX,
    reminders: null,
    lastSentAt: null as unknown,
  };
  expect(await sendingOf(id)).toEqual({ ...none, unsent: 3 });
  const before = Date.now();
  await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  const { lastSentAt } = await sendingOf(id);
  expect(Date.parse(String(lastSentAt))).toBeGreaterThanOrEqual(before);
  none.lastSentAt = lastSentAt;
  // Before the job has enqueued the emails, while they wait, and after they were sent.
  expect(await sendingOf(id)).toEqual({ ...none, onTheWay: 3 });
  await enqueueMailings(t.database);
  expect(await sendingOf(id)).toEqual({ ...none, onTheWay: 3 });
  await sendEmails(t);
  expect(await sendingOf(id)).toEqual(none);
  await invited.add(id, [{ email: addresses(1)[0] ?? "" }, { label: "A code" }]);
  expect(await sendingOf(id)).toEqual({ ...none, unsent: 1 });
});

test("a person who deleted the account, or was removed, is not counted", async () => {
  const person = await makePerson(t.database, t.tokens);
  const [other = ""] = addresses(1);
  const { id } = await invited.makeOpen(0, {}, [person.email, other]);
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  expect(await sendingOf(id)).toMatchObject({ unsent: 1 });
  const listed = (await invited.list(id)).find(({ email }) => email === other);
  const params = { id, invitation: listed?._id ?? "" };
  await t.request(invitations.removeInvitation, { as: people.surveyor, params });
  expect(await sendingOf(id)).toMatchObject({ unsent: 0, onTheWay: 0 });
});

test("each reminder leaves one less, and a vote changes nothing", async () => {
  const { id, codes } = await invited.makeOpen(1, {}, addresses(1));
  const before = await sendingOf(id);
  await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
  expect(await sendingOf(id)).toEqual(before);
  let { lastSentAt } = before;
  expect(lastSentAt).toBeNull();
  for (let left = OWN_REMINDERS_MAX - 1; left >= 0; left--) {
    await t.request(remindFollowers, { as: people.surveyor, params: { id } });
    const now = await sendingOf(id);
    expect(now).toMatchObject({ remindersLeft: left });
    expect(Date.parse(String(now.lastSentAt))).toBeGreaterThanOrEqual(Date.parse(String(lastSentAt ?? 0)));
    lastSentAt = now.lastSentAt;
  }
});

test("only the owner learns this, and only while they are a surveyor", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner, { electorate: "invited" });
  expect(await sendingOf(id, owner)).toMatchObject({ unsent: 0 });
  for (const as of [people.otherSurveyor, people.admin])
    expect(await t.refused(getSending, { as, params: { id } })).toMatchObject({ status: 404 });
  await t.request(setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
  expect(await t.refused(getSending, { as: owner, params: { id } })).toMatchObject({ status: 403 });
});

test("an account that has not confirmed its address can't keep the result from the person on the list who has it", async () => {
  const [email = ""] = addresses(1);
  const { id } = await invited.makeOpen(0, { listed: true }, [email]);
  const stranger = await makePerson(t.database, t.tokens);
  await t.request(followSurvey, { as: stranger, params: { id } });
  await t.database.db.updateTable("users").set({ email, email_verified: 0 }).where("id", "=", stranger.id).execute();
  await t.request(closeSurvey, { as: people.admin, params: { id } });
  await enqueueMailings(t.database);
  expect((await emailsTo(t.database, { email })).map(({ kind }) => kind)).toContain("invitationResult");
});
