import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { retryFailedWork } from "@survey-app/contract/ops/failedWork.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { BLOCKED } from "@survey-app/contract/users/users.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Secrets, secretsOf } from "../database/secrets.ts";
import type { Transport } from "../mail/transport.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { endWindows, giveUpNext, outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { addressHashOf, type SentEmail, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListNumbers } from "./listNumbers.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

const hashAddress = (email: string) => addressHashOf(t)(email)[0];

/**
 * Sends the emails in the outbox.
 * @returns them, without those to the owner, and to the admin, whose digest can come at any time
 */
async function send(...options: [secrets?: Secrets, transport?: Transport["send"]]): Promise<SentEmail[]> {
  const sent = await sendEmails(t, ...options);
  return sent.filter(({ to }) => to !== people.surveyor.email && to !== people.admin.email);
}
const sendAll = async (id: string) => {
  const { modifiedCount } = await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  return modifiedCount;
};
const linkIn = (message: SentEmail | undefined) => /\/i#([0-9A-Z-]+)/.exec(String(message?.text))?.[1] ?? "";
/** The path that stops emails of this kind. */
function unsubscribeIn(message: SentEmail | undefined): string {
  const header = String(Object(message?.headers)["List-Unsubscribe"]);
  const { pathname, search } = new URL(header.slice(1, -1));
  return pathname + search;
}
const post = (url: string, payload: string) =>
  t.app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const states = async (id: string) => (await invited.list(id)).map(({ state }) => state);
const makeWithList = async (emails: readonly string[], settings = {}) =>
  (await invited.makeOpen(0, settings, emails)).id;
const addresses = (count: number) => Array.from({ length: count }, () => `${crypto.randomUUID()}@example.org`);
const until = (ms: number) => new Date(Date.now() + ms).toISOString();

// Security: H14
test("links are made when they are sent: neither the outbox nor any other row holds a usable token", async () => {
  const [email = ""] = addresses(1);
  const id = await makeWithList([email]);
  expect(await sendAll(id)).toBe(1);
  expect(await states(id)).toEqual(["queued"]);
  const rows = await outboxRows(t.database, email);
  expect(rows).toMatchObject([{ kind: "invitation", is_bulk: 1 }]);
  const stored = JSON.stringify([rows, await t.database.db.selectFrom("invitations").selectAll().execute()]);
  const [message] = await send();
  const code = linkIn(message);
  expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{2}$/);
  for (const form of [code, code.replaceAll("-", ""), code.toLowerCase()]) expect(stored).not.toContain(form);
  expect(await states(id)).toEqual(["sent"]);
  expect((await invited.vote(id, await invited.open(code), 1)).statusCode).toBe(200);
  // Everyone has got a link, so nothing is sent again.
  expect(await sendAll(id)).toBe(0);
  expect(await send()).toEqual([]);
});

test("each person gets one email, even on a list of hundreds; later additions get theirs with the next sending", async () => {
  const emails = addresses(230);
  const id = await makeWithList(emails);
  expect(await sendAll(id)).toBe(230);
  // Pressing again while the first sending is in progress doesn't send anything twice.
  expect(await sendAll(id)).toBe(0);
  expect((await send()).map(({ to }) => String(to)).sort()).toEqual([...emails].sort());
  const [late = ""] = addresses(1);
  await invited.add(id, [{ email: late }, { label: "By hand" }]);
  expect(await sendAll(id)).toBe(1);
  expect((await send()).map(({ to }) => to)).toEqual([late]);
});

test("nothing is sent before the publication, and links that can't be sent are shown", async () => {
  const [email = ""] = addresses(1);
  const id = await invited.make();
  await invited.add(id, [{ email }]);
  const request = { as: people.surveyor, params: { id } };
  expect(await t.refused(invitations.sendInvitations, request)).toMatchObject({ status: 409, code: "notPublished" });
  await invited.publish(id);
  await sendAll(id);
  const refuse = async () => {
    throw new Error("550 No such mailbox");
  };
  await send(undefined, refuse);
  expect(await states(id)).toEqual(["queued"]);
  await giveUpNext(t.database, email);
  await send(undefined, refuse);
  expect(await states(id)).toEqual(["failed"]);
  // An admin retries it once the mailbox exists.
  await t.request(retryFailedWork, { as: people.admin, body: { queue: "emails" } });
  expect((await send()).map(({ to }) => to)).toEqual([email]);
  expect(await states(id)).toEqual(["sent"]);
});

