import * as account from "@survey-app/contract/account/account.ts";
import * as audit from "@survey-app/contract/ops/audit.ts";
import * as notices from "@survey-app/contract/ops/notices.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as moderation from "@survey-app/contract/surveys/moderation.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

const { PUBLISHED, WAITING } = surveys;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let otherAdmin: Person;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  otherAdmin = await makePerson(t.database, t.tokens, { name: "Olga Admin", role: "admin" });
});

afterAll(() => t.close());

interface Change {
  status: surveys.SurveyStatus;
  feedback?: string;
  reason?: moderation.UnpublishReason;
  version?: number;
  seenStatus?: surveys.SurveyStatus;
}
const decide = (id: string, body: Change, as = people.admin) =>
  t.request(surveys.setSurveyStatus, { as, params: { id }, body });
const refusedDecision = (id: string, body: Change, as = people.admin) =>
  t.refused(surveys.setSurveyStatus, { as, params: { id }, body });
const appeal = (id: string, text: string, as = people.surveyor) =>
  t.request(moderation.appealUnpublication, { as, params: { id }, body: { appeal: text } });
const refusedAppeal = (id: string, text: string, as = people.surveyor) =>
  t.refused(moderation.appealUnpublication, { as, params: { id }, body: { appeal: text } });
const reasonFor = (id: string, as?: Person) => t.request(moderation.getUnpublication, { as, params: { id } });
const surveyFor = (id: string, as = people.admin) => t.request(surveys.getSurvey, { as, params: { id } });
const awaitingReview = async () => (await t.request(notices.getMyNotices, { as: people.admin })).awaitingReview;

const NOTE = "It sells <b>shoes</b>";
const spam = { status: WAITING, feedback: NOTE, reason: "spam" } as const;

async function unpublished(title = "Is it an advertisement?"): Promise<string> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: title });
  await decide(id, spam);
  return id;
}

test("a survey that was unpublished once more is not published from a page that was opened before", async () => {
  const id = await unpublished();
  const { version } = await surveyFor(id);
  await decide(id, { status: PUBLISHED });
  await decide(id, { ...spam, feedback: "It still sells shoes" });
  const old = { status: PUBLISHED, version, seenStatus: WAITING } as const;
  expect((await refusedDecision(id, old)).code).toBe("changedMeanwhile");
  expect(await surveyFor(id)).toMatchObject({ status: WAITING });
});

test("the owner appeals once for each unpublishing: the same text succeeds again, concurrent others get 409", async () => {
  const id = await unpublished();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      t.send(moderation.appealUnpublication, {
        as: people.surveyor,
        params: { id },
        body: { appeal: index % 2 ? "It informs" : "It asks" },
      }),
    ),
  );
  expect(outcomes.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array(10).fill(200),
    ...Array(10).fill(409),
  ]);
  const stored = (await reasonFor(id, people.admin))?.appeal ?? "";
  expect(await appeal(id, stored)).toEqual({ modifiedCount: 0 });
  expect(await refusedAppeal(id, "Another text")).toMatchObject({ status: 409, code: "alreadyAppealed" });
  expect((await reasonFor(id, people.user))?.appeal).toBeNull();
  await decide(id, { status: PUBLISHED });
  expect(await refusedAppeal(id, stored)).toMatchObject({ status: 409, code: "notUnpublished" });
  await decide(id, { ...spam, feedback: "Again" });
  expect(await appeal(id, "And again")).toEqual({ modifiedCount: 1 });
});

test("of an appeal and a publication at the same time exactly one succeeds, and the other one says why", async () => {
  const id = await unpublished();
  const { version } = await surveyFor(id);
  const [sent, published] = await Promise.all([
    t.send(moderation.appealUnpublication, { as: people.surveyor, params: { id }, body: { appeal: "Why?" } }),
    t.send(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: PUBLISHED, version } }),
  ]);
  expect([sent.statusCode, published.statusCode].toSorted()).toEqual([200, 409]);
  const { code } = (sent.statusCode === 409 ? sent : published).json<{ code: string }>();
  expect(code).toBe(sent.statusCode === 409 ? "notUnpublished" : "changedMeanwhile");
});

