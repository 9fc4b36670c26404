import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as waitingPeople from "@survey-app/contract/invitations/waitingPeople.ts";
import { deleteMeeting, getManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { removeAllOldNames } from "../retention/names.sql.ts";
import { coOwners } from "../testing/coOwners.ts";
import { invitedSurveys, newTicket, secretSettings } from "../testing/invitedSurveys.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(async () => {
  expect(await findListFlaws(t.database)).toEqual([]);
  await t.close();
});

const invited = invitedSurveys(() => ({ t, ...people }));
const meetings = meetingLists(() => ({ t, ...people }));

const ROWS = [{ email: "ann@example.org", label: "Ann" }, { label: "Bo" }, { label: "Cy" }];

const addWaiting = (id: string, rows: object[] = ROWS, more: object = {}, as = people.surveyor) =>
  t.request(invitations.addInvitations, { as, params: { id }, body: { rows, waiting: true, ...more } });
const waiting = async (id: string, as: Person = people.surveyor) =>
  t.request(waitingPeople.listWaitingPeople, { as, params: { id } });
const labels = async (id: string) => (await waiting(id)).map(({ label }) => label);
const allow = (id: string) => t.request(invitations.allowCodes, { as: people.admin, params: { id } });
const makeCodes = (id: string, ticket?: string) =>
  t.request(waitingPeople.makeWaitingCodes, {
    as: people.surveyor,
    params: { id },
    body: { ...(ticket !== undefined && { ticket }) },
  });
const requests = async () =>
  (await t.request(waitingPeople.listCodeRequests, { as: people.admin, query: { limit: 100 } })).map(
    ({ _id, people: count }) => [_id, count] as const,
  );
const stored = (id: string) =>
  t.database.db.selectFrom("waiting_people").select("id").where("survey_id", "=", id).execute();

const holders = [
  ["a secret survey", () => invited.make(secretSettings())],
  ["a secret meeting", () => meetings.make({ privacy: "secret" })],
] as const;

