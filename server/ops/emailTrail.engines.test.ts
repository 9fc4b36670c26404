import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { EMAIL_TRAIL_DAYS, findEmails, unsentReason } from "@survey-app/contract/ops/emailTrail.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { inviteCoOwner } from "@survey-app/contract/surveys/owners.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as users from "@survey-app/contract/users/users.ts";
import { BLOCKED } from "@survey-app/contract/users/users.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import * as emailTrailTexts from "@survey-app/texts/emailTrailTexts.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { optOutOfInvitations } from "../invitations/optOuts.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { invitedSurveys, newTicket } from "../testing/invitedSurveys.ts";
import { endCounts, giveUpNext, outboxRows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { poisonRow } from "../testing/poison.sql.ts";
import { addressHashOf, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { keepTrail, removeOldTrail } from "../voters/emailTrail.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
beforeEach(() => endCounts(t.database));
afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));
const find = (address: string) => t.request(findEmails, { as: people.admin, query: { address } });
const newAddress = () => `${crypto.randomUUID()}@example.org`;
const person = () => makePerson(t.database, t.tokens);

/** Sends the waiting emails. @returns the addresses that got an email */
const send = async (...options: Parameters<typeof sendEmails> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await sendEmails(t, ...options)).map(({ to }) => to);
const sendLinks = async (id: string) => {
  await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
};
const refuse = async () => {
  throw new Error("451 Try again later");
};

/** A published survey for everyone that a person follows. */
async function followed(as: Person, settings = {}): Promise<string> {
  const deadline = new Date(Date.now() + 3 * DAY_MS).toISOString();
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, deadline, ...settings });
  await t.request(outcomes.followSurvey, { as, params: { id } });
  return id;
}
const remind = async (id: string) => {
  await t.request(outcomes.remindFollowers, { as: people.surveyor, params: { id } });
  await enqueueMailings(t.database);
};
const setStatus = (id: string, status: typeof PUBLISHED | typeof WAITING) =>
  t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "No" } });
const close = (id: string) => t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });

test("an admin finds the emails to a mailbox by any spelling of its address, newest first, with what became of each", async () => {
  const name = crypto.randomUUID();
  const id = await invited.make({ Title: "Secret garden?" });
  await invited.add(id, [{ email: `${name}+list@example.org` }]);
  await invited.publish(id);
  await sendLinks(id);
  expect(await find(`${name.toUpperCase()}@EXAMPLE.org`)).toMatchObject([
    { topic: "invitation", state: "waiting", reason: null, attempts: 0, survey: null, isPrivate: true },
  ]);
  await send();
  await enqueueEmail(t.database, `${name}@example.org`, { kind: "passwordReset" });
  await send();
  const found = await find(`${name}@example.org`);
  expect(found).toMatchObject([
    { topic: "password", state: "unsent", reason: "noAccount", survey: null, isPrivate: false },
    { topic: "invitation", state: "sent", reason: null, survey: null, isPrivate: true },
  ]);
  // Admins must not learn on whose lists an address is, and the moment of an email would tell them.
  expect(found.map(({ at }) => /T00:00:00/.test(at))).toEqual([false, true]);
  expect(JSON.stringify(found)).not.toContain("Secret garden");
  expect(await find(newAddress())).toEqual([]);
});

test("the place of an email about a private survey doesn't tell its moment", async () => {
  const reader = await person();
  const list = await invited.makeOpen(0, {}, [reader.email]);
  await sendLinks(list.id);
  await enqueueEmail(t.database, reader.email, { kind: "passwordChanged" });
  await enqueueEmail(t.database, reader.email, { kind: "refund", dollars: 5, transactionId: "1" });
  await send();
  const yesterday = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS;
  const hours = { passwordChanged: 10, invitation: 11, refund: 12 };
  for (const [kind, hour] of Object.entries(hours))
    await t.database.db
      .updateTable("email_trail")
      .set({ handled_at: yesterday + hour * HOUR_MS })
      .where("address", "=", reader.email)
      .where("kind", "=", kind)
      .execute();
  const found = (await find(reader.email)).map(({ topic, at }) => [topic, at]);
  expect(found).toEqual([
    ["payment", new Date(yesterday + 12 * HOUR_MS).toISOString()],
    ["security", new Date(yesterday + 10 * HOUR_MS).toISOString()],
    ["invitation", new Date(yesterday).toISOString()],
  ]);
});