test("of two admins who decide at the same time one gets 409, and no reason or note is lost silently", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const wanted: [Person, Change][] = [
    [people.admin, { ...spam, seenStatus: PUBLISHED }],
    [otherAdmin, { status: WAITING, feedback: "It names a person", reason: "privacy", seenStatus: PUBLISHED }],
  ];
  const both = await Promise.all(
    wanted.map(([as, body]) => t.send(surveys.setSurveyStatus, { as, params: { id }, body })),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const index = both.findIndex(({ statusCode }) => statusCode === 200);
  expect(both[1 - index]?.json()).toMatchObject({ code: "decidedMeanwhile" });
  const [winner, won] = wanted[index] as [Person, Change];
  expect(await reasonFor(id, people.surveyor)).toMatchObject({ reason: won.reason, feedback: won.feedback });
  // A retry of the decision that was stored is no conflict.
  expect(await decide(id, won, winner)).toEqual({ modifiedCount: 0 });
  const late = await refusedDecision(id, { status: WAITING, feedback: "No", seenStatus: PUBLISHED }, otherAdmin);
  expect(late).toMatchObject({ status: 409, code: "decidedMeanwhile" });
});

test("reports are sorted, and settled one by one; each author learns the outcome, and two admins can't disagree", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const authors = [people.user, people.pro, people.otherSurveyor];
  const ids: string[] = [];
  for (const as of authors) {
    const { insertedId } = await t.request(votes.reportSurvey, {
      as,
      params: { id },
      body: { inapp: `By ${as.name}` },
    });
    ids.push(insertedId);
  }
  const [first = "", second = ""] = ids;
  const list = async (query: { state?: "open"; order?: "oldest"; limit?: number }) =>
    (await t.request(votes.listSurveyReports, { as: people.admin, params: { id }, query })).map(({ _id }) => _id);
  expect(await list({ order: "oldest" })).toEqual(ids);
  const settle = (report: string, outcome: votes.ReportOutcome, as = people.admin) =>
    ({ as, params: { id, report }, body: { outcome } }) as const;
  expect(await t.request(votes.settleReport, settle(first, "upheld"))).toEqual({ modifiedCount: 1 });
  expect(await t.request(votes.settleReport, settle(first, "upheld", otherAdmin))).toEqual({ modifiedCount: 0 });
  const other = await t.refused(votes.settleReport, settle(first, "dismissed", otherAdmin));
  expect(other).toMatchObject({ status: 409, code: "decidedMeanwhile" });
  const both = await Promise.all(
    [settle(second, "upheld"), settle(second, "dismissed", otherAdmin)].map((sent) => t.send(votes.settleReport, sent)),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect(await list({ state: "open" })).toEqual(ids.slice(2));
  expect((await surveyFor(id)).openReports).toBe(1);
  await decide(id, spam);
  expect((await surveyFor(id)).openReports).toBe(0);
  const settledFor = async (as: Person) => {
    const reported = await t.request(votes.listMyReports, { as, params: { email: as.email } });
    const found = reported.find(({ SurveyID }) => SurveyID === id);
    return [found?.reportOutcome, found?.unpublishedFor];
  };
  expect(await settledFor(people.user)).toEqual(["upheld", "spam"]);
  expect(await settledFor(people.otherSurveyor)).toEqual(["upheld", "spam"]);
});

