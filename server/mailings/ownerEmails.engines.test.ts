import { addInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as feedback from "@survey-app/contract/surveys/feedback.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { changeOf } from "../events/surveyEvents.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { refreshListedVotes } from "../surveys/listedVotes.sql.ts";
import { enqueueReviewDigest } from "../surveys/reviewDigest.sql.ts";
import { setEmailVerified } from "../testing/identities.sql.ts";
import { killedAt } from "../testing/killedAt.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { makePerson, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { voteAsNewPerson } from "../testing/voteAsNewPerson.ts";
import { enqueueMailings } from "./mailings.sql.ts";

let t: TestApp;
let admin: Person;
let owner: Person;

beforeAll(async () => {
  // Emails stay in the outbox, and only the tests look for what is due.
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  admin = await makePerson(t.database, t.tokens, { role: "admin" });
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
});

const enqueued = (to = owner) => emailsTo(t.database, to);
const setStatus = (id: string, status: 1 | 2, text: string, as = admin) =>
  t.request(surveys.setSurveyStatus, { as, params: { id }, body: { status, feedback: text } });
const vote = (id: string) => voteAsNewPerson(t, id);
const published = async () => {
  const id = await t.makeSurvey(owner, { publishedBy: admin });
  await t.database.db.deleteFrom("outbox").execute();
  return id;
};

/** Moves the deadline to `ms` milliseconds ago. */
const end = (id: string, ms: number) =>
  t.database.db
    .updateTable("surveys")
    .set({ starts_at: Date.now() - 9 * DAY_MS, ends_at: Date.now() - ms })
    .where("id", "=", id)
    .execute();

const closeDue = async (database: Database = t.database) => {
  const closed: string[] = [];
  await closeEnded(
    database,
    recorder(({ surveyId }) => closed.push(surveyId)),
  );
  return closed;
};
const threeTimes = (work: () => Promise<unknown>) => Promise.all([work(), work(), work()]);

test("owners get one email for each publication and unpublication, with the reason", async () => {
  const id = await t.makeSurvey(owner, { Title: "Tea?" });
  await setStatus(id, PUBLISHED, "");
  await setStatus(id, PUBLISHED, "");
  await setStatus(id, WAITING, "The picture is missing");
  expect(await enqueued()).toEqual([
    { kind: "surveyPublished", surveyId: id, note: "", appearsAt: 0 },
    { kind: "surveyUnpublished", surveyId: id, note: "The picture is missing", reason: "unstated" },
  ]);
});

test("owners get an email about feedback on a survey that awaits review", async () => {
  const id = await t.makeSurvey(owner, { Title: "Tea?" });
  await t.request(feedback.addFeedback, { as: admin, body: { surveyId: id, feedback: "Shorten it" } });
  expect(await enqueued()).toEqual([{ kind: "surveyFeedback", surveyId: id, note: "Shorten it", isPublished: false }]);
});

// Security: R14
test("an unconfirmed address doesn't get emails about surveys, nor does a blocked owner, or an admin for their own changes", async () => {
  await setEmailVerified(t.database, owner.email, false);
  await t.makeSurvey(owner, { publishedBy: admin });
  expect(await enqueued()).toEqual([]);
  await setEmailVerified(t.database, owner.email, true);
  await t.database.db.updateTable("users").set({ status: "Blocked" }).where("id", "=", owner.id).execute();
  const id = await t.database.db.selectFrom("surveys").select("id").where("owner_id", "=", owner.id).execute();
  await setStatus(id[0]?.id ?? "", WAITING, "Blocked");
  expect(await enqueued()).toEqual([]);
  await t.makeSurvey(admin, { publishedBy: admin });
  // The digest of what awaits review is hourly, first at the start.
  expect((await enqueued(admin)).filter(({ kind }) => kind !== "reviewDigest")).toEqual([]);
});

test("an email to the owner describes the state when it is sent, even if it has waited", async () => {
  const deadline = new Date(Date.now() + DAY_MS).toISOString();
  const id = await t.makeSurvey(owner, { electorate: "invited", results: "afterClose", unsure: true, deadline });
  const rows = [{ label: "Ann" }, { label: "Ben" }];
  const sent = async () => {
    const emails = (await sendEmails(t)).filter(({ to }) => to === owner.email);
    return emails.map(({ text }) => text);
  };
  await setStatus(id, PUBLISHED, "");
  expect(await sent()).toEqual([expect.stringContaining("No one is on your list yet, so no one can vote.")]);
  await setStatus(id, WAITING, "Wait");
  await setStatus(id, PUBLISHED, "");
  await t.request(addInvitations, { as: owner, params: { id }, body: { rows } });
  expect(await sent()).toEqual([expect.stringContaining("2 people are on your list.")]);
  await setStatus(id, WAITING, "Wait");
  await setStatus(id, PUBLISHED, "");
  await t.request(surveys.closeSurvey, { as: owner, params: { id } });
  expect(await sent()).toEqual([expect.stringContaining("Voting has ended.")]);
});

test("an email is enqueued with the change that causes it, or neither happens", async () => {
  const id = await t.makeSurvey(owner);
  const { setSurveyStatus } = await import("../moderation/moderation.sql.ts");
  const wanted = { status: PUBLISHED, note: "" } as const;
  const by = { adminId: admin.id, requestId: "r" };
  const killed = killedAt(t.database, 1).transaction((tx) => setSurveyStatus(changeOf(tx, by, recorder()), id, wanted));
  await expect(killed).rejects.toThrow("killed");
  expect(await enqueued()).toEqual([]);
  expect(await t.request(surveys.getSurvey, { as: owner, params: { id } })).toMatchObject({ status: WAITING });
});

test("owners get one email about the first vote, from three instances and after a killed one", async () => {
  const id = await published();
  await Promise.all([vote(id), vote(id), vote(id)]);
  await expect(refreshListedVotes(killedAt(t.database, 1), [id], recorder())).rejects.toThrow("killed");
  await threeTimes(() => refreshListedVotes(t.database, [id], recorder()));
  await vote(id);
  await refreshListedVotes(t.database, [id], recorder());
  expect((await enqueued()).filter(({ surveyId }) => surveyId === id)).toMatchObject([{ kind: "surveyFirstVote" }]);
});

test("owners get one email about the end with the result, from three instances and after a killed one", async () => {
  const id = await published();
  await vote(id);
  const ended = async () => (await enqueued()).filter(({ kind }) => kind === "surveyEnded");
  await closeDue();
  expect(await ended()).toEqual([]);
  await end(id, HOUR_MS);
  await expect(closeDue(killedAt(t.database, 1))).rejects.toThrow("killed");
  expect(await ended()).toEqual([]);
  await threeTimes(() => closeDue());
  await closeDue();
  await expect(enqueueMailings(killedAt(t.database, 1))).rejects.toThrow("killed");
  expect(await ended()).toEqual([]);
  await threeTimes(() => enqueueMailings(t.database));
  expect(await ended()).toMatchObject([{ surveyId: id, totalVotes: 1, yesVotes: 1 }]);
});

test("an unpublished survey is closed at its deadline without an email", async () => {
  const id = await published();
  await setStatus(id, WAITING, "No");
  await t.database.db.deleteFrom("outbox").execute();
  await end(id, HOUR_MS);
  expect(await closeDue()).toEqual([id]);
  await enqueueMailings(t.database);
  expect(await enqueued()).toEqual([]);
});

test("admins get one digest a day, and only when something new awaits review", async () => {
  const digests = async () => (await enqueued(admin)).filter(({ kind }) => kind === "reviewDigest");
  const digest = (now: number) => enqueueReviewDigest(t.database, now);
  const start = Date.now() + DAY_MS;
  await t.makeSurvey(owner);
  await expect(enqueueReviewDigest(killedAt(t.database, 1), start)).rejects.toThrow("killed");
  expect(await Promise.all([digest(start), digest(start), digest(start)])).toContain(true);
  const [first] = await digests();
  expect(await digests()).toHaveLength(1);
  expect(first?.waiting).toBeGreaterThan(0);

  // The next day nothing is new; then a survey is submitted, and another one is reported.
  expect(await digest(start + DAY_MS)).toBe(false);
  await t.database.db
    .updateTable("review_digests")
    .set({ sent_at: Date.now() - HOUR_MS })
    .execute();
  await t.makeSurvey(owner);
  expect(await digest(Date.now())).toBe(false);
  expect(await digest(Date.now() + 23 * HOUR_MS)).toBe(true);
  expect(await digests()).toHaveLength(2);
});

test("an open report is in the digest, and nothing is sent when nothing awaits review", async () => {
  await t.database.db.deleteFrom("outbox").execute();
  const waiting = await t.request(surveys.listAllSurveys, { as: admin, query: { status: WAITING, limit: 100 } });
  for (const { _id } of waiting) await setStatus(_id, PUBLISHED, "");
  await t.database.db.updateTable("review_digests").set({ sent_at: 0 }).execute();
  expect(await enqueueReviewDigest(t.database)).toBe(false);
  const body = { inapp: "Spam" };
  await t.request(votes.reportSurvey, { as: owner, params: { id: waiting[0]?._id ?? "" }, body });
  expect(await enqueueReviewDigest(t.database)).toBe(true);
  expect(await enqueued(admin)).toMatchObject([{ kind: "reviewDigest", waiting: 0, reported: 1 }]);
  // A later change of the reported survey, which is published, isn't something new to review.
  const later = Date.now() + DAY_MS;
  await t.database.db
    .updateTable("surveys")
    .set({ updated_at: later })
    .where("id", "=", waiting[0]?._id ?? "")
    .execute();
  expect(await enqueueReviewDigest(t.database, later + 1)).toBe(false);
});
