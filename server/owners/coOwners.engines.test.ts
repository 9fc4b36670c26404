import { deleteMyAccount, exportMyData } from "@survey-app/contract/account/account.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { type EmailTopic, findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import * as owners from "@survey-app/contract/surveys/owners.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { CO_OWNERS_MAX, OWNER_INVITATION_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { BLOCKED, setUserRole, setUserStatus } from "@survey-app/contract/users/users.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coOwners } from "../testing/coOwners.ts";
import { emailsTo, endWindows } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { removeExpiredInvitations } from "./owners.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let owner: Person;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  owner = people.surveyor;
});
afterAll(() => t.close());

const shared = coOwners(() => ({ t }));
const surveyor = (name = "Coco Owner") => makePerson(t.database, t.tokens, { role: "surveyor", name });
const waiting = () => t.makeSurvey(owner);
const published = () => t.makeSurvey(owner, { publishedBy: people.admin });
const kindsTo = async (person: Person) => (await emailsTo(t.database, person)).map(({ kind }) => kind);
const statusOf = async (id: string, as: Person) => (await t.send(surveys.getSurvey, { as, params: { id } })).statusCode;
const sharedWith = (as: Person) => t.request(owners.listSharedSurveys, { as });
const close = (id: string, as: Person) => t.send(surveys.closeSurvey, { as, params: { id } });

test("a surveyor who accepts an invitation finds the survey, and may do what the owner may", async () => {
  const id = await waiting();
  const coco = await surveyor();
  await shared.invite(id, owner, coco);
  expect(await kindsTo(coco)).toEqual(["coOwnerInvited"]);
  // An invitation doesn't give access before it is accepted.
  expect(await statusOf(id, coco)).toBe(404);
  const before = await sharedWith(coco);
  expect(before).toMatchObject({ surveys: [], invitations: [{ surveyId: id, ownerName: owner.name }] });
  await shared.accept(id, coco);
  expect(await kindsTo(owner)).toContain("coOwnerJoined");
  const after = await sharedWith(coco);
  expect(after).toMatchObject({ surveys: [{ _id: id, coOwned: true, email: owner.email }], invitations: [] });
  const form = { Title: "Is it ours?", category: "Food Preparation" as const, image: "https://example.org/a.webp" };
  await t.request(surveys.updateSurvey, { as: coco, params: { id }, body: form });
  expect(await t.request(surveys.getSurvey, { as: owner, params: { id } })).toMatchObject({ Title: "Is it ours?" });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  expect(await kindsTo(coco)).toContain("surveyPublished");
  expect((await close(id, coco)).statusCode).toBe(200);
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ closedBy: "owner" });
});

test("an invitation can't be accepted for others, without a confirmed address, as a user, or too late", async () => {
  const id = await waiting();
  const [coco, stranger] = [await surveyor(), await surveyor()];
  const user = await makePerson(t.database, t.tokens);
  const accept = async (as: Person) => (await t.send(owners.acceptCoOwnership, { as, params: { id } })).statusCode;
  await shared.invite(id, owner, coco);
  await shared.invite(id, owner, user);
  // No one learns whether an address has an account, or its role: neither from the response nor from the list.
  await shared.invite(id, owner, { email: "nobody@example.org" });
  expect((await shared.list(id, owner)).coOwners.map(({ name, isActive }) => ({ name, isActive }))).toEqual(
    Array.from({ length: 3 }, () => ({ name: null, isActive: false })),
  );
  expect(await kindsTo(user)).toEqual([]);
  expect(await kindsTo({ ...user, email: "nobody@example.org" })).toEqual([]);
  expect(await accept(stranger)).toBe(404);
  expect(await accept(user)).toBe(403);
  const { db } = t.database;
  await db.updateTable("users").set({ email_verified: 0 }).where("id", "=", coco.id).execute();
  expect(await t.refused(owners.acceptCoOwnership, { as: coco, params: { id } })).toMatchObject({
    code: "confirmFirst",
  });
  expect((await sharedWith(coco)).invitations).toEqual([]);
  await db.updateTable("users").set({ email_verified: 1 }).where("id", "=", coco.id).execute();
  const old = Date.now() - OWNER_INVITATION_DAYS * DAY_MS - 1;
  await db.updateTable("survey_owners").set({ created_at: old }).where("email", "=", coco.email).execute();
  expect(await accept(coco)).toBe(404);
  expect((await sharedWith(coco)).invitations).toEqual([]);
  await removeExpiredInvitations(t.database);
  expect(await db.selectFrom("survey_owners").select("id").where("email", "=", coco.email).execute()).toEqual([]);
});

test("an invitation to an address that its person took later doesn't make anyone a co-owner twice, or of their own survey", async () => {
  const id = await waiting();
  const coco = await shared.share(id, owner);
  for (const person of [coco, owner]) {
    const email = `${crypto.randomUUID()}@example.org`;
    await shared.invite(id, owner, { email });
    const moved = t.database.db.updateTable("users").where("id", "=", person.id);
    await moved.set({ email }).execute();
    expect((await t.send(owners.acceptCoOwnership, { as: person, params: { id } })).statusCode).toBe(404);
    await moved.set({ email: person.email }).execute();
  }
  expect((await shared.list(id, owner)).coOwners.filter(({ acceptedAt }) => acceptedAt !== null)).toHaveLength(1);
});