test("an email that fails is shown as waiting, and as given up after the last attempt", async () => {
  const reader = await person();
  await enqueueEmail(t.database, reader.email, { kind: "passwordChanged" });
  await send(undefined, refuse);
  expect(await find(reader.email)).toMatchObject([{ topic: "security", state: "waiting", attempts: 1 }]);
  await giveUpNext(t.database, reader.email);
  await send(undefined, refuse);
  expect(await find(reader.email)).toMatchObject([{ topic: "security", state: "unsent", reason: "gaveUp" }]);
});

test("emails beyond the limit of an address keep that as their reason", async () => {
  const address = newAddress();
  for (let n = 0; n < 6; n++) await enqueueEmail(t.database, address, { kind: "signUpLink", returnTo: "/" });
  await send();
  const reasons = (await find(address)).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === "limit")).toHaveLength(1);
  expect(reasons.filter((reason) => reason === null)).toHaveLength(5);
});

describe("a reminder that is not sent keeps its reason", () => {
  const events: [string, { reason: string; do(scene: { id: string; reader: Person }): unknown }][] = [
    [
      "the reader unsubscribed",
      {
        reason: "unsubscribed",
        do: ({ reader: as }) =>
          t.request(outcomes.setEmailPreferences, { as, body: { results: true, reminders: false, reports: true } }),
      },
    ],
    [
      "the reader unfollowed the survey",
      {
        reason: "unsubscribed",
        do: ({ id, reader: as }) =>
          t.database.db
            .updateTable("follows")
            .set({ follows: 0 })
            .where("survey_id", "=", id)
            .where("user_id", "=", as.id)
            .execute(),
      },
    ],
    [
      "the account is blocked",
      {
        reason: "blocked",
        do: ({ reader: { id } }) =>
          t.request(users.setUserStatus, { as: people.admin, params: { id }, body: { status: BLOCKED } }),
      },
    ],
    [
      "the reader voted",
      {
        reason: "voted",
        do: ({ id, reader: as }) => t.request(castVote, { as, body: { SurveyID: id, vote: 1, ticket: newTicket() } }),
      },
    ],
    ["voting has ended", { reason: "ended", do: ({ id }) => close(id) }],
    ["the survey is unpublished", { reason: "unpublished", do: ({ id }) => setStatus(id, WAITING) }],
    [
      "the survey is deleted",
      {
        reason: "surveyDeleted",
        do: ({ id }) => t.request(surveys.deleteSurvey, { as: people.admin, params: { id } }),
      },
    ],
  ];

  test.each(events)("if, while it waits, %s", async (_, event) => {
    const reader = await person();
    const id = await followed(reader, { results: "live", Title: "Tea?" });
    await remind(id);
    await event.do({ id, reader });
    await send();
    const [found] = (await find(reader.email)).filter(({ topic }) => topic === "reminder");
    expect(found).toMatchObject({ state: "unsent", reason: event.reason });
    // Everyone sees who votes on surveys for everyone.
    expect(found?.survey?.Title).toBe(event.reason === "surveyDeleted" ? undefined : "Tea?");
  });

  const before = ["the reader unsubscribed", "the account is blocked", "the reader voted"];
  test.each(events.filter(([name]) => before.includes(name)))("if, before it is enqueued, %s", async (_, event) => {
    const reader = await person();
    const id = await followed(reader, { results: "live" });
    await event.do({ id, reader });
    await remind(id);
    const found = (await find(reader.email)).filter(({ topic }) => topic === "reminder");
    expect(found).toEqual([expect.objectContaining({ state: "unsent", reason: event.reason })]);
  });
});

test("a reminder to a person who was struck from the list keeps that as its reason, even if they had voted", async () => {
  const [voted, silent] = [await person(), await person()];
  const { id } = await invited.makeOpen(0, { results: "live" }, [voted.email, silent.email]);
  await sendLinks(id);
  await send();
  await remind(id);
  expect((await invited.castByAccount(id, voted, 1)).statusCode).toBe(200);
  for (const { _id } of await invited.list(id)) await invited.strike(id, _id);
  await send();
  for (const { email } of [voted, silent])
    expect(await find(email)).toContainEqual(expect.objectContaining({ topic: "reminder", reason: "notListed" }));
});

