import * as moderation from "@survey-app/contract/moderation.ts";
import * as surveys from "@survey-app/contract/surveys.ts";
import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const { PUBLISHED, SENT_BACK, WAITING } = surveys;
const HOUR = 3600_000;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let otherAdmin: Person;

beforeAll(async () => {
  t = await testApp({}, undefined, { surveyPollMs: HOUR, mailPollMs: HOUR });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  otherAdmin = await makePerson(t.database, t.tokens, { name: "Olga Admin", role: "admin" });
});

afterAll(() => t.close());

interface Change {
  status: 1 | 2 | 3;
  feedback?: string;
  reason?: moderation.UnpublishReason;
  version?: number;
  seenStatus?: 1 | 2 | 3;
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
const NOTE = "It sells <b>shoes</b>";
const spam = { status: WAITING, feedback: NOTE, reason: "spam" } as const;

async function unpublished(title = "Is it an advertisement?"): Promise<string> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: title });
  await decide(id, spam);
  return id;
}

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

test("of an appeal and a publication at once exactly one succeeds, and the other one says why", async () => {
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

test("of two admins who decide at once one gets 409, and no reason or note is lost without a word", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const wanted: [Person, Change][] = [
    [people.admin, { ...spam, seenStatus: PUBLISHED }],
    [otherAdmin, { status: WAITING, feedback: "It names a person", reason: "privacy", seenStatus: PUBLISHED }],
  ];
  const both = await Promise.all(
    wanted.map(([as, body]) => t.send(surveys.setSurveyStatus, { as, params: { id }, body })),
  );
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const at = both.findIndex(({ statusCode }) => statusCode === 200);
  expect(both[1 - at]?.json()).toMatchObject({ code: "decidedMeanwhile" });
  const [winner, won] = wanted[at] as [Person, Change];
  expect(await reasonFor(id, people.surveyor)).toMatchObject({ reason: won.reason, feedback: won.feedback });
  // A retry of the decision that was stored is no conflict.
  expect(await decide(id, won, winner)).toEqual({ modifiedCount: 0 });
  const late = await refusedDecision(id, { status: SENT_BACK, feedback: "No", seenStatus: PUBLISHED }, otherAdmin);
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
  const outcomeFor = async (as: Person) => {
    const reported = await t.request(votes.listMyReports, { as, params: { email: as.email } });
    const found = reported.find(({ SurveyID }) => SurveyID === id);
    return [found?.reportOutcome, found?.unpublishedFor];
  };
  expect(await outcomeFor(people.user)).toEqual(["upheld", "spam"]);
  expect(await outcomeFor(people.otherSurveyor)).toEqual(["upheld", "spam"]);
});