describe.each(holders)("on the list of %s", (holder, make) => {
  test("people without an address wait until an admin allows codes, and then get one each, shown once", async () => {
    const id = await make();
    expect(await invited.addRefused(id, ROWS)).toMatchObject({ code: "codesNotAllowed" });
    expect(await addWaiting(id, ROWS, { dryRun: true })).toMatchObject({ added: 1, waiting: 2, codes: [] });
    expect(await stored(id)).toEqual([]);
    expect(await addWaiting(id)).toMatchObject({ added: 1, waiting: 2, codes: [] });
    expect(await labels(id)).toEqual(["Bo", "Cy"]);
    expect((await invited.list(id)).map(({ label }) => label)).toEqual(["Ann"]);
    expect(await requests()).toContainEqual([id, 2]);
    const early = await t.refused(waitingPeople.makeWaitingCodes, { as: people.surveyor, params: { id }, body: {} });
    expect(early.code).toBe("codesNotAllowed");

    await allow(id);
    expect(await requests()).not.toContainEqual([id, 2]);
    // The permission alone doesn't make codes, because no one would see them.
    expect(await labels(id)).toEqual(["Bo", "Cy"]);
    const ticket = newTicket();
    const { codes, left } = await makeCodes(id, ticket);
    expect([codes.map(({ label }) => label), left]).toEqual([["Bo", "Cy"], 0]);
    for (const { code } of codes) expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(await stored(id)).toEqual([]);
    expect((await invited.list(id)).map(({ label, email }) => [label, email !== null])).toEqual([
      ["Ann", true],
      ["Bo", false],
      ["Cy", false],
    ]);
    // After a lost response, the same request returns the same codes, and another one doesn't find anyone left.
    expect((await makeCodes(id, ticket)).codes).toEqual(codes);
    expect(await makeCodes(id, newTicket())).toEqual({ codes: [], left: 0 });
  });

  test("two simultaneous presses, even while people are added, give each person one code", async () => {
    const id = await make();
    await addWaiting(id);
    await allow(id);
    const [first, second, added] = await Promise.all([
      makeCodes(id, newTicket()),
      makeCodes(id, newTicket()),
      addWaiting(id, [{ label: "Di" }]),
    ]);
    expect(first.codes.length + second.codes.length).toBe(2);
    // Codes are allowed, so that she doesn't wait.
    expect(added.codes).toMatchObject([{ label: "Di" }]);
    expect((await invited.list(id)).map(({ label }) => label).sort()).toEqual(["Ann", "Bo", "Cy", "Di"]);
  });

  test("a repeated request doesn't add anyone twice, and waiting people count toward the list's limit", async () => {
    const id = await make();
    const ticket = newTicket();
    const first = await addWaiting(id, ROWS, { ticket });
    expect(await addWaiting(id, ROWS, { ticket })).toEqual(first);
    const onlyWaiting = newTicket();
    for (let times = 0; times < 2; times++)
      expect(await addWaiting(id, [{ label: "Di" }], { ticket: onlyWaiting })).toMatchObject({ added: 0, waiting: 1 });
    expect(await labels(id)).toEqual(["Bo", "Cy", "Di"]);
    const room = (total: number) => ({ dryRun: true, total });
    const max = holder === "a secret meeting" ? 2000 : 100_000;
    await addWaiting(id, [{ label: "Ed" }], room(max - 4));
    const full = { rows: [{ label: "Ed" }], waiting: true, ...room(max - 3) };
    const { code } = await t.refused(invitations.addInvitations, { as: people.surveyor, params: { id }, body: full });
    expect(code).toBe("listFull");
  });

  test("a dry run reports names that a person without an address already has, on the list or waiting", async () => {
    const id = await make();
    await addWaiting(id);
    const rows = [{ label: "Ann" }, { label: "Bo" }, { label: "Flo" }, { email: "bo@example.org", label: "Bo" }];
    expect((await addWaiting(id, rows, { dryRun: true })).sameLabel).toEqual([1]);
    await allow(id);
    await makeCodes(id);
    expect((await addWaiting(id, rows, { dryRun: true })).sameLabel).toEqual([1]);
    expect((await addWaiting(id, [{ label: "Bo" }])).codes).toMatchObject([{ label: "Bo" }]);
  });

  test("only the owner reads and removes waiting people; admins only learn how many there are", async () => {
    const id = await make();
    await addWaiting(id);
    const [bo] = await waiting(id);
    const params = { id, person: bo?._id ?? "" };
    for (const as of [
      people.user,
      people.pro,
      people.admin,
      await makePerson(t.database, t.tokens, { role: "surveyor" }),
    ]) {
      const read = await t.send(waitingPeople.listWaitingPeople, { as, params: { id } });
      const removed = await t.send(waitingPeople.removeWaitingPerson, { as, params });
      const made = await t.send(waitingPeople.makeWaitingCodes, { as, params: { id }, body: {} });
      for (const { statusCode, body } of [read, removed, made]) {
        expect([403, 404]).toContain(statusCode);
        expect(body).not.toContain("Bo");
      }
    }
    expect(await t.request(waitingPeople.removeWaitingPerson, { as: people.surveyor, params })).toEqual({
      modifiedCount: 1,
    });
    const gone = await t.refused(waitingPeople.removeWaitingPerson, { as: people.surveyor, params });
    expect([gone.code, await labels(id)]).toEqual(["notFound", ["Cy"]]);
  });

  test("waiting people are in the owner's export, and are deleted with the owner's account", async () => {
    const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
    const given = () => ({ t, surveyor: owner, admin: people.admin });
    const isMeeting = holder === "a secret meeting";
    const id = isMeeting
      ? await meetingLists(given).make({ privacy: "secret" })
      : await invitedSurveys(given).make(secretSettings());
    await addWaiting(id, ROWS, {}, owner);
    const exported = await t.request(account.exportMyData, { as: owner });
    expect(exported.waitingPeople).toMatchObject([
      { surveyId: id, label: "Bo" },
      { surveyId: id, label: "Cy" },
    ]);
    expect((await t.request(account.exportMyData, { as: people.user })).waitingPeople).toEqual([]);
    await t.request(account.deleteMyAccount, { as: owner, body: { email: owner.email } });
    expect(await stored(id)).toEqual([]);
  });
});