test("a reissue sends the new link, and an email that was still waiting has the new one, too", async () => {
  const [email = ""] = addresses(1);
  const id = await makeWithList([email]);
  await sendAll(id);
  const [{ _id } = { _id: "" }] = await invited.list(id);
  expect(await invited.reissue(id, _id)).toEqual({ code: null });
  const sent = await send();
  expect(new Set(sent.map(linkIn)).size).toBe(1);
  expect((await invited.vote(id, await invited.open(linkIn(sent[0])), 1)).statusCode).toBe(200);
});

test("a struck person no longer gets emails; after the secret changes, reminders still have the first email's link", async () => {
  const emails = addresses(2);
  const id = await makeWithList(emails);
  await sendAll(id);
  const [first] = await invited.list(id);
  await invited.strike(id, first?._id ?? "");
  const [message, ...more] = await send();
  expect([message?.to, more]).toEqual([emails[1], []]);
  expect(await states(id)).toEqual(["struck", "sent"]);
  await invited.open(linkIn(message));
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const changed = { ...t.config, sessionSecret: "another secret of 32 characters!" };
  const [reminder] = await send(secretsOf({ ...changed, formerSecrets: [t.config.sessionSecret] }));
  expect(linkIn(reminder)).toBe(linkIn(message));
  expect(await findListNumbers(t.database, id, 0)).toMatchObject({ replaced: 0, reissuedByOperator: 0 });

  // A link that can't be made again is replaced, which everyone can see.
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
  const [renewed] = await send(secretsOf(changed));
  expect(linkIn(renewed)).not.toBe(linkIn(message));
  expect(await findListNumbers(t.database, id, 0)).toMatchObject({ replaced: 1, reissuedByOperator: 1 });
  expect(await t.refused(invitations.openInvitation, { body: { token: linkIn(message) } })).toMatchObject({
    code: "invitationReplaced",
  });
  expect((await invited.vote(id, await invited.open(linkIn(renewed)), 1)).statusCode).toBe(200);
});

test.each([["named"], ["secret"]] as const)(
  "a reminder of a %s survey goes to invited people who have not voted, the result to all of them",
  async (privacy) => {
    const settings = privacy === "named" ? {} : { privacy, results: "afterClose" as const };
    const [byAccount, refuses] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
    const [byLink = "", silent = "", unsubscribed = ""] = addresses(3);
    const emails = [byAccount.email, refuses.email, byLink, silent, unsubscribed];
    const id = await makeWithList(emails, { ...settings, deadline: until(48 * HOUR_MS) });
    await sendAll(id);
    const links = new Map((await send()).map((message) => [String(message.to), message]));
    await t.request(votes.castVote, { as: byAccount, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
    await invited.vote(id, await invited.open(linkIn(links.get(byLink))), 0);
    const body = { results: false, reminders: false, reports: false };
    await t.request(outcomes.setEmailPreferences, { as: refuses, body });
    const unsubscribe = unsubscribeIn(links.get(unsubscribed));
    await t.app.inject({ method: "GET", url: unsubscribe });
    expect((await post(unsubscribe, "List-Unsubscribe=One-Click")).statusCode).toBe(200);

    await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
    await enqueueMailings(t.database);
    const reminders = await send();
    expect(reminders.map(({ to }) => to)).toEqual([silent]);
    expect(linkIn(reminders[0])).toBe(linkIn(links.get(silent)));

    await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
    await enqueueMailings(t.database);
    const results = await send();
    expect(results.map(({ to }) => String(to)).sort()).toEqual([byAccount.email, byLink, silent].sort());
  },
);

test("a deleted account's waiting emails with links aren't sent", async () => {
  const person = await makePerson(t.database, t.tokens);
  const id = await makeWithList([person.email]);
  await sendAll(id);
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  expect(await send()).toEqual([]);
});

test("a person who stopped the emails about a survey doesn't get a new link by email, and isn't counted as having got one", async () => {
  const id = await makeWithList(addresses(1));
  await sendAll(id);
  const [message] = await send();
  await post(unsubscribeIn(message), "List-Unsubscribe=One-Click");
  const [{ _id } = { _id: "" }] = await invited.list(id);
  await invited.reissue(id, _id);
  expect(await send()).toEqual([]);
  expect(await sendAll(id)).toBe(0);
  expect(await send()).toEqual([]);
});

// Security: H12
test("an address that refuses all invitations doesn't get emails from any list, and owners only see that it refuses", async () => {
  const [email = "", other = ""] = addresses(2);
  const [first, second] = [await makeWithList([email]), await makeWithList([email.toUpperCase(), other])];
  await sendAll(first);
  const [message] = await send();
  const url = unsubscribeIn(message);
  for (const method of ["GET", "HEAD"] as const) await t.app.inject({ method, url });
  expect(await refusals()).toBe(0);
  // A forged address, and a request of a mail client, which is about this survey only.
  const forged = url.replace(hashAddress(email), hashAddress(other));
  expect((await post(forged, "all=1")).headers.location).toBe("/unsubscribe?problem=1");
  await post(url, "List-Unsubscribe=One-Click");
  expect(await refusals()).toBe(0);
  for (let time = 0; time < 2; time++)
    expect((await post(url, "all=1")).headers.location).toBe("/unsubscribe?done=allInvitations");
  const stored = JSON.stringify(await t.database.db.selectFrom("refused_addresses").selectAll().execute());
  expect(stored).not.toContain(email.slice(0, 8));

  expect(await sendAll(second)).toBe(2);
  expect((await send()).map(({ to }) => to)).toEqual([other]);
  expect(await states(second)).toEqual(["refused", "sent"]);
  expect(await states(first)).toEqual(["sent"]);
  // Sending again, a new link, a reminder and the result don't reach the address; the link works as before.
  expect(await sendAll(second)).toBe(0);
  const [{ _id } = { _id: "" }] = await invited.list(second);
  await invited.reissue(second, _id);
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id: second } });
  await enqueueMailings(t.database);
  expect((await send()).map(({ to }) => to)).toEqual([other]);
  expect(await states(second)).toEqual(["refused", "sent"]);
  expect((await invited.vote(first, await invited.open(linkIn(message)), 1)).statusCode).toBe(200);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id: second } });
  await enqueueMailings(t.database);
  expect((await send()).map(({ to }) => to)).toEqual([other]);
});