test("an email to admins that waits keeps whether its reader is blocked, or only no longer an admin", async () => {
  const [blocked, demoted] = [
    await makePerson(t.database, t.tokens, { role: "admin" }),
    await makePerson(t.database, t.tokens, { role: "admin" }),
  ];
  for (const { email } of [blocked, demoted])
    await enqueueEmail(t.database, email, { kind: "reviewDigest", waiting: 1, reported: 0 });
  await t.database.db.updateTable("users").set({ status: BLOCKED }).where("id", "=", blocked.id).execute();
  await t.database.db.updateTable("users").set({ role: "user" }).where("id", "=", demoted.id).execute();
  await send();
  expect(await find(blocked.email)).toMatchObject([{ topic: "admin", reason: "blocked" }]);
  expect(await find(demoted.email)).toMatchObject([{ topic: "admin", reason: "roleChanged" }]);
});

describe("the owner of a list", () => {
  test("sees why a link was not sent", async () => {
    const [refuses = "", stopped = "", gone = ""] = [newAddress(), newAddress(), newAddress()];
    const { id } = await invited.makeOpen(0, {}, [refuses, stopped, gone]);
    await optOutOfInvitations(t.database, addressHashOf(t)(refuses)[0]);
    await t.database.db.updateTable("invitations").set({ wants_email: 0 }).where("email", "=", stopped).execute();
    await sendLinks(id);
    await send(undefined, refuse);
    await giveUpNext(t.database, gone);
    await send(undefined, refuse);
    const shown = (await invited.list(id)).map(({ state, unsentReason: reason }) => ({ state, reason }));
    expect(shown).toEqual([
      { state: "refused", reason: "refusesInvitations" },
      { state: "listed", reason: "unsubscribed" },
      { state: "failed", reason: "gaveUp" },
    ]);
  });

  test("sees it no more once the link is sent", async () => {
    const { id } = await invited.makeOpen(0, {}, [newAddress()]);
    await sendLinks(id);
    await setStatus(id, WAITING);
    await send();
    expect(await invited.list(id)).toMatchObject([{ state: "listed", unsentReason: "unpublished" }]);
    await setStatus(id, PUBLISHED);
    await sendLinks(id);
    await send();
    expect(await invited.list(id)).toMatchObject([{ state: "sent", unsentReason: null }]);
  });
});

