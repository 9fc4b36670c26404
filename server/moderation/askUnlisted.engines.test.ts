import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { OPEN_UNLISTED_MAX } from "@survey-app/contract/text/limits.ts";
import * as users from "@survey-app/contract/users/users.ts";
import * as unlisted from "@survey-app/contract/votes/unlistedSurveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type AnyRequest, type TestApp, testApp } from "../testing/testApp.ts";

/** ASK_UNLISTED=confirmed: each person's rights on a survey that isn't in any public list. */
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ askUnlisted: "confirmed" });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const form = {
  Title: "Shall we meet on Monday?",
  category: "Beverage Makers" as const,
  image: "/categories/beverage-makers.svg",
  electorate: "invited" as const,
};
const create = (as: Person, change: object = {}, app = t) =>
  app.send(unlisted.createUnlistedSurvey, { as, body: { ...form, ...change } });
const newUser = () => makePerson(t.database, t.tokens, { name: "Una User" });
const ask = async (as: Person, change: object = {}): Promise<string> => (await create(as, change)).json().insertedId;
const accept = (id: string, version = 1) =>
  t.request(unlisted.acceptSurvey, { as: people.admin, params: { id }, body: { version } });
const setRole = (id: string, role: "user" | "surveyor") =>
  t.request(users.setUserRole, { as: people.admin, params: { id }, body: { role } });

describe("an account with a confirmed address", () => {
  test("asks an unlisted survey, which is published at once, and the audit log names both settings", async () => {
    const response = await create(people.user);
    expect(response.json()).toMatchObject({ status: PUBLISHED });
    const survey = await t.request(surveys.getSurvey, { params: { id: response.json().insertedId } });
    expect(survey).toMatchObject({ Title: form.Title, listed: false, unreviewed: true });
    const [event] = await t.request(listAuditEvents, { as: people.admin, query: { limit: 1 } });
    expect(event).toMatchObject({ by: "setting", after: { rule: "SURVEY_REVIEW=listed, ASK_UNLISTED=confirmed" } });
  });

  test.each([
    ["electorate", "surveyors.everyone", { electorate: "everyone" }],
    ["listed", "surveyors.listed", { listed: true }],
    ["image", "surveyors.picture", { image: "https://example.org/picture.webp" }],
    ["image", "surveyors.picture", { image: "/images/0123456789abcdef0123456789abcdef.webp" }],
  ])("gets a field error for %s (%s), when asking and when changing", async (field, code, change) => {
    const owner = await newUser();
    const id = await ask(owner);
    for (const response of [
      await create(owner, change),
      await t.send(surveys.updateSurvey, { as: owner, params: { id }, body: { ...form, ...change } }),
    ]) {
      expect(response.statusCode).toBe(422);
      const message = expect.stringMatching(/^Only surveyors can /);
      expect(response.json().errors).toEqual([{ field, message, code }]);
    }
  });

  test("has to confirm the address first", async () => {
    const owner = await newUser();
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", owner.id).execute();
    expect((await create(owner)).json()).toMatchObject({ status: 409, code: "addressUnconfirmed" });
  });

  test(`has at most ${OPEN_UNLISTED_MAX} open ones, also when they are asked at the same time`, async () => {
    const owner = await newUser();
    const responses = await Promise.all(Array.from({ length: 8 }, () => create(owner)));
    const asked = responses.filter(({ statusCode }) => statusCode === 200);
    expect(asked).toHaveLength(OPEN_UNLISTED_MAX);
    const refused = responses.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.json()).toMatchObject({ status: 409, code: "tooManyUnlisted", detail: /3 open surveys/ });
    const [first, second] = asked.map((response) => ({ id: response.json().insertedId }));
    // Two can be asked once one is closed and one is deleted.
    await t.request(surveys.closeSurvey, { as: owner, params: first ?? { id: "" } });
    await t.request(surveys.deleteSurvey, { as: owner, params: second ?? { id: "" } });
    for (const status of [200, 200, 409]) expect((await create(owner)).statusCode).toBe(status);
  });

  test("can't ask with POST /surveysForm, whose rights are the specification's", async () => {
    const body = { ...form, email: people.user.email };
    expect((await t.send(surveys.createSurvey, { as: people.user, body })).statusCode).toBe(403);
  });
});

test("surveyors ask unlisted surveys without that limit, with pictures; others are refused", async () => {
  for (let asked = 0; asked <= OPEN_UNLISTED_MAX; asked++)
    expect((await create(people.otherSurveyor, { image: "https://example.org/a.webp" })).statusCode).toBe(200);
  expect((await create(people.otherSurveyor, { electorate: "everyone" })).json().errors[0].field).toBe("electorate");
});

