import { listAuditEvents } from "@survey-app/contract/ops/audit.ts";
import { remindFollowers } from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, dayMonthYear, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { cutStreams, openStream } from "../testing/eventStream.ts";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { scenarios } from "../testing/scenario.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../testing/testApp.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { storeBallots } from "../votes/storing/votes.sql.ts";
import { closeEnded } from "./closeSurvey.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  // Only the tests close surveys, and no email is sent.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterEach(cutStreams);
afterAll(() => t.close());

const scenario = scenarios(() => ({ t, ...people }));
const publish = (options: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...options });
/** As a user, whose responses are never cached: not all changes in these tests emit an event. */
const get = (id: string) => t.request(surveys.getSurvey, { as: people.user, params: { id } });
const close = (id: string, as = people.surveyor) => t.request(surveys.closeSurvey, { as, params: { id } });
const refusedClose = (id: string, as = people.surveyor) => t.refused(surveys.closeSurvey, { as, params: { id } });
const closeDue = async () => {
  const closed: string[] = [];
  await closeEnded(
    t.database,
    recorder(({ surveyId }) => closed.push(surveyId)),
  );
  return closed;
};
const castBy = async (SurveyID: string, as = people.user) =>
  t.send(votes.castVote, { as, body: { SurveyID, vote: 1 } });
const setDeadline = (id: string, ends_at: number) =>
  t.database.db
    .updateTable("surveys")
    .set({ starts_at: Math.min(Date.now(), ends_at) - 9 * HOUR_MS, ends_at })
    .where("id", "=", id)
    .execute();
const edit = (id: string, deadline: string) => ({
  as: people.surveyor,
  params: { id },
  body: { Title: "Is this a question?", category: "Cleaning Tools", image: "https://example.org/p.webp", deadline },
});
const later = new Date(Date.now() + 48 * HOUR_MS).toISOString();

test("a survey is closed at its deadline, once, and neither votes nor another deadline open it again", async () => {
  const id = await publish({ deadline: later });
  expect((await castBy(id)).statusCode).toBe(200);
  expect(await closeDue()).toEqual([]);
  const deadline = Date.now() - 1000;
  await setDeadline(id, deadline);
  // The same holds in the moment before it is closed.
  expect(await t.refused(surveys.updateSurvey, edit(id, later))).toMatchObject({ status: 409, code: "hasEnded" });
  expect(await get(id)).toMatchObject({ closedAt: null, closedBy: null });

  expect((await Promise.all([closeDue(), closeDue(), closeDue()])).flat()).toEqual([id]);
  const closed = await get(id);
  expect(closed).toMatchObject({ closedBy: "deadline", totalVotes: 1, deadline: new Date(deadline).toISOString() });
  // The vote was stored after this deadline, which was moved to the past only now.
  expect(Date.parse(closed.closedAt ?? "")).toBeGreaterThanOrEqual(deadline);
  expect((await castBy(id, people.pro)).json()).toMatchObject({ code: "hasEnded" });
  // A retry of a vote that was counted still gets its receipt.
  expect((await castBy(id)).statusCode).toBe(200);
  expect(await t.refused(surveys.updateSurvey, edit(id, later))).toMatchObject({ status: 409, code: "hasEnded" });
  expect(await closeDue()).toEqual([]);
});

test("the database's clock decides, not that of an instance which is slow", async () => {
  const id = await publish({ deadline: later });
  await setDeadline(id, Date.now() - 1000);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 60_000);
  try {
    expect(await t.refused(surveys.updateSurvey, edit(id, later))).toMatchObject({ status: 409, code: "hasEnded" });
    expect(await closeDue()).toEqual([id]);
  } finally {
    clock.mockRestore();
  }
});

test("a survey that can't be closed doesn't keep others open, nor their closes from live streams", async () => {
  const publishLater = () => publish({ deadline: later });
  const [first, second, third] = [await publishLater(), await publishLater(), await publishLater()];
  await setDeadline(first, Date.now() - 3000);
  await setDeadline(second, Date.now() - 2000);
  await setDeadline(third, Date.now() - 1000);
  let begun = 0;
  const failing: Database = {
    ...t.database,
    transaction: (work) => (++begun === 2 ? Promise.reject(new Error("failed")) : t.database.transaction(work)),
  };
  const closed: string[] = [];
  await expect(
    closeEnded(
      failing,
      recorder(({ surveyId }) => closed.push(surveyId)),
    ),
  ).rejects.toThrow("failed");
  expect(closed).toEqual([first, third]);
  await endPauses(t.database);
  expect(await closeDue()).toEqual([second]);
});

