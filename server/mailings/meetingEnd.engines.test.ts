import { acceptMeeting, endMeeting, MEETING_HOURS } from "@survey-app/contract/meetings/meetings.ts";
import { getRecord } from "@survey-app/contract/meetings/record.ts";
import { findEmails } from "@survey-app/contract/ops/emailTrail.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endOldMeetings } from "../meetings/endQuestion.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { addressHashOf, sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { enqueueMailings } from "./mailings.sql.ts";
import { whyUnsent } from "./whyUnsent.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const end = (id: string) => t.request(endMeeting, { as: people.surveyor, params: { meeting: id } });
const kindsTo = async (person: { email: string } | undefined) =>
  person ? (await emailsTo(t.database, person)).map(({ kind }) => kind) : [];

/** A meeting in which each of these people has voted on a question that is closed. */
async function makeAsked(count: number) {
  const { id, voters } = await meeting.make(count);
  const { surveyId } = await meeting.open(id, { Title: "Do we keep the boat?" });
  for (const voter of voters) await meeting.vote(surveyId, voter, 1);
  await meeting.passTime(surveyId);
  await closeEnded(
    t.database,
    recorder(() => {}),
  );
  return { id, voters, surveyId };
}
const invitationOf = ({ email }: Person, id: string) =>
  t.database.db.updateTable("invitations").where("survey_id", "=", id).where("email", "=", email);

test("a meeting that ends sends one email with all results and heads to everyone on its list", async () => {
  const { id, voters } = await makeAsked(3);
  await enqueueMailings(t.database);
  expect(await Promise.all(voters.map(kindsTo))).toEqual([[], [], []]);
  await end(id);
  await enqueueMailings(t.database);
  await enqueueMailings(t.database);
  expect(await Promise.all(voters.map(kindsTo))).toEqual([["meetingEnded"], ["meetingEnded"], ["meetingEnded"]]);
  const sent = (await sendEmails(t)).filter(({ to }) => to === voters[0]?.email);
  const { questions } = await t.request(getRecord, { params: { meeting: id } });
  expect(sent.map(({ subject }) => subject)).toEqual(["Results: General assembly"]);
  const [{ text = "" } = {}] = sent;
  expect(text).toContain("> Do we keep the boat?\n\nYes won, 3 to 0. Entitled to vote: 3. Voted: 3. Yes: 3. No: 0.");
  expect(text).toContain(`/meetings/${id}/record`);
  expect(text).toContain(`1: ${questions[0]?.head}`);
  // An admin finds it in the trail as an invitation's email, with the day but without the meeting, whose list only its
  // owner may see.
  const trail = { as: people.admin, query: { address: voters[0]?.email ?? "" } };
  expect(await t.request(findEmails, trail)).toMatchObject([{ topic: "result", isPrivate: true, survey: null }]);
});

test("the emails at the end of a meeting read its questions once for all", async () => {
  const { id } = await makeAsked(4);
  await end(id);
  await enqueueMailings(t.database);
  const { database, count } = countingStatements(t.database, ["meeting_questions"]);
  const [sent, statements] = await count(() => sendEmails({ ...t, database }));
  expect(sent.filter(({ subject }) => subject.startsWith("Results"))).toHaveLength(4);
  // One statement reads all questions, whose surveys and ledgers come from other tables.
  expect(statements).toBe(1);
});

test("people who were removed, don't want emails or refuse results don't get it", async () => {
  const { id, voters } = await makeAsked(4);
  const [removed, unsubscribed, refusing, rest] = voters as [Person, Person, Person, Person];
  await invitationOf(removed, id).set({ state: "struck" }).execute();
  await invitationOf(unsubscribed, id).set({ wants_email: 0 }).execute();
  await t.database.db.insertInto("unwanted_emails").values({ user_id: refusing.id, kind: "results" }).execute();
  await end(id);
  await enqueueMailings(t.database);
  expect(await Promise.all(voters.map(kindsTo))).toEqual([[], [], [], ["meetingEnded"]]);
  // Checked again when the email is sent.
  const [email] = await emailsTo(t.database, rest);
  const ask = () => whyUnsent(t.database, { ...email, address: rest.email }, addressHashOf(t));
  expect(await ask()).toBeNull();
  await invitationOf(rest, id).set({ wants_email: 0 }).execute();
  expect(await ask()).toBe("unsubscribed");
  await t.database.db.updateTable("meetings").set({ ended_at: null }).where("id", "=", id).execute();
  expect(await ask()).toBe("notEnded");
});

test("a meeting without questions doesn't send it", async () => {
  const { id, voters } = await meeting.make(1);
  await end(id);
  await enqueueMailings(t.database);
  expect(await kindsTo(voters[0])).toEqual([]);
});

test("a meeting that its owner leaves open sends it at its end, too", async () => {
  const { id, voters } = await makeAsked(1);
  const longAgo = Date.now() - MEETING_HOURS * HOUR_MS - 1000;
  await t.database.db.updateTable("meetings").set({ last_opened_at: longAgo }).where("id", "=", id).execute();
  await endOldMeetings(t.database, { emit: () => {} });
  await enqueueMailings(t.database);
  expect(await kindsTo(voters[0])).toEqual(["meetingEnded"]);
});

/** A meeting on another app, accepted by an admin if that is needed, with one closed question. */
async function askOn(app: TestApp, as: "user" | "surveyor") {
  const everyone = await createUsersOfEveryRole(app.database, app.tokens);
  const own = meetingsOf(() => ({ t: app, surveyor: everyone[as] }));
  const { id, voters } = await own.make(1);
  await app.request(acceptMeeting, { as: everyone.admin, params: { meeting: id }, body: { version: 1 } });
  const { surveyId } = await own.open(id, { Title: "Buy pills at example.com?" });
  await own.passTime(surveyId);
  await closeEnded(app.database, recorder());
  return { id, owner: everyone[as], voters };
}
const textsTo = async (app: TestApp, voter: Person | undefined) => {
  await enqueueMailings(app.database);
  return (await sendEmails(app)).filter(({ to }) => to === voter?.email).map(({ text }) => text);
};

test.for([
  ["a user who is no surveyor asks", { askUnlisted: "confirmed" }, "user"],
  ["everyone may be a surveyor", { surveyors: "everyone" }, "surveyor"],
] as const)("where %s, it numbers the questions, which no admin has read", async ([, config, role]) => {
  const app = await testApp(config, WITHOUT_POLLS);
  const { id, owner, voters } = await askOn(app, role);
  await app.request(endMeeting, { as: owner, params: { meeting: id } });
  const [text = ""] = await textsTo(app, voters[0]);
  expect(text).toContain("Question 1");
  expect(text).toContain("Entitled to vote: 1.");
  expect(text).not.toMatch(/pills/i);
  const { questions } = await app.request(getRecord, { params: { meeting: id } });
  expect(questions[0]?.Title).toMatch(/pills/);
  expect(text).toContain(`1: ${questions[0]?.head}`);
  await app.close();
});

test("people get the results even if the owner was demoted or deleted after the last question", async () => {
  const { id, voters } = await makeAsked(1);
  await t.database.db.updateTable("users").set({ role: "user" }).where("id", "=", people.surveyor.id).execute();
  const { questions, unreviewed } = await t.request(getRecord, { params: { meeting: id } });
  expect({ asked: questions.length, unreviewed }).toEqual({ asked: 1, unreviewed: undefined });
  const longAgo = Date.now() - MEETING_HOURS * HOUR_MS - 1000;
  await t.database.db.updateTable("meetings").set({ last_opened_at: longAgo }).where("id", "=", id).execute();
  await endOldMeetings(t.database, { emit: () => {} });
  const [text = ""] = await textsTo(t, voters[0]);
  await t.database.db.updateTable("users").set({ role: "surveyor" }).where("id", "=", people.surveyor.id).execute();
  expect(text).toContain("> Do we keep the boat?");
});

test("a meeting that no one vouches for doesn't send it at its end, and doesn't leave a waiting mailing", async () => {
  const app = await testApp({ askUnlisted: "confirmed" }, WITHOUT_POLLS);
  const { user } = await createUsersOfEveryRole(app.database, app.tokens);
  const own = meetingsOf(() => ({ t: app, surveyor: user }));
  const { id } = await own.make(1);
  const { surveyId } = await own.open(id);
  await own.passTime(surveyId);
  await closeEnded(app.database, recorder());
  await app.request(endMeeting, { as: user, params: { meeting: id } });
  const mailings = app.database.db.selectFrom("mailings").select("id").where("survey_id", "=", id);
  expect(await mailings.execute()).toEqual([]);
  await app.close();
});
