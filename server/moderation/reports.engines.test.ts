import * as account from "@survey-app/contract/account/account.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../database/newId.ts";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";
import { storeBallots } from "../votes/storing/votes.sql.ts";
import { insertReports } from "./reports.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });
const report = (id: string, inapp: string) => ({ params: { id }, body: { inapp } });
const readReports = (id: string) => t.request(surveys.getSurvey, { as: people.admin, params: { id } });
const openReports = async (id: string) => (await readReports(id)).openReports;

test("an admin gets a report with its author, and only admins see the count of open reports", async () => {
  const id = await publish();
  await t.request(votes.reportSurvey, { as: people.user, ...report(id, "An advertisement") });
  const found = await t.request(votes.listSurveyReports, { as: people.admin, params: { id } });
  expect(found).toMatchObject([
    { surveyId: id, inapp: "An advertisement", email: people.user.email, userName: "Uma User" },
  ]);
  expect(await openReports(id)).toBe(1);
  expect((await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).openReports).toBe(0);
});

test("the reports on a survey that doesn't exist are not found", async () => {
  const unknown = { as: people.admin, params: { id: "none" } };
  expect(await t.refused(votes.listSurveyReports, unknown)).toMatchObject({ status: 404, code: "notFound" });
});

test("one report for each user: the same again succeeds, another text gets 409, fifty concurrent ones count once", async () => {
  const id = await publish();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => t.request(votes.reportSurvey, { as: people.user, ...report(id, "Spam") })),
  );
  expect(new Set(answers.map(({ insertedId }) => insertedId)).size).toBe(1);
  const other = await t.refused(votes.reportSurvey, { as: people.user, ...report(id, "Something else") });
  expect(other).toMatchObject({ status: 409, code: "alreadyReported" });
  expect(await openReports(id)).toBe(1);
});

test("a report sent with a vote counts like one sent alone, and an earlier one stays", async () => {
  const id = await publish();
  await t.request(votes.castVote, { as: people.pro, body: { SurveyID: id, vote: 1, inapp: "Twice the same survey" } });
  await t.request(votes.reportSurvey, { as: people.user, ...report(id, "First") });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1, inapp: "Second" } });
  const found = await t.request(votes.listSurveyReports, { as: people.admin, params: { id } });
  expect(found.map(({ inapp }) => inapp)).toEqual(["First", "Twice the same survey"]);
  expect(await openReports(id)).toBe(2);
});

test.runIf(inject("engine") === "postgres")("a report sent alone and one with a vote don't deadlock", async () => {
  const id = await publish();
  let voted: ReturnType<typeof storeBallots> | undefined;
  await t.database.transaction(async (tx) => {
    await tx.db.selectFrom("surveys").select("id").where("id", "=", id).$call(tx.dialect.lock).execute();
    voted = storeBallots(t.database, [
      { id: newId(), surveyId: id, userId: people.user.id, choice: 1, comment: "", report: "Spam" },
    ]);
    await expect.poll(() => countWaiting(t.database)).toBe(1);
    await insertReports(tx, [{ id: newId(), surveyId: id, userId: people.user.id, text: "Spam" }]);
  });
  expect(await voted).toMatchObject([{ kind: "stored" }]);
  expect(await openReports(id)).toBe(1);
});

test("admins see how many surveys are reported, whatever the page size; other users see no reports", async () => {
  const list = (as = people.admin, query: object = {}) =>
    t.send(surveys.listAllSurveys, { as, query: { reported: "1", limit: 2, ...query } });
  const countOf = async (query: object = {}) => Number((await list(people.admin, query)).headers["x-total-count"]);
  const [before, quiet] = [await countOf(), await publish()];
  const reported = await Promise.all([publish(), publish(), publish()]);
  for (const id of reported) await t.request(votes.reportSurvey, { as: people.user, ...report(id, "Spam") });
  expect((await list()).json()).toHaveLength(2);
  expect([await countOf(), await countOf({ status: 2 }), await countOf({ status: 1 })]).toEqual([
    before + 3,
    before + 3,
    0,
  ]);
  const listed: { _id: string }[] = (await list(people.admin, { limit: 100 })).json();
  expect(listed.map(({ _id }) => _id)).toEqual(expect.arrayContaining(reported));
  expect(listed).toHaveLength(before + 3);
  const shown: { _id: string }[] = (await list(people.surveyor, { limit: 100 })).json();
  expect(shown.map(({ _id }) => _id)).toEqual(expect.arrayContaining([...reported, quiet]));
  await t.request(votes.resolveReports, { as: people.admin, params: { id: reported[0] ?? "" } });
  expect(await countOf()).toBe(before + 2);
});