test("a co-owner who leaves one of two surveys still co-owns the other, whose invitations stay", async () => {
  const [left, kept] = [await waiting(), await waiting()];
  const coco = await surveyor();
  for (const id of [left, kept]) {
    await shared.invite(id, owner, coco);
    await shared.accept(id, coco);
  }
  const before = await shared.list(kept, owner);
  await shared.leave(left, coco);
  expect([await statusOf(left, coco), await statusOf(kept, coco)]).toEqual([404, 200]);
  expect(await shared.list(kept, owner)).toEqual(before);
});

test("a co-owner who left no longer has any rights, even if the address that the account moved to was invited before", async () => {
  const id = await waiting();
  const coco = await surveyor();
  const email = `${crypto.randomUUID()}@example.org`;
  await shared.invite(id, owner, { email });
  await shared.invite(id, owner, coco);
  await shared.accept(id, coco);
  await t.database.db.updateTable("users").set({ email }).where("id", "=", coco.id).execute();
  await shared.leave(id, { ...coco, email });
  expect((await shared.list(id, owner)).coOwners).toEqual([]);
  expect(await statusOf(id, coco)).toBe(404);
  expect(await kindsTo(owner)).toContain("coOwnerLeft");
});

test("the number of co-owners is bounded, and no one is invited twice", async () => {
  const id = await waiting();
  const coco = await shared.share(id, owner);
  const invite = (email: string, as = owner) =>
    t.refused(owners.inviteCoOwner, { as, params: { id }, body: { email } });
  for (const { email } of [coco, owner])
    expect(await invite(email)).toMatchObject({ status: 409, code: "alreadyOwner" });
  for (let index = 1; index < CO_OWNERS_MAX; index++)
    await shared.invite(id, owner, { email: `co${index}@example.org` });
  expect(await invite("CO1@example.org")).toMatchObject({ code: "alreadyOwner" });
  expect(await invite("one-more@example.org")).toMatchObject({ status: 409, code: "tooManyOwners" });
  expect(await invite("one-more@example.org", coco)).toMatchObject({ status: 404 });
});