const refusals = async () => (await t.database.db.selectFrom("refused_addresses").selectAll().execute()).length;

test("an account refuses and accepts invitations to its confirmed address, and only to that; deleting it keeps the refusal", async () => {
  const person = await makePerson(t.database, t.tokens);
  const stranger = await makePerson(t.database, t.tokens);
  await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", stranger.id).execute();
  const kinds = { results: true, reminders: true, reports: true };
  const set = (as: typeof person, invitations?: boolean) =>
    t.send(outcomes.setEmailPreferences, { as, body: { ...kinds, ...(invitations !== undefined && { invitations }) } });
  const get = async (as: typeof person) => (await t.request(outcomes.getEmailPreferences, { as })).invitations;
  const before = await refusals();
  // An account with the address of another person must neither learn nor choose what that person gets.
  expect(await get(stranger)).toBeNull();
  expect((await set(stranger, false)).json()).toMatchObject({ status: 409, code: "confirmFirst" });
  expect(await refusals()).toBe(before);

  expect((await set(person, false)).json()).toEqual({ modifiedCount: 1 });
  expect((await set(person)).json()).toEqual({ modifiedCount: 0 });
  expect(await get(person)).toBe(false);
  const id = await makeWithList([person.email]);
  await sendAll(id);
  expect(await send()).toEqual([]);
  expect(await states(id)).toEqual(["refused"]);
  expect((await set(person, true)).json()).toEqual({ modifiedCount: 1 });
  expect(await states(id)).toEqual(["listed"]);
  expect(await sendAll(id)).toBe(1);
  expect(await send()).toHaveLength(1);

  await set(person, false);
  expect((await t.request(account.exportMyData, { as: person })).emailPreferences).toEqual({
    ...kinds,
    invitations: false,
  });
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  const later = await makeWithList([person.email]);
  await sendAll(later);
  expect(await send()).toEqual([]);
  expect(await states(later)).toEqual(["refused"]);
});

/** The label is cached for two seconds. */
const expectUnsent = (id: string, count: number) =>
  expect.poll(async () => (await invited.resultLabel(id)).list?.unsent).toBe(count);