test("a deadline that was moved before it passed closes nothing", async () => {
  const id = await publish({ deadline: later });
  await setDeadline(id, Date.now() - 1000);
  await setDeadline(id, Date.now() + HOUR_MS);
  expect(await closeDue()).toEqual([]);
  expect((await castBy(id)).statusCode).toBe(200);
});

test("a survey that was never published is not closed, and its owner chooses a later deadline", async () => {
  const id = await t.makeSurvey(people.surveyor, { deadline: later });
  await setDeadline(id, Date.now() - 1000);
  expect(await closeDue()).toEqual([]);
  // Voting has not begun, so it has not ended either.
  expect(await refusedClose(id)).toMatchObject({ status: 409, code: "notPublished" });
  const reminding = { as: people.surveyor, params: { id } };
  expect(await t.refused(remindFollowers, reminding)).toMatchObject({ status: 409, code: "notPublished" });
  const publishing = { as: people.admin, params: { id }, body: { status: 2 } } as const;
  expect(await t.refused(surveys.setSurveyStatus, publishing)).toMatchObject({ status: 409, code: "deadlinePassed" });
  await t.request(surveys.updateSurvey, {
    ...edit(id, later),
    body: { ...edit(id, later).body, category: "Cleaning Tools" },
  });
  await t.request(surveys.setSurveyStatus, publishing);
  expect((await castBy(id)).statusCode).toBe(200);
});

test("an unpublished survey is closed on time, and stays closed when it is published again", async () => {
  const id = await publish({ deadline: later });
  const setStatus = (status: 1 | 2) =>
    t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "Wait" } });
  await setStatus(WAITING);
  await setDeadline(id, Date.now() - 1000);
  expect(await closeDue()).toEqual([id]);
  await setStatus(2);
  expect(await get(id)).toMatchObject({ closedBy: "deadline" });
  expect((await castBy(id)).json()).toMatchObject({ code: "hasEnded" });
});

test("its owner closes a survey early: live results say so, lists show it as ended, the planned deadline stays", async () => {
  const id = await publish({ deadline: later, Title: "Closed early?" });
  await castBy(id);
  const stream = await openStream(t.app, urlOf(votes.streamSurveyTotals, { params: { id } }));
  await stream.next(({ data }) => data.totalVotes === 1 && data.closedAt === null);
  expect(await close(id)).toEqual({ modifiedCount: 1 });
  await stream.next(({ data }) => data.totalVotes === 1 && data.closedAt !== null);
  expect(await get(id)).toMatchObject({ closedBy: "owner", deadline: later, totalVotes: 1 });
  expect((await castBy(id, people.pro)).json()).toMatchObject({ code: "hasEnded" });
  const found = async (state: "open" | "ended") =>
    (await t.request(surveys.listPublishedSurveys, { query: { state, limit: 100 } })).map(({ _id }) => _id);
  expect(await found("ended")).toContain(id);
  expect(await found("open")).not.toContain(id);
  expect(await refusedClose(id)).toMatchObject({ status: 409, code: "hasEnded" });
  expect(await t.refused(surveys.updateSurvey, edit(id, later))).toMatchObject({ status: 409 });
});

test("a survey without a deadline is closed by an admin, which is in the audit log without its totals", async () => {
  const id = await publish();
  await castBy(id);
  await close(id, people.admin);
  expect(await get(id)).toMatchObject({ closedBy: "admin", deadline: null });
  const [event] = await t.request(listAuditEvents, { as: people.admin, query: { action: "surveyClosed" } });
  expect(event).toMatchObject({ about: { id }, before: {}, after: {} });
});