test("a co-owner removes neither the owner nor others, nor a survey with votes", async () => {
  const id = await published();
  const [coco, other] = [await shared.share(id, owner), await shared.share(id, owner)];
  const { coOwners: rows } = await shared.list(id, coco);
  expect(rows.map(({ isYou }) => isYou)).toEqual([true, false]);
  for (const { _id } of rows)
    expect(await t.refused(owners.removeCoOwner, { as: coco, params: { id, owner: _id } })).toMatchObject({
      status: 404,
    });
  await t.request(castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  expect(await t.refused(surveys.deleteSurvey, { as: coco, params: { id } })).toMatchObject({ code: "hasVotes" });
  expect(await statusOf(id, other)).toBe(200);
  const empty = await waiting();
  const last = await shared.share(empty, owner);
  await t.request(surveys.deleteSurvey, { as: last, params: { id: empty } });
  expect(await sharedWith(last)).toEqual({ surveys: [], invitations: [] });
});

/** The ways to end a co-owner's rights. */
const ends: Record<string, (id: string, person: Person) => Promise<unknown>> = {
  leaving: (id, person) => shared.leave(id, person),
  removal: (id, person) => shared.remove(id, owner, person),
  demotion: (_, { id }) => t.request(setUserRole, { as: people.admin, params: { id }, body: { role: "user" } }),
  blocking: (_, { id }) => t.request(setUserStatus, { as: people.admin, params: { id }, body: { status: BLOCKED } }),
  deletion: async (_, person) => {
    await t.database.db
      .updateTable("sessions")
      .set({ created_at: Date.now() })
      .where("user_id", "=", person.id)
      .execute();
    await t.request(deleteMyAccount, { as: person, body: { email: person.email } });
  },
};

test.each(Object.entries(ends))("%s ends a co-owner's rights immediately", async (_, end) => {
  const id = await waiting();
  const coco = await shared.share(id, owner);
  const rest = await shared.share(id, owner);
  expect(await statusOf(id, coco)).toBe(200);
  await end(id, coco);
  expect([401, 404]).toContain(await statusOf(id, coco));
  expect([401, 403, 404]).toContain((await close(id, coco)).statusCode);
  // The others stay.
  expect(await statusOf(id, rest)).toBe(200);
  expect(await statusOf(id, owner)).toBe(200);
});

test("a co-owner who leaves or is removed is told, and so is the owner; a declined invitation doesn't leave a trace", async () => {
  const id = await waiting();
  const [left, removed, declined] = [await shared.share(id, owner), await shared.share(id, owner), await surveyor()];
  await shared.leave(id, left);
  await shared.remove(id, owner, removed);
  await shared.invite(id, owner, declined);
  await shared.leave(id, declined);
  expect(await kindsTo(owner)).toContain("coOwnerLeft");
  expect(await kindsTo(removed)).toContain("coOwnerRemoved");
  expect((await shared.list(id, owner)).coOwners).toEqual([]);
  const again = await t.database.db.selectFrom("surveys").select("co_owners").where("id", "=", id).executeTakeFirst();
  expect(again).toEqual({ co_owners: "" });
});

/** Why emails about a topic to a person were not sent, as an admin finds it. */
async function reasonsOf({ email: address }: Person, topic: EmailTopic) {
  const found = await t.request(findEmails, { as: people.admin, query: { address } });
  return found.flatMap((email) => (email.topic === topic && email.reason !== null ? [email.reason] : []));
}
const deleteSurvey = (id: string) => t.request(surveys.deleteSurvey, { as: people.admin, params: { id } });

test("an invitation that waits is sent only while its owner may invite, and the reason is kept otherwise", async () => {
  const invited = async (end: (id: string, from: Person, to: Person) => Promise<unknown>) => {
    const [from, to] = [await surveyor("Olaf Owner"), await surveyor()];
    const id = await t.makeSurvey(from);
    await shared.invite(id, from, to);
    await end(id, from, to);
    await endWindows(t.database);
    const sent = (await sendEmails(t)).filter((email) => email.to === to.email);
    const accepted = await t.send(owners.acceptCoOwnership, { as: to, params: { id } });
    return [sent.length, accepted.statusCode, ...(await reasonsOf(to, "coOwner"))];
  };
  const ended = (how: string) => ends[how] as (typeof ends)[string];
  expect(await invited(async () => {})).toEqual([1, 200]);
  expect(await invited(ended("demotion"))).toEqual([0, 404, "senderStopped"]);
  expect(await invited(ended("blocking"))).toEqual([0, 404, "senderStopped"]);
  expect(await invited(ended("deletion"))).toEqual([0, 404, "senderStopped"]);
  expect(await invited((id, from, to) => shared.remove(id, from, to))).toEqual([0, 404, "roleChanged"]);
  expect(await invited(deleteSurvey)).toEqual([0, 404, "surveyDeleted"]);
});

test("an email to an owner that waits while the survey is deleted, or while they leave it, keeps which of both", async () => {
  const told = async (end: (id: string, coco: Person) => Promise<unknown>) => {
    const id = await waiting();
    const coco = await shared.share(id, owner);
    await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
    await end(id, coco);
    await endWindows(t.database);
    await sendEmails(t);
    return reasonsOf(coco, "ownSurvey");
  };
  expect(await told(async () => {})).toEqual([]);
  expect(await told((id, coco) => shared.leave(id, coco))).toEqual(["roleChanged"]);
  expect(await told(deleteSurvey)).toEqual(["surveyDeleted"]);
});

test("the audit log names the actor of each change of a survey with several owners, without addresses", async () => {
  const id = await published();
  const coco = await shared.share(id, owner, "Coco Logged");
  const body = { Title: "A question?", category: "Food Preparation" as const, image: "https://example.org/a.webp" };
  await t.request(surveys.updateSurvey, { as: owner, params: { id }, body: { ...body, Description: "More of it" } });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  expect((await close(id, coco)).statusCode).toBe(200);
  await shared.remove(id, owner, coco);
  const events = await t.request(listAuditEvents, { as: people.admin, query: { limit: 100 } });
  const about = events.filter((event) => event.about.id === id);
  expect(about.map(({ action, by, admin }) => `${action} ${by} ${admin?.name}`)).toEqual([
    `coOwnerRemoved owner ${owner.name}`,
    "surveyClosed owner Coco Logged",
    "surveyStatusChanged admin Ada Admin",
    `surveyChanged owner ${owner.name}`,
    "coOwnerAdded owner Coco Logged",
    `coOwnerInvited owner ${owner.name}`,
    "surveyStatusChanged admin Ada Admin",
  ]);
  expect(JSON.stringify(about.map(({ before, after }) => ({ before, after })))).not.toContain("@");
});

test("a co-owner's data is exported; after the owner's deletion the co-owners keep the survey, and no one new can join", async () => {
  const [from, late] = [await surveyor("Olga Leaves"), await surveyor()];
  const id = await t.makeSurvey(from, { publishedBy: people.admin });
  const coco = await shared.share(id, from);
  await shared.invite(id, from, late);
  const data = await t.request(exportMyData, { as: coco });
  expect(data.sharedSurveys).toMatchObject([{ surveyId: id, at: expect.any(String) }]);
  expect((await t.request(exportMyData, { as: late })).sharedSurveys).toMatchObject([{ surveyId: id, at: null }]);
  await ends.deletion?.(id, from);
  expect((await t.send(owners.acceptCoOwnership, { as: late, params: { id } })).statusCode).toBe(404);
  expect((await shared.list(id, coco)).coOwners).toMatchObject([{ email: coco.email, isYou: true }]);
  expect((await close(id, coco)).statusCode).toBe(200);
});