test("an unlisted survey awaits review with SURVEY_REVIEW=all, and only surveyors ask one with ASK_UNLISTED=surveyors", async () => {
  for (const [settings, expected] of [
    [{ askUnlisted: "confirmed", surveyReview: "all" }, { status: WAITING }],
    [{ askUnlisted: "surveyors" }, { status: 403, code: "roleRequired" }],
  ] as const) {
    const app = await testApp(settings);
    try {
      const owner = await makePerson(app.database, app.tokens);
      expect((await create(owner, {}, app)).json()).toMatchObject(expected);
    } finally {
      await app.close();
    }
  }
});

/** An endpoint for a survey's owner, with the statuses for owner, another user, another surveyor and a visitor. */
const rows: [string, (id: string, owner: Person) => Parameters<TestApp["send"]>, number[]][] = [
  ["read", (id) => [surveys.getSurvey, { params: { id } }], [200, 200, 200, 200]],
  ["change", (id) => [surveys.updateSurvey, { params: { id }, body: form }], [200, 403, 404, 401]],
  ["see what can be sent", (id) => [outcomes.getSending, { params: { id } }], [200, 403, 404, 401]],
  [
    "add people",
    (id) => [invitations.addInvitations, { params: { id }, body: { rows: [{ label: "Ann" }] } }],
    [200, 403, 404, 401],
  ],
  ["make codes", (id) => [invitations.createCodes, { params: { id }, body: { count: 1 } }], [200, 403, 404, 401]],
  ["read the list", (id) => [invitations.listInvitations, { params: { id } }], [200, 403, 404, 401]],
  ["send links", (id) => [invitations.sendInvitations, { params: { id } }], [409, 403, 404, 401]],
  ["remind", (id) => [outcomes.remindFollowers, { params: { id } }], [409, 403, 404, 401]],
  // No one vouches for the owner, so voters' addresses stay hidden.
  ["read addresses of voters", (id) => [downloads.getVotesCsv, { params: { id } }], [409, 403, 403, 401]],
  ["read the result", (id) => [downloads.getResultsCsv, { params: { id } }], [200, 200, 200, 200]],
  ["list own surveys", (_, { email }) => [surveys.listMySurveys, { query: { email } }], [200, 403, 403, 401]],
  ["list feedback", (_, { email }) => [feedback.listFeedback, { params: { email } }], [200, 403, 403, 401]],
  ["show the result", (id) => [surveys.showResult, { params: { id } }], [409, 403, 404, 401]],
  ["close", (id) => [surveys.closeSurvey, { params: { id } }], [200, 403, 404, 401]],
  ["decide", (id) => [outcomes.setOutcome, { params: { id }, body: { text: "Monday" } }], [200, 403, 404, 401]],
  ["delete", (id) => [surveys.deleteSurvey, { params: { id } }], [200, 404, 404, 401]],
];

test("the owner manages their own unlisted survey through the same endpoints as surveyors; others don't", async () => {
  const owner = await newUser();
  const id = await ask(owner);
  for (const [what, request, expected] of rows) {
    const [endpoint, given] = request(id, owner);
    const send = (as: Person | undefined) => t.send(endpoint, { ...(given as AnyRequest), as });
    // The owner comes last, because only the owner may end or delete the survey.
    for (const [index, as] of [undefined, people.otherSurveyor, people.pro, owner].entries())
      expect((await send(as)).statusCode, `${what} ${as?.name}`).toBe(expected[3 - index]);
  }
});

test("once an admin has accepted it, the owner sends links and reads the voters, until an edit", async () => {
  const owner = await newUser();
  const id = await ask(owner);
  await t.request(invitations.addInvitations, {
    as: owner,
    params: { id },
    body: { rows: [{ email: people.user.email }] },
  });
  const send = () => t.send(invitations.sendInvitations, { as: owner, params: { id } });
  expect((await send()).json()).toMatchObject({ status: 409, code: "sendsNoEmail" });
  await accept(id);
  expect(await t.request(surveys.getSurvey, { params: { id } })).not.toHaveProperty("unreviewed");
  expect((await t.send(downloads.getVotesCsv, { as: owner, params: { id } })).statusCode).toBe(200);
  await t.request(surveys.updateSurvey, { as: owner, params: { id }, body: { ...form, Title: "Shall we meet?" } });
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ unreviewed: true });
  expect((await send()).json()).toMatchObject({ status: 409, code: "sendsNoEmail" });
  await accept(id, 2);
  expect((await send()).json()).toEqual({ modifiedCount: 1 });
});

test("links of an unreviewed survey can't be sent, not even by an admin: accepting comes first", async () => {
  const owner = await newUser();
  const id = await ask(owner);
  const as = people.admin;
  await t.request(users.setUserStatus, { as, params: { id: owner.id }, body: { status: "Blocked" } });
  expect(await t.refused(invitations.sendInvitations, { as, params: { id } })).toMatchObject({ code: "sendsNoEmail" });
  await accept(id);
  expect(await t.request(invitations.sendInvitations, { as, params: { id } })).toEqual({ modifiedCount: 0 });
});