test("waiting people aren't in any number, mailing or question of a meeting, and are deleted when it ends or is deleted", async () => {
  const id = await meetings.make({ privacy: "secret" });
  const reached = Array.from({ length: 5 }, (_, index) => ({ email: `person${index}@example.org` }));
  await addWaiting(id, [...ROWS, ...reached]);
  const managed = await t.request(getManagedMeeting, { as: people.surveyor, params: { meeting: id } });
  expect(managed).toMatchObject({ people: 6, waiting: 2, withoutEmail: 0, codes: 0 });
  const surveyId = await meetings.ask(id, { privacy: "secret" });
  const listed = await t.database.db
    .selectFrom("invitations")
    .select("label")
    .where("survey_id", "=", surveyId)
    .execute();
  expect(listed).toHaveLength(6);
  const { label } = await t.request(surveys.getSurveyResults, { params: { id: surveyId } });
  expect(label.list).toMatchObject({ invited: 6, added: 0, codes: 0 });
  expect(
    (await t.refused(waitingPeople.listWaitingPeople, { as: people.surveyor, params: { id: surveyId } })).code,
  ).toBe("listOfMeeting");
  await meetings.close(surveyId);
  await meetings.end(id);
  expect(await stored(id)).toEqual([]);

  const another = await meetings.make({ privacy: "secret" });
  await addWaiting(another, [{ label: "Bo" }]);
  await t.request(deleteMeeting, { as: people.surveyor, params: { meeting: another } });
  expect(await stored(another)).toEqual([]);
});

test("waiting people aren't in any number of a survey, and are deleted when it closes or is deleted", async () => {
  const id = await invited.make(secretSettings());
  await addWaiting(id);
  await invited.publish(id);
  expect(await invited.resultLabel(id)).toMatchObject({ list: { invited: 1, added: 0, codes: 0, unsent: 1 } });
  await allow(id);
  await makeCodes(id);
  await addWaiting(id, [{ label: "Di" }]);
  const confidential = await invited.make({ ...secretSettings(), privacy: "confidential" });
  await addWaiting(confidential);
  await invited.publish(confidential);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id: confidential } });
  expect(await stored(confidential)).toEqual([]);
  const unpublished = await invited.make(secretSettings());
  await addWaiting(unpublished);
  await t.request(surveys.deleteSurvey, { as: people.surveyor, params: { id: unpublished } });
  expect(await stored(unpublished)).toEqual([]);
});

test("waiting people stay for the co-owners of a survey whose owner's account is deleted, and get codes", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await invitedSurveys(() => ({ t, surveyor: owner, admin: people.admin })).make(secretSettings());
  const coOwner = await coOwners(() => ({ t })).share(id, owner);
  await addWaiting(id, ROWS, {}, owner);
  await t.request(account.deleteMyAccount, { as: owner, body: { email: owner.email } });
  expect((await waiting(id, coOwner)).map(({ label }) => label)).toEqual(["Bo", "Cy"]);
  await allow(id);
  const made = await t.request(waitingPeople.makeWaitingCodes, { as: coOwner, params: { id }, body: {} });
  expect(made).toMatchObject({ codes: [{ label: "Bo" }, { label: "Cy" }], left: 0 });
});

test("waiting people are deleted at the close of a survey that is no longer for invited people", async () => {
  // As long as it awaits review, its owner can change who votes.
  const id = await t.makeSurvey(people.surveyor);
  const params = { id };
  const { Title } = await t.request(surveys.getSurvey, { as: people.surveyor, params });
  const form = { Title, category: "Beverage Makers", image: "/categories/beverage-makers.svg" } as const;
  const change = (settings: object) =>
    t.request(surveys.updateSurvey, {
      as: people.surveyor,
      params,
      body: { ...form, ...secretSettings(), ...settings },
    });
  await change({ electorate: "invited" });
  await addWaiting(id);
  await change({ electorate: "everyone" });
  await invited.publish(id);
  expect(await stored(id)).toHaveLength(2);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  expect(await stored(id)).toEqual([]);
});

test("people left waiting after a close by the version before are deleted with the names", async () => {
  const survey = await invited.make({ ...secretSettings(), privacy: "confidential" });
  await invited.publish(survey);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id: survey } });
  const meeting = await meetings.make({ privacy: "secret" });
  await meetings.end(meeting);
  const left = { label: "Bo", ticket_hash: null, created_at: Date.now() };
  for (const survey_id of [survey, meeting])
    await t.database.db
      .insertInto("waiting_people")
      .values({ survey_id, id: newId(), ...left })
      .execute();
  await removeAllOldNames(t.database, { days: -1 });
  expect([await stored(survey), await stored(meeting)]).toEqual([[], []]);
});