test("everyone reads the reason in place of an unpublished survey, and only owner and admins what the admin wrote", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect(await reasonFor(id)).toBeNull();
  await decide(id, spam);
  const shown = { reason: "spam", feedback: null, appeal: null, appealedAt: null };
  for (const as of [undefined, people.user, people.otherSurveyor]) expect(await reasonFor(id, as)).toEqual(shown);
  for (const as of [people.surveyor, people.admin])
    expect(await reasonFor(id, as)).toMatchObject({ reason: "spam", feedback: NOTE });
  expect((await t.refused(surveys.getSurvey, { params: { id } })).status).toBe(404);
  expect(await surveyFor(id, people.surveyor)).toMatchObject({
    unpublished: { reason: "spam" },
    sentBack: { at: expect.any(String) },
  });
  const [note] = await t.request(feedback.listFeedback, {
    as: people.surveyor,
    params: { email: people.surveyor.email },
  });
  expect(note).toMatchObject({ surveyId: id, feedback: NOTE, reason: "spam", status: WAITING });
  await decide(id, { status: PUBLISHED });
  expect(await reasonFor(id)).toBeNull();
  expect(await surveyFor(id, people.surveyor)).not.toHaveProperty("unpublished");
});

test("a survey that was never public, or that its owner returned to review, doesn't have a reason to read", async () => {
  const waiting = await t.makeSurvey(people.surveyor);
  await decide(waiting, { status: WAITING, feedback: "Ask one thing" });
  const scheduled = await t.makeSurvey(people.surveyor, {
    createDate: `${LATER_YEAR}-01-02T10:00:00.000Z`,
    scheduled: true,
    publishedBy: people.admin,
  });
  await decide(scheduled, spam);
  for (const id of [waiting, scheduled, "unknown"]) expect(await reasonFor(id)).toBeNull();
  expect(await reasonFor(scheduled, people.surveyor)).toMatchObject({ reason: "spam" });
});

test("no reason is invented for programs that send none; a reason for another decision names the field", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const wrong = await refusedDecision(id, { status: PUBLISHED, feedback: "No", reason: "spam" });
  expect(wrong).toMatchObject({ status: 422, errors: [{ field: "reason" }] });
  expect(await decide(id, { status: WAITING, feedback: "No" })).toEqual({ modifiedCount: 1 });
  expect(await reasonFor(id)).toMatchObject({ reason: "unstated" });
});

test("an unpublished survey leaves the queue until its owner appeals or changes it", async () => {
  const before = await awaitingReview();
  const [appealed, changed] = [await unpublished(), await unpublished()];
  expect(await awaitingReview()).toBe(before);
  await appeal(appealed, "It is about a prize");
  const form = { Title: "Is this better?", category: "Food Preparation", image: "https://example.org/a.webp" } as const;
  await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id: changed }, body: form });
  expect(await awaitingReview()).toBe(before + 2);
  for (const id of [appealed, changed]) {
    const survey = await surveyFor(id);
    expect(survey.unpublished).toEqual({ reason: "spam" });
    expect(survey).not.toHaveProperty("sentBack");
  }
  await decide(appealed, { status: WAITING, feedback: "It still is one" });
  await decide(changed, { status: PUBLISHED });
  expect(await awaitingReview()).toBe(before);
  expect(await reasonFor(appealed)).toMatchObject({ reason: "spam" });
});

test("the email says that a survey stays unpublished, or that one that was never published needs a change", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const appealed = await t.makeSurvey(owner, { publishedBy: people.admin });
  await decide(appealed, spam);
  await appeal(appealed, "It is about a prize", owner);
  await decide(appealed, { status: WAITING, feedback: "It still is one" });
  await decide(await t.makeSurvey(owner), { status: WAITING, feedback: "Ask one thing" });
  const sentBack = (await emailsTo(t.database, owner)).filter(({ kind }) => kind === "surveySentBack");
  expect(sentBack).toMatchObject([
    { surveyId: appealed, note: "It still is one", wasPublished: true },
    { note: "Ask one thing", wasPublished: false },
  ]);
});