test("a demoted surveyor keeps the rights on unlisted surveys, but on no listed one", async () => {
  const person = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const image = "https://example.org/a.webp";
  const id = await ask(person, { image });
  const listed = await t.makeSurvey(person, { publishedBy: people.admin });
  expect(await t.request(surveys.getSurvey, { params: { id } })).not.toHaveProperty("unreviewed");
  await setRole(person.id, "user");
  const body = { ...form, image, Title: "Shall we meet again?" };
  const change = (id: string) => t.send(surveys.updateSurvey, { as: person, params: { id }, body });
  expect((await change(listed)).json()).toMatchObject({ status: 403, code: "roleRequired" });
  expect((await change(id)).statusCode).toBe(200);
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ unreviewed: true, image: form.image });
  // What an admin accepted from a surveyor doesn't count for a demoted one: the owner's own emails stay stopped.
  await accept(id, 2);
  const sent = await t.send(downloads.getVotesCsv, { as: person, params: { id } });
  expect(sent.json()).toMatchObject({ status: 409, code: "votersHidden" });
  await setRole(person.id, "surveyor");
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ image });
});

test("a blocked owner can do nothing, and the survey stays unreviewed", async () => {
  const owner = await newUser();
  const id = await ask(owner);
  const as = people.admin;
  await t.request(users.setUserStatus, { as, params: { id: owner.id }, body: { status: "Blocked" } });
  expect((await t.send(surveys.closeSurvey, { as: owner, params: { id } })).statusCode).toBe(401);
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ unreviewed: true });
});

test("people on the list vote, and the admins' list shows owner's role, reports and acceptance", async () => {
  const owner = await newUser();
  const id = await ask(owner);
  const [code] = await t.request(invitations.createCodes, { as: owner, params: { id }, body: { count: 1 } });
  const opened = await t.request(invitations.openInvitation, { body: { token: code?.code ?? "" } });
  expect(opened.surveyId).toBe(id);
  await t.request(unlisted.reportUnlistedSurvey, { params: { id }, body: { inapp: "It asks for my password" } });
  const find = async () => {
    const all = await t.request(unlisted.listUnlistedSurveys, { as: people.admin, query: { limit: 100 } });
    return all.find(({ _id }) => _id === id);
  };
  expect(await find()).toMatchObject({ accepted: false, unreviewed: true, ownerRole: "user", openReports: 1 });
  const [report] = await t.request(votes.listSurveyReports, { as: people.admin, params: { id } });
  expect(report).toMatchObject({ inapp: "It asks for my password", email: "", userName: "" });
  await accept(id);
  expect(await find()).toMatchObject({ accepted: true, ownerRole: "user", openReports: 1 });
});

describe("a report without an account", () => {
  test("is for surveys that nobody vouches for, and names no author even for those who are signed in", async () => {
    const id = await ask(await newUser());
    const report = (as?: Person) =>
      t.send(unlisted.reportUnlistedSurvey, { as, params: { id }, body: { inapp: "Spam" } });
    expect((await report()).statusCode).toBe(200);
    expect((await report(people.user)).statusCode).toBe(200);
    await accept(id);
    expect((await report()).json()).toMatchObject({ status: 401, code: "signInRequired" });
    expect((await report(people.user)).statusCode).toBe(404);
  });

  test(`is one of at most ${unlisted.VISITORS_REPORTS_MAX} open ones`, async () => {
    const id = await ask(await newUser());
    const report = () => t.send(unlisted.reportUnlistedSurvey, { params: { id }, body: { inapp: "Spam" } });
    const responses = await Promise.all(Array.from({ length: unlisted.VISITORS_REPORTS_MAX + 5 }, report));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(unlisted.VISITORS_REPORTS_MAX);
    expect((await report()).json()).toMatchObject({ status: 409, code: "reportedEnough" });
    await t.request(votes.resolveReports, { as: people.admin, params: { id } });
    expect((await report()).statusCode).toBe(200);
  });

  test("is limited by network", async () => {
    const app = await testApp({ askUnlisted: "confirmed", limits: true });
    try {
      const owner = await makePerson(app.database, app.tokens);
      const ids = [];
      for (let asked = 0; asked < 2; asked++) ids.push((await create(owner, {}, app)).json().insertedId);
      const statuses = [];
      for (let sent = 0; sent < 11; sent++) {
        const params = { id: ids[sent % 2] };
        statuses.push((await app.send(unlisted.reportUnlistedSurvey, { params, body: { inapp: "Spam" } })).statusCode);
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await app.close();
    }
  });
});