test("admins find reported surveys first, then waiting ones; resolved reports no longer count", async () => {
  const reported = await publish();
  const waiting = await t.makeSurvey(people.surveyor);
  const newest = await publish();
  await t.request(votes.reportSurvey, { as: people.user, ...report(reported, "Spam") });
  const order = async () => {
    const found = await t.request(surveys.listAllSurveys, { as: people.admin, query: { limit: 100 } });
    const wanted = [reported, waiting, newest];
    return found.map(({ _id }) => _id).filter((id) => wanted.includes(id));
  };
  expect(await order()).toEqual([reported, waiting, newest]);
  const settle = { as: people.admin, params: { id: reported } };
  expect(await t.request(votes.resolveReports, settle)).toEqual({ modifiedCount: 1 });
  expect(await t.request(votes.resolveReports, settle)).toEqual({ modifiedCount: 0 });
  expect(await order()).toEqual([waiting, newest, reported]);
  expect(await t.request(votes.listSurveyReports, settle)).toHaveLength(1);
});

test("a report sent after an admin opened the list is not marked as resolved", async () => {
  const id = await publish();
  await t.request(votes.reportSurvey, { as: people.user, ...report(id, "Spam") });
  const seen = await readReports(id);
  await t.request(votes.reportSurvey, { as: people.pro, ...report(id, "It asks for passwords") });
  const settle = { as: people.admin, params: { id } };
  const dismiss = (version: number | undefined) => ({ ...settle, query: { version } });
  const refused = await t.refused(votes.resolveReports, dismiss(seen.reportsVersion));
  expect(refused).toMatchObject({ status: 409, code: "reportedMeanwhile" });
  // Another admin settles the report that was read. One report is open again, but it's another one.
  const [, read] = await t.request(votes.listSurveyReports, settle);
  const upheld = { params: { id, report: read?._id ?? "" }, body: { outcome: "upheld" } } as const;
  await t.request(votes.settleReport, { as: people.admin, ...upheld });
  expect(await openReports(id)).toBe(seen.openReports);
  expect(await t.refused(votes.resolveReports, dismiss(seen.reportsVersion))).toMatchObject({ status: 409 });
  const { reportsVersion } = await readReports(id);
  expect(await t.request(votes.resolveReports, dismiss(reportsVersion))).toEqual({ modifiedCount: 1 });
  expect(await t.request(votes.resolveReports, dismiss(reportsVersion))).toEqual({ modifiedCount: 0 });
  expect(await openReports(id)).toBe(0);
  expect((await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } })).reportsVersion).toBeUndefined();
});

test("unpublishing resolves the reports", async () => {
  const id = await publish();
  await t.request(votes.reportSurvey, { as: people.user, ...report(id, "Spam") });
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: 1, feedback: "It is one" },
  });
  expect(await openReports(id)).toBe(0);
});