test("a survey that was sent back keeps status 1, with a mark for its owner and admins, and only one admin decides", async () => {
  const id = await t.makeSurvey(people.surveyor);
  const before = await awaitingReview();
  const { version } = await surveyFor(id);
  const sentBack = { status: WAITING, feedback: "Ask one thing", version, seenStatus: WAITING } as const;
  expect(await decide(id, sentBack)).toEqual({ modifiedCount: 1 });
  expect(await decide(id, sentBack)).toEqual({ modifiedCount: 0 });
  const other = { ...sentBack, feedback: "Ask another thing" };
  expect(await refusedDecision(id, other, otherAdmin)).toMatchObject({ status: 409, code: "decidedMeanwhile" });
  const published = { status: PUBLISHED, version, seenStatus: WAITING } as const;
  expect(await refusedDecision(id, published, otherAdmin)).toMatchObject({ status: 409, code: "changedMeanwhile" });
  for (const as of [people.surveyor, people.admin])
    expect(await surveyFor(id, as)).toMatchObject({ status: WAITING, sentBack: { at: expect.any(String) } });
  expect(await awaitingReview()).toBe(before - 1);
  const [entry] = await t.request(audit.listAuditEvents, { as: people.admin });
  expect(entry).toMatchObject({ action: "surveySentBack", before: {}, after: { note: "Ask one thing" } });
  expect(await decide(id, { status: PUBLISHED })).toEqual({ modifiedCount: 1 });
  expect(await surveyFor(id, people.surveyor)).not.toHaveProperty("sentBack");
});

test("the pages of the admins' list have each survey once, those that were sent back too", async () => {
  await unpublished();
  const sent = await t.makeSurvey(people.surveyor);
  await decide(sent, { status: WAITING, feedback: "Ask one thing" });
  const seen: string[] = [];
  let query: { limit: number; cursor?: string } = { limit: 1 };
  for (;;) {
    const response = await t.send(surveys.listAllSurveys, { as: people.admin, query });
    seen.push(...response.json<surveys.Survey[]>().map(({ _id }) => _id));
    const cursor = /cursor=([^&>]+)/.exec(String(response.headers.link))?.[1];
    if (!cursor || seen.length > 100) break;
    query = { limit: 1, cursor: decodeURIComponent(cursor) };
  }
  expect(seen).toContain(sent);
  expect(new Set(seen).size).toBe(seen.length);
});

test("an admin who has not read the appeal decides nothing", async () => {
  const id = await unpublished();
  const { version } = await surveyFor(id);
  await appeal(id, "It is about a prize");
  for (const status of [PUBLISHED, WAITING] as const)
    expect(await refusedDecision(id, { status, feedback: "Decided", version })).toMatchObject({
      status: 409,
      code: "changedMeanwhile",
    });
  expect((await surveyFor(id)).status).toBe(WAITING);
});

test("voters keep their vote on an unpublished survey and see its reason, without any number", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is it hidden?" });
  for (const as of [people.user, people.pro]) await t.request(votes.castVote, { as, body: { SurveyID: id, vote: 1 } });
  await decide(id, spam);
  const found = await t.request(votes.listMyParticipations, { as: people.user, params: { email: people.user.email } });
  expect(found.find(({ SurveyID }) => SurveyID === id)).toMatchObject({
    Title: "Is it hidden?",
    vote: 1,
    unpublishedFor: "spam",
    totalVotes: 0,
    yesVotes: null,
    noVotes: null,
    participants: 0,
    resultsVisible: false,
  });
  for (const endpoint of [surveys.getSurveyResults, surveys.getSurveyHistory, votes.getLedger])
    expect((await t.refused(endpoint, { as: people.user, params: { id } })).status).toBe(404);
});

test("an appeal is in its author's export, and is removed with the account", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(owner, { publishedBy: people.admin });
  await decide(id, spam);
  await appeal(id, "My reasons", owner);
  expect((await t.request(account.exportMyData, { as: owner })).appeals).toMatchObject([
    { surveyId: id, appeal: "My reasons" },
  ]);
  await t.request(account.deleteMyAccount, { as: owner, body: { email: owner.email } });
  expect((await reasonFor(id, people.admin))?.appeal).toBe("");
});