describe("when the owner is blocked while links are being sent", () => {
  test("the other links wait, the label counts them, an admin can send them, and blocking the admin stops that, too", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const second = await makePerson(t.database, t.tokens, { role: "admin" });
    const published = { publishedBy: people.admin, electorate: "invited" } as const;
    const id = await t.makeSurvey(owner, published);
    const rows = addresses(4).map((email) => ({ email }));
    await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: rows.slice(0, 1) } });
    const sendAs = async (as: Person) => {
      const { modifiedCount } = await t.request(invitations.sendInvitations, { as, params: { id } });
      await enqueueMailings(t.database);
      return modifiedCount;
    };
    const setStatus = ({ id: user }: Person, status: "Blocked" | "Verified") =>
      t.request(users.setUserStatus, { as: people.admin, params: { id: user }, body: { status } });
    const sendToList = async () => (await send()).filter(({ to }) => to !== owner.email);
    await sendAs(owner);
    expect(await sendToList()).toHaveLength(1);
    await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: rows.slice(1) } });
    // Only the owner decides, as long as they may send.
    expect(await t.refused(invitations.sendInvitations, { as: second, params: { id } })).toMatchObject({ status: 404 });
    await sendAs(owner);
    await setStatus(owner, BLOCKED);
    expect(await sendToList()).toEqual([]);
    await expectUnsent(id, 3);

    expect(await sendAs(second)).toBe(3);
    await setStatus(second, BLOCKED);
    expect(await sendToList()).toEqual([]);
    expect(await sendAs(people.admin)).toBe(3);
    expect(await sendToList()).toHaveLength(3);
    await expectUnsent(id, 0);
  });

  test("an admin also sends links that wait for the limits of their address, and each person gets one once", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const [email = ""] = addresses(1);
    const ask = async () => {
      const id = await t.makeSurvey(owner, { publishedBy: people.admin, electorate: "invited" });
      await t.request(invitations.addInvitations, { as: owner, params: { id }, body: { rows: [{ email }] } });
      await t.request(invitations.sendInvitations, { as: owner, params: { id } });
      await enqueueMailings(t.database);
      return { id, sent: (await send()).filter(({ to }) => to === email) };
    };
    expect((await ask()).sent).toHaveLength(1);
    const { id, sent } = await ask();
    expect(sent).toEqual([]);
    await t.request(users.setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status: BLOCKED } });
    for (const count of [1, 0]) {
      const as = people.admin;
      expect(await t.request(invitations.sendInvitations, { as, params: { id } })).toEqual({ modifiedCount: count });
      await enqueueMailings(t.database);
      expect(await send()).toEqual([]);
    }
    await endWindows(t.database);
    const [message, ...more] = await send();
    expect([message?.to, more]).toEqual([email, []]);
    await invited.open(linkIn(message));
    await expectUnsent(id, 0);
  });

  test("blocked and demoted owners can't close early, give an outcome or remind", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const [id, closed] = [
      await t.makeSurvey(owner, { publishedBy: people.admin }),
      await t.makeSurvey(owner, { publishedBy: people.admin }),
    ];
    await t.request(surveys.closeSurvey, { as: owner, params: { id: closed } });
    await t.request(users.setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
    const body = { text: "Tea." };
    const statuses = async () => [
      (await t.send(surveys.closeSurvey, { as: owner, params: { id } })).statusCode,
      (await t.send(outcomes.remindFollowers, { as: owner, params: { id } })).statusCode,
      (await t.send(outcomes.setOutcome, { as: owner, params: { id: closed }, body })).statusCode,
      (await t.send(surveys.updateSurvey, { as: owner, params: { id }, body: { ...form, note: "Listen" } })).statusCode,
    ];
    expect(await statuses()).toEqual([403, 403, 403, 403]);
    await t.request(users.setUserStatus, { as: people.admin, params: { id: owner.id }, body: { status: BLOCKED } });
    expect(await statuses()).toEqual([401, 401, 401, 401]);
  });
});

const form = { Title: "Tea?", category: "Food Preparation", image: "https://example.org/a.webp" };

test("a replaced link counts as not sent until the new one is", async () => {
  const id = await makeWithList(addresses(2));
  await expectUnsent(id, 2);
  await sendAll(id);
  await send();
  await expectUnsent(id, 0);
  const [{ _id } = { _id: "" }] = await invited.list(id);
  for (let time = 0; time < 2; time++) await invited.reissue(id, _id);
  await expectUnsent(id, 1);
  expect(await send()).toEqual([]);
  await endWindows(t.database);
  expect(await send()).toHaveLength(1);
  await expectUnsent(id, 0);
});