test("a confidential survey with few votes isn't closed by its owner, and its end doesn't show the split to anyone", async () => {
  const { id } = await scenario({ privacy: "confidential", answers: [1, 1, 1, 1] });
  expect(await refusedClose(id)).toMatchObject({ status: 409, code: "tooFewVotes" });
  await t.database.db.deleteFrom("outbox").execute();
  await close(id, people.admin);
  for (const as of [people.user, people.surveyor, people.admin])
    expect(await t.request(surveys.getSurvey, { as, params: { id } })).toMatchObject({
      closedBy: "admin",
      participants: 4,
      totalVotes: 4,
      yesVotes: null,
      noVotes: null,
      unsureVotes: null,
      resultsVisible: false,
      resultsOpen: "tooFewVotes",
    });
  await enqueueMailings(t.database);
  const [email] = await t.database.db
    .selectFrom("outbox")
    .select("details")
    .where("kind", "=", "surveyEnded")
    .where("details", "like", `%${id}%`)
    .execute();
  expect(JSON.parse(email?.details ?? "")).toMatchObject({ totalVotes: 4, yesVotes: null, unsureVotes: null });
  const { id: enough } = await scenario({ privacy: "confidential", answers: [1, 1, 1, 1, 1] });
  await close(enough);
  expect(await get(enough)).toMatchObject({ yesVotes: 5, resultsVisible: true });
});

test("a survey can't be closed by others, nor while it is not open", async () => {
  const [open, waiting] = [await publish(), await t.makeSurvey(people.surveyor)];
  expect(await refusedClose(open, people.otherSurveyor)).toMatchObject({ status: 404 });
  expect(await refusedClose(open, people.user)).toMatchObject({ status: 403 });
  expect(await refusedClose("nowhere")).toMatchObject({ status: 404 });
  expect(await refusedClose(waiting)).toMatchObject({ status: 409, code: "notPublished" });
  const scheduled = await publish({ createDate: later, scheduled: true });
  expect(await refusedClose(scheduled)).toMatchObject({ status: 409, code: "notPublished" });
});

// Security: R12
test("of 200 votes that race the close, the final total counts exactly the stored ones, and never changes", async () => {
  const id = await publish();
  const voters = await Promise.all(Array.from({ length: 200 }, () => makePerson(t.database, t.tokens)));
  const closing = async () => {
    // While votes are being stored.
    await expect.poll(async () => (await get(id)).totalVotes).toBeGreaterThan(0);
    await close(id);
    return (await get(id)).totalVotes;
  };
  const cast = voters.map(({ id: userId }, index) =>
    storeBallots(t.database, [
      { id: newId(), surveyId: id, userId, choice: index % 2 === 0 ? 1 : 0, comment: "", report: "" },
    ]),
  );
  const [final, results] = await Promise.all([closing(), Promise.all(cast)]);
  const kinds = Object.groupBy(results.flat(), (result) => result.kind);
  expect(kinds.stored).toHaveLength(final);
  for (const result of kinds.refused ?? []) expect(result).toMatchObject({ because: "hasEnded" });
  expect((await get(id)).totalVotes).toBe(final);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test("a result names the day of the deadline as the last one, however late the survey is closed", async () => {
  const midnight = Math.floor(Date.now() / (24 * HOUR_MS)) * DAY_MS;
  const id = await publish();
  await castBy(id);
  await t.database.db
    .updateTable("surveys")
    .set({ first_published_at: midnight - 5 * HOUR_MS })
    .where("id", "=", id)
    .execute();
  await setDeadline(id, midnight - 1);
  const voted_at = midnight - HOUR_MS;
  await t.database.db.updateTable("ballot_boxes").set({ voted_at }).where("survey_id", "=", id).execute();
  expect(await closeDue()).toEqual([id]);
  const { label } = await get(id);
  expect(label.asked.to).toBe(new Date(midnight - 1).toISOString());
  const [day = ""] = label.asked.to?.split("T") ?? [];
  expect((await t.request(votes.getLedger, { params: { id } })).closed).toBe(day);
  const feed = (await t.app.inject(`/surveys/${id}/feed.json`)).json() as { items: { content_text: string }[] };
  expect(feed.items[0]?.content_text).toContain(`answered on ${dayMonthYear(midnight - 1, "UTC")}`);
});

test("a clock that was set back dates neither a vote nor the close before the last vote", async () => {
  const id = await publish();
  const tomorrow = Date.now() + 30 * HOUR_MS;
  await t.database.db.updateTable("ballot_boxes").set({ voted_at: tomorrow }).where("survey_id", "=", id).execute();
  await castBy(id);
  await close(id);
  expect(Date.parse((await get(id)).closedAt ?? "")).toBe(tomorrow);
  const { entries, closed } = await t.request(votes.getLedger, { params: { id } });
  expect([entries[0]?.date, closed]).toEqual(Array(2).fill(new Date(tomorrow).toISOString().slice(0, 10)));
});
