import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { EMAIL_TRAIL_SHOWN, findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { removeLateData } from "../account/deletion.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { endCounts } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { anonymizeInvitations } from "../voters/deletedAccounts.sql.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";

/** Attacks on the trail of emails, on the contact of surveys and through the deletion of accounts. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
beforeEach(() => endCounts(t.database));
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

test("deleting an account with another person's unconfirmed address does not stop the invitation that waits for it", async () => {
  const stranger = await makePerson(t.database, t.tokens);
  await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", stranger.id).execute();
  const { id } = await invited.makeOpen(0, {}, [stranger.email]);
  await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  await t.request(account.deleteMyAccount, { as: stranger, body: { email: stranger.email } });
  expect((await sendEmails(t)).map(({ to }) => to)).toContain(stranger.email);
  expect(await invited.list(id)).toMatchObject([{ state: "sent" }]);
});

test("the contact of a survey goes with the account of its owner", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const contact = "Anna Muster, +49 170 1234567";
  const id = await t.makeSurvey(owner, { publishedBy: people.admin, contact });
  const seen = async () => (await t.request(surveys.getSurvey, { params: { id } })).contact;
  expect(await seen()).toBe(contact);
  await t.request(account.deleteMyAccount, { as: owner, body: { email: owner.email } });
  expect(await seen()).toBe("");
  const stored = await t.database.db.selectFrom("surveys").select("contact").where("id", "=", id).executeTakeFirst();
  expect(stored?.contact).toBe("");
});

test("a hidden reminder that waits pushes no other email out of what an admin sees", async () => {
  const [reader, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const deadline = new Date(Date.now() + 48 * HOUR_MS).toISOString();
  const shown = await invited.makeOpen(0, {}, [reader.email, other.email]);
  const hidden = await invited.makeOpen(0, { results: "afterClose", deadline }, [reader.email, other.email]);
  const rows = await t.database.db
    .selectFrom("invitations")
    .select(["id", "survey_id as surveyId", "email"])
    .where("email", "in", [reader.email, other.email])
    .execute();
  const rowOf = (surveyId: string, email: string) =>
    rows.find((row) => row.surveyId === surveyId && row.email === email)?.id ?? "";
  for (const { email } of [reader, other])
    for (let n = 0; n < EMAIL_TRAIL_SHOWN; n++)
      await enqueueEmail(t.database, email, {
        ...{ kind: "invitation", senderId: null, surveyId: shown.id, invitationId: rowOf(shown.id, email) },
      } as const);
  // It waits for the one who has not voted only.
  await enqueueEmail(t.database, reader.email, {
    ...{
      kind: "invitationReminder",
      senderId: null,
      surveyId: hidden.id,
      invitationId: rowOf(hidden.id, reader.email),
    },
  } as const);
  const found = async (address: string) =>
    (await t.request(findEmails, { as: people.admin, query: { address } })).length;
  expect(await found(reader.email)).toBe(await found(other.email));
});

test("a person who was struck after opening the link no longer gets the contact", async () => {
  const { id, codes } = await invited.makeOpen(1, { contact: "Nora" }, []);
  const browser = await invited.open(codes[0] ?? "");
  expect((await invited.status(id, browser)).json()).toMatchObject({ contact: "Nora" });
  const [row] = await invited.list(id);
  await invited.strike(id, row?._id ?? "");
  const response = await invited.status(id, browser);
  expect([response.statusCode, response.json().contact ?? ""]).toEqual([409, ""]);
});

/** A person who follows a live survey, whose reminder waits while they take another address. */
async function movedWithReminder() {
  const reader = await makePerson(t.database, t.tokens);
  const former = reader.email;
  const deadline = new Date(Date.now() + 72 * HOUR_MS).toISOString();
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, deadline, results: "live" });
  // Not by a request, which would have the account's address cached.
  await t.database.db.insertInto("follows").values({ survey_id: id, user_id: reader.id, follows: 1 }).execute();
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const email = `${crypto.randomUUID()}@example.org`;
  await t.database.db.updateTable("users").set({ email }).where("id", "=", reader.id).execute();
  return { id, reader, former, moved: { ...reader, email } };
}