describe("the trail", () => {
  const trailOf = async (address: string) => (await find(address)).length;

  test("goes after 30 days", async () => {
    const address = newAddress();
    const email = { kind: "passwordReset" } as const;
    for (const reason of ["noAccount", "limit"] as const)
      await t.database.transaction((tx) => keepTrail(tx, [{ address, email, reason }]));
    const handled_at = Date.now() - EMAIL_TRAIL_DAYS * DAY_MS - HOUR_MS;
    const old = t.database.db.updateTable("email_trail").set({ handled_at });
    await old.where("address", "=", address).where("reason", "=", "limit").execute();
    await removeOldTrail(t.database);
    expect(await trailOf(address)).toBe(1);
  });

  test("goes with the account, and what reached its address before it had one goes, too", async () => {
    const reader = await person();
    const onList = await invited.makeOpen(0, {}, [reader.email]);
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", reader.id).execute();
    await sendLinks(onList.id);
    await send();
    await t.database.db.updateTable("users").set({ email_verified: 1 }).where("id", "=", reader.id).execute();
    await enqueueEmail(t.database, reader.email, { kind: "passwordChanged" });
    await send();
    expect(await trailOf(reader.email)).toBe(2);
    await t.request(account.deleteMyAccount, { as: reader, body: { email: reader.email } });
    expect(await trailOf(reader.email)).toBe(0);
  });

  test("of an invitation stays if an account with the unconfirmed address is deleted, which can be a stranger's", async () => {
    const reader = await person();
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", reader.id).execute();
    const { id } = await invited.makeOpen(0, {}, [reader.email]);
    await sendLinks(id);
    await enqueueEmail(t.database, reader.email, { kind: "emailVerification", userId: reader.id });
    await send();
    const exported = await t.request(account.exportMyData, { as: reader });
    expect(exported.emails).toEqual([]);
    await t.request(account.deleteMyAccount, { as: reader, body: { email: reader.email } });
    expect(await find(reader.email)).toMatchObject([{ topic: "invitation" }]);
  });

  test("goes with the survey, and with the person's row on its list", async () => {
    const [first = "", second = ""] = [newAddress(), newAddress()];
    const { id } = await invited.makeOpen(0, {}, [first, second]);
    await sendLinks(id);
    await setStatus(id, WAITING);
    await send();
    expect([await trailOf(first), await trailOf(second)]).toEqual([1, 1]);
    await t.database.db.updateTable("surveys").set({ first_published_at: null }).where("id", "=", id).execute();
    const [{ _id: invitation = "" } = {}] = await invited.list(id);
    await t.request(invitations.removeInvitation, { as: people.surveyor, params: { id, invitation } });
    expect([await trailOf(first), await trailOf(second)]).toEqual([0, 1]);
    const waiting = { kind: "invitation", senderId: null, surveyId: id, invitationId: invitation } as const;
    await enqueueEmail(t.database, second, waiting);
    expect(await trailOf(second)).toBe(2);
    await t.request(surveys.deleteSurvey, { as: people.admin, params: { id } });
    expect(await trailOf(second)).toBe(0);
  });

  test("is in the person's own export, and doesn't pass to the next account with the address", async () => {
    const reader = await person();
    const id = await followed(reader, { results: "live" });
    await t.request(castVote, { as: reader, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
    await remind(id);
    const { emails } = await t.request(account.exportMyData, { as: reader });
    expect(emails).toEqual([{ topic: "reminder", surveyId: id, reason: "voted", at: expect.any(String) }]);
    const moved = { email: newAddress() };
    await t.database.db.updateTable("users").set(moved).where("id", "=", reader.id).execute();
    const next = await person();
    await t.database.db.updateTable("users").set({ email: reader.email }).where("id", "=", next.id).execute();
    expect((await t.request(account.exportMyData, { as: next })).emails).toEqual([]);
    expect((await t.request(account.exportMyData, { as: reader })).emails).toHaveLength(1);
  });

  test("doesn't keep a row of an email whose account was deleted while it was being sent", async () => {
    const reader = await person();
    await enqueueEmail(t.database, reader.email, { kind: "passwordChanged" });
    await send(undefined, async () => {
      await t.request(account.deleteMyAccount, { as: reader, body: { email: reader.email } });
    });
    expect(await find(reader.email)).toEqual([]);
  });
});

describe("while what becomes of an email can't be stored", () => {
  /** Does work while the trail refuses the emails to an address. */
  async function withoutTrailOf(address: string, work: () => Promise<unknown>) {
    const heal = await poisonRow(t.database, { change: "insert", table: "email_trail", column: "address" }, address);
    try {
      await work();
    } finally {
      await heal();
    }
    expect((await find(address)).map(({ state }) => state)).not.toContain("unsent");
  }

  test("it is sent once", async () => {
    const reader = await person();
    await enqueueEmail(t.database, reader.email, { kind: "passwordChanged" });
    await withoutTrailOf(reader.email, async () => expect(await send()).toContain(reader.email));
    expect(await send()).not.toContain(reader.email);
    expect(await find(reader.email)).toEqual([]);
  });

  test("the others of a mailing get theirs", async () => {
    const [unsubscribed = "", other = ""] = [newAddress(), newAddress()];
    const { id } = await invited.makeOpen(0, {}, [unsubscribed, other]);
    await t.database.db.updateTable("invitations").set({ wants_email: 0 }).where("email", "=", unsubscribed).execute();
    await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id } });
    const lost: unknown[] = [];
    await withoutTrailOf(unsubscribed, () => enqueueMailings(t.database, undefined, (error) => lost.push(error)));
    expect(lost).toHaveLength(1);
    expect(await send()).toContain(other);
  });

  test("emails beyond the limit of an address are dropped", async () => {
    const address = newAddress();
    for (let n = 0; n < 6; n++) await enqueueEmail(t.database, address, { kind: "signUpLink", returnTo: "/" });
    await withoutTrailOf(address, () => send());
    expect(await outboxRows(t.database, address)).toEqual([]);
  });

  test("an owner invites to co-own a survey, too", async () => {
    const user = await person();
    const id = await t.makeSurvey(people.surveyor);
    await withoutTrailOf(user.email, () =>
      t.request(inviteCoOwner, { as: people.surveyor, params: { id }, body: { email: user.email } }),
    );
  });
});

test("every reason has a sentence of its own", () => {
  const sentences = unsentReason.options.map((reason) => emailTrailTexts.reasons[reason]);
  expect(new Set(sentences).size).toBe(unsentReason.options.length);
});
