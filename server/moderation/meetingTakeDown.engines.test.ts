import { exportMyData } from "@survey-app/contract/account/account.ts";
import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import { getMinutes, getRecord, getRecordCsv, getRecordFile } from "@survey-app/contract/meetings/record.ts";
import { checkRecord } from "@survey-app/contract/results/checkRecord.ts";
import { getUnpublication } from "@survey-app/contract/surveys/moderation.ts";
import { getSurvey, setSurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { enqueueMailings } from "../mailings/mailings.sql.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { sendEmails } from "../testing/sendEmails.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { describeFlaws, verifyDatabase } from "../votes/ledger/verifyDatabase.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const half = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
const takeDown = (id: string, as = people.admin) =>
  t.request(meetings.takeDownMeeting, {
    as,
    params: { meeting: id },
    body: { reason: "abuse", feedback: "These questions attack a person." },
  });

/** A meeting with two questions: a closed one, and an open one with a pass rule and a vote. */
async function makeRunning() {
  const { id, voters } = await meeting.make(3, { name: "A sentinel's assembly" });
  const first = await meeting.open(id, { Title: "Is the sentinel bad?" });
  for (const voter of voters) await meeting.vote(first.surveyId, voter, 1);
  await closeEnded(t.database, recorder());
  const second = await meeting.open(id, { Title: "Is the sentinel worse?", passRule: half });
  await meeting.vote(second.surveyId, voters[0], 0);
  await meeting.addDraft(id);
  return { id, voters, surveys: [first.surveyId, second.surveyId] as [string, string] };
}

test("a meeting that an admin takes down ends, and shows neither its name nor its questions", async () => {
  const { id, surveys, voters } = await makeRunning();
  expect(await takeDown(id)).toEqual({ modifiedCount: 1 });
  expect(await takeDown(id)).toEqual({ modifiedCount: 0 });
  const params = { meeting: id };
  const state = await meeting.state(id);
  expect(state).toMatchObject({ name: "", ownerName: "", takenDown: "abuse", question: { state: "takenDown" } });
  expect(state.endedAt).not.toBeNull();
  const record = await t.request(getRecord, { params });
  expect(record).toMatchObject({ takenDown: "abuse", questions: [{ state: "takenDown" }, { state: "takenDown" }] });
  const answers: unknown[] = [state, record];
  for (const file of [getMinutes, getRecordCsv, getRecordFile]) answers.push((await t.send(file, { params })).body);
  for (const id of surveys) {
    answers.push((await t.send(getSurvey, { params: { id } })).body);
    expect(await t.request(getUnpublication, { params: { id } })).toMatchObject({ reason: "abuse" });
  }
  const [voter] = voters;
  const exported = await t.request(exportMyData, { as: voter as Person });
  expect(exported.invitations.map(({ surveyId }) => surveyId)).toContain(id);
  // People keep their own votes and answers.
  answers.push(exported.invitations);
  expect(JSON.stringify(answers)).not.toMatch(/sentinel/i);
});

test("its open question is closed, also under a pass rule, and nothing else is opened or voted on", async () => {
  const { id, voters, surveys } = await makeRunning();
  await takeDown(id);
  const [, open] = surveys;
  const { closed_by } = await t.database.db
    .selectFrom("surveys")
    .select("closed_by")
    .where("id", "=", open)
    .executeTakeFirstOrThrow();
  expect(closed_by).toBe("admin");
  expect((await meeting.vote(open, voters[1], 1)).statusCode).toBeGreaterThanOrEqual(400);
  const { drafts } = await meeting.manage(id);
  const request = await meeting.openRequest(id, drafts[0] ?? { _id: "", version: 1 });
  expect((await t.refused(questions.openQuestion, { as: people.surveyor, ...request })).code).toBe("meetingEnded");
});

test("its record stays a chain that can be checked, from the file and in the database", async () => {
  const { id, surveys } = await makeRunning();
  const heads = async () => (await t.request(getRecord, { params: { meeting: id } })).questions.map(({ head }) => head);
  const [first] = await heads();
  await takeDown(id);
  expect((await heads())[0]).toBe(first);
  const file = (await t.send(getRecordFile, { params: { meeting: id } })).json();
  expect(file.questions).toMatchObject([{ n: 1, head: first }, { n: 2 }]);
  await checkRecord(file, { hash: sha256 });
  // When an admin publishes one of its questions again, the question is checked against the head of the other one.
  const body = { status: 2 } as const;
  await t.request(setSurveyStatus, { as: people.admin, params: { id: surveys[1] }, body });
  const published = (await t.send(getRecordFile, { params: { meeting: id } })).json();
  await checkRecord(published, { hash: sha256 });
  expect(describeFlaws(await verifyDatabase(t.database, openImageFiles(t.config)))).toEqual([]);
});

test("its questions are published again only by an admin who has read them since", async () => {
  const { id, surveys: ids } = await makeRunning();
  const decide = (survey: string, body: object) =>
    t.send(setSurveyStatus, { as: people.admin, params: { id: survey }, body: { feedback: "", ...body } });
  const read = (survey: string) => t.request(getSurvey, { as: people.admin, params: { id: survey } });
  const publish = async (survey: string, { version, status }: { version: number; status: number }) =>
    (await decide(survey, { status: 2, version, seenStatus: status })).json<{ code?: string }>().code ?? "published";
  const [first, second] = ids;
  // One was unpublished before; the other one was, too, and has been published again.
  for (const survey of ids) await decide(survey, { status: 1, feedback: "No", reason: "abuse" });
  const [seenFirst, seenSecond] = [await read(first), await read(second)];
  await decide(second, { status: 2 });
  await takeDown(id);
  expect([await publish(first, seenFirst), await publish(second, seenSecond)]).toEqual([
    "changedMeanwhile",
    "changedMeanwhile",
  ]);
  expect((await meeting.state(id)).question).toMatchObject({ state: "takenDown" });
  for (const survey of ids) expect(await publish(survey, await read(survey))).toBe("published");
});

test("its owner gets one email with the reason and the feedback, and still sees the name", async () => {
  const { id } = await makeRunning();
  await t.database.db.deleteFrom("outbox").execute();
  await takeDown(id);
  const sent = await emailsTo(t.database, people.surveyor);
  expect(sent.map(({ kind, reason }) => ({ kind, reason }))).toEqual([{ kind: "meetingTakenDown", reason: "abuse" }]);
  const [email] = await sendEmails(t);
  expect(email?.subject).toBe("Your meeting was taken down: A sentinel's assembly");
  expect(email?.text).toContain("Reason: Hate or harassment.");
  expect(email?.text).toContain("These questions attack a person.");
  expect(await meeting.manage(id)).toMatchObject({ name: "A sentinel's assembly", takenDown: "abuse" });
});

test("its links, its correction and its results are no longer sent to anyone", async () => {
  const { id, voters } = await meeting.make(2);
  await t.request(sendInvitations, { as: people.surveyor, params: { id } });
  await takeDown(id);
  await enqueueMailings(t.database);
  const ended = await makeRunning();
  await meeting.passTime(ended.surveys[1]);
  await closeEnded(t.database, recorder());
  await t.request(meetings.endMeeting, { as: people.surveyor, params: { meeting: ended.id } });
  await enqueueMailings(t.database);
  // The results wait in the outbox.
  expect(await emailsTo(t.database, ended.voters[0] ?? { email: "" })).toHaveLength(1);
  await takeDown(ended.id);
  const to = (await sendEmails(t)).map(({ to }) => to);
  for (const { email } of [...voters, ...ended.voters]) expect(to).not.toContain(email);
});

test("an opening and a take-down at the same time don't leave any question open", async () => {
  const { id } = await meeting.make(2);
  const draft = await meeting.addDraft(id);
  const request = await meeting.openRequest(id, draft);
  await Promise.all([t.send(questions.openQuestion, { as: people.surveyor, ...request }), takeDown(id)]);
  const { questions: asked, takenDown } = await meeting.manage(id);
  expect(takenDown).toBe("abuse");
  expect(asked.filter(({ state }) => state !== "takenDown")).toEqual([]);
});

test("only admins take a meeting down, with a reason and feedback", async () => {
  const { id } = await meeting.make(1);
  const params = { meeting: id };
  const body = { reason: "spam", feedback: "No advertising" } as const;
  const refused = await t.refused(meetings.takeDownMeeting, { as: people.surveyor, params, body });
  expect(refused.code).toBe("roleRequired");
  const without = await t.send(meetings.takeDownMeeting, { as: people.admin, params, body: { reason: "spam" } });
  expect(without.json().errors).toMatchObject([{ field: "feedback" }]);
});