test("who gets a former address of another account doesn't get the trail of what waited for it", async () => {
  const { id, reader, former } = await movedWithReminder();
  const next = await makePerson(t.database, t.tokens);
  await t.database.db.updateTable("users").set({ email: former }).where("id", "=", next.id).execute();
  await sendEmails(t);
  expect((await t.request(account.exportMyData, { as: next })).emails).toEqual([]);
  expect((await t.request(account.exportMyData, { as: reader })).emails).toMatchObject([
    { topic: "reminder", surveyId: id, reason: "noAccount" },
  ]);
});

test("no trail is kept of an email to the former address of an account that is deleted", async () => {
  const { former, reader, moved } = await movedWithReminder();
  await t.request(account.deleteMyAccount, { as: reader, body: { email: moved.email } });
  await sendEmails(t);
  expect(await t.request(findEmails, { as: people.admin, query: { address: former } })).toEqual([]);
});

test("a reminder that waits at the close of a survey that hid who voted is only counted, too", async () => {
  const [voted, silent] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  const deadline = new Date(Date.now() + 48 * HOUR_MS).toISOString();
  const settings = { results: "afterClose", privacy: "secret", deadline } as const;
  const { id } = await invited.makeOpen(0, settings, [voted.email, silent.email]);
  await t.request(castVote, { as: voted, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  // The voter's reminder is dropped, and the other one waits.
  await sendEmails(t, undefined, async () => {
    throw new Error("451 Try again later");
  });
  const closed = { closed_at: Date.now(), closed_by: "deadline" } as const;
  await t.database.db.updateTable("surveys").set(closed).where("id", "=", id).execute();
  const find = (address: string) => t.request(findEmails, { as: people.admin, query: { address } });
  expect(await find(silent.email)).toEqual(await find(voted.email));
  await t.database.db.updateTable("outbox").set({ next_at: 0 }).where("address", "=", silent.email).execute();
  await sendEmails(t);
  expect(await find(silent.email)).toEqual(await find(voted.email));
  const { reminders } = await t.request(outcomes.getSending, { as: people.surveyor, params: { id } });
  expect(reminders).toEqual({ sent: 0, unsent: 2 });
});

test("the trail of a person on three lists goes with as few statements as that of a person on one", async () => {
  const { database, count } = countingStatements(t.database, ["email_trail"]);
  const key = { number: "1", hash: (surveyId: string, address: string) => `${surveyId} ${address}` };
  const leave = async (lists: number) => {
    const { id: userId, email } = await makePerson(t.database, t.tokens);
    for (let n = 0; n < lists; n++) {
      const { id } = await invited.makeOpen(0, {}, [email]);
      await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
    }
    await enqueueMailings(t.database);
    await sendEmails(t);
    await endCounts(t.database);
    const leaving = () =>
      database.transaction((tx) => anonymizeInvitations(tx, { userId, email }, { key, meetings: [] }));
    const statements = (await count(leaving))[1];
    expect(await t.request(findEmails, { as: people.admin, query: { address: email } })).toEqual([]);
    return statements;
  };
  expect(await leave(3)).toBe(await leave(1));
});

test("an account that is deleted while the reason of an email is kept doesn't leave a trail after the next hour", async () => {
  const reader = await makePerson(t.database, t.tokens);
  const surveyId = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, results: "live" });
  let deletion: Promise<unknown> = Promise.resolve();
  await t.database.transaction(async (tx) => {
    const email = { kind: "surveyReminder", senderId: null, surveyId, userId: reader.id } as const;
    await keepTrail(tx, [{ address: reader.email, email, reason: "voted" }]);
    deletion = t.request(account.deleteMyAccount, { as: reader, body: { email: reader.email } });
    await Promise.race([deletion, new Promise((resolve) => setTimeout(resolve, 700))]);
  });
  await deletion;
  await removeLateData(t.database, t.database.forLists);
  expect(await t.request(findEmails, { as: people.admin, query: { address: reader.email } })).toEqual([]);
});