test("own participations: surveys voted on, reported and commented on, each newest first, with current totals", async () => {
  const me = await makePerson(t.database, t.tokens, { name: "Mia Member", isMember: true });
  const [voted, commented, reportedOnly] = [await publish(), await publish(), await publish()];
  await t.request(votes.castVote, { as: me, body: { SurveyID: voted, vote: 0 } });
  await t.request(votes.castVote, { as: me, body: { SurveyID: commented, vote: 1, comments: "Good" } });
  await t.request(votes.reportSurvey, { as: me, ...report(reportedOnly, "Spam") });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: voted, vote: 1 } });
  const own = { as: me, params: { email: me.email } };
  expect(await t.request(votes.listMyParticipations, own)).toMatchObject([
    { SurveyID: commented, vote: 1, totalVotes: 1, yesVotes: 1, noVotes: 0 },
    { SurveyID: voted, vote: 0, totalVotes: 2, yesVotes: 1, noVotes: 1 },
  ]);
  expect(await t.request(votes.listMyComments, own)).toMatchObject([{ SurveyID: commented, comments: "Good" }]);
  expect(await t.request(votes.listMyReports, own)).toMatchObject([
    { SurveyID: reportedOnly, vote: null, inapp: "Spam" },
  ]);
});

test("own choices on some surveys, and only on those", async () => {
  const [a, b, c] = [await publish(), await publish(), await publish()];
  const me = await makePerson(t.database, t.tokens);
  await t.request(votes.castVote, { as: me, body: { SurveyID: a, vote: 1 } });
  await t.request(votes.castVote, { as: me, body: { SurveyID: c, vote: 1 } });
  const asked = await t.app.inject({
    url: `/api/me/votes?surveys=${a},${b}`,
    headers: { authorization: `Bearer ${me.token}` },
  });
  expect(asked.json()).toEqual([{ surveyId: a, vote: 1 }]);
});

test("a user who only reported a survey can't read it after it was unpublished; voters still see what they voted on", async () => {
  const id = await t.makeSurvey(people.surveyor, {
    publishedBy: people.admin,
    Title: "Is it secret?",
    Description: "Secret.",
  });
  await t.request(votes.reportSurvey, { as: people.user, ...report(id, "It names a person") });
  await t.request(votes.castVote, { as: people.pro, body: { SurveyID: id, vote: 1, inapp: "It names me" } });
  const body = { status: 1, feedback: "It names a person" } as const;
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body });
  const seen = async (of: typeof people.user, as = of) => {
    const found = await t.request(votes.listMyReports, { as, params: { email: of.email } });
    return found.find(({ SurveyID }) => SurveyID === id);
  };
  expect(await seen(people.user)).toMatchObject({
    Title: votes.UNPUBLISHED_TITLE,
    inapp: "It names a person",
    totalVotes: 0,
  });
  expect(JSON.stringify(await seen(people.user))).not.toMatch(/ecret|picture/);
  expect(await seen(people.pro)).toMatchObject({ Title: "Is it secret?", inapp: "It names me" });
  expect(await seen(people.user, people.admin)).toMatchObject({ Title: "Is it secret?" });
  const exportedTitle = async (as: typeof people.user) => {
    const { reports } = await t.request(account.exportMyData, { as });
    return reports.find(({ surveyId }) => surveyId === id)?.Title;
  };
  expect(await exportedTitle(people.user)).toBe(votes.UNPUBLISHED_TITLE);
  expect(await exportedTitle(people.pro)).toBe("Is it secret?");
  // Nor does it reveal that the survey is scheduled to start again.
  const start = `${LATER_YEAR}-01-02T10:00:00.000Z`;
  const again = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  await t.request(votes.reportSurvey, { as: people.user, ...report(again, "It names a person") });
  const edit = { Title: "Is it?", category: "Food Preparation", image: "https://example.org/picture.webp" } as const;
  const params = { id: again };
  await t.request(surveys.updateSurvey, {
    as: people.surveyor,
    params,
    body: { ...edit, createDate: start, scheduled: true },
  });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params, body: { status: surveys.PUBLISHED } });
  const reported = await t.request(votes.listMyReports, { as: people.user, params: { email: people.user.email } });
  const scheduled = reported.find(({ SurveyID }) => SurveyID === again);
  expect(scheduled).toMatchObject({ Title: votes.UNPUBLISHED_TITLE, status: surveys.WAITING });
  expect(scheduled?.createDate).not.toBe(start);
});
