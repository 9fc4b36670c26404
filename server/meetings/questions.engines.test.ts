import { ledgerStart } from "@survey-app/contract/ballots/ledger.ts";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as meetings from "@survey-app/contract/meetings/meetings.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { setUserRole } from "@survey-app/contract/users/users.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";
import { readManaged } from "./managedMeeting.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  // Only the tests close surveys.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));
const closeDue = () =>
  closeEnded(
    t.database,
    recorder(() => {}),
  );
const refuseOpening = async (id: string, draft: { _id: string; version: number }, more: object = {}) => {
  const { params, body } = await meeting.openRequest(id, draft);
  return t.refused(questions.openQuestion, { as: people.surveyor, params, body: { ...body, ...more } });
};
const act = (
  endpoint: typeof questions.takeBackQuestion | typeof questions.endQuestionSoon,
  id: string,
  n: number,
) => ({
  endpoint,
  request: { as: people.surveyor, params: { meeting: id, n: String(n) } },
});
const ask = async (...sent: Parameters<typeof act>) => {
  const { endpoint, request } = act(...sent);
  return (await t.send(endpoint, request)).json();
};
const rowsOf = (holder: string) =>
  t.database.db
    .selectFrom("invitations")
    .select(["id", "email", "label", "issue", "state", "token_hash"])
    .where("survey_id", "=", holder)
    .orderBy("id")
    .execute();

test("an opening creates a published survey with the list of the meeting, and makes it the meeting's current question", async () => {
  const { id, voters } = await meeting.make(3);
  expect(await meeting.state(id)).toMatchObject({ begun: false, question: null, people: 3, endedAt: null });
  const opened = await meeting.open(id, { Title: "Raise the fee?", minutes: 7 });
  expect(opened).toMatchObject({
    n: 1,
    state: "open",
    people: 3,
    participants: 0,
    yesVotes: null,
    Title: "Raise the fee?",
  });
  expect(Date.parse(opened.endsAt ?? "") - Date.parse(opened.openedAt)).toBe(7 * 60_000);
  const state = await meeting.state(id);
  expect(state).toMatchObject({ begun: true, question: { ...opened } });
  const survey = await t.request(surveys.getSurvey, { params: { id: opened.surveyId } });
  expect(survey).toMatchObject({
    electorate: "invited",
    results: "afterClose",
    listed: false,
    unsure: true,
    changeable: false,
  });

  const listed = await rowsOf(id);
  expect(await rowsOf(opened.surveyId)).toEqual(listed.map((row) => ({ ...row, token_hash: "" })));
  expect((await meeting.vote(opened.surveyId, voters[0], 1)).statusCode).toBe(200);
  expect((await meeting.vote(opened.surveyId, people.user, 1)).json().code).toBe("notInvited");
});

test("at most one question is open, and the next one can be opened as soon as the time of the last is over", async () => {
  const { id, voters } = await meeting.make(3);
  const first = await meeting.open(id);
  const draft = await meeting.addDraft(id);
  expect(await refuseOpening(id, draft)).toMatchObject({ status: 409, code: "questionOpen" });
  await meeting.vote(first.surveyId, voters[0], 1);
  await meeting.passTime(first.surveyId);
  // No job has closed it.
  const second = await t.request(questions.openQuestion, {
    as: people.surveyor,
    ...(await meeting.openRequest(id, draft)),
  });
  expect(second.n).toBe(2);
  const [closed] = (await meeting.manage(id)).questions;
  expect(closed).toMatchObject({ n: 1, state: "closed", closedBy: "deadline", yesVotes: 1, participants: 1 });
  // The ledger of the second question contains the end of the first one's.
  const [before, after] = await Promise.all(
    [first, second].map(({ surveyId }) => t.request(getLedger, { params: { id: surveyId } })),
  );
  expect(after).toMatchObject({ asks: { after: `1:${before?.end}` } });
  if (!after?.asks) throw new Error("The ledger says nothing of its question");
  expect(after.head).toBe(sha256(ledgerStart(second.surveyId, after.asks)));
  expect(after.head).not.toBe(sha256(ledgerStart(second.surveyId, { ...after.asks, after: null })));
  expect((await meeting.vote(second.surveyId, voters[1], 0)).statusCode).toBe(200);
  expect(await findBrokenChains(t.database)).toEqual([]);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test("an opening names what its sender saw, and repeating the same draft or ticket doesn't change anything", async () => {
  const { id } = await meeting.make(3);
  const [one, two] = [await meeting.addDraft(id), await meeting.addDraft(id)];
  expect(await refuseOpening(id, one, { after: "another" })).toMatchObject({ code: "meetingChanged" });
  expect(await refuseOpening(id, { ...one, version: 2 })).toMatchObject({ code: "meetingChanged" });
  const request = await meeting.openRequest(id, one);
  const opened = await t.request(questions.openQuestion, { as: people.surveyor, ...request });
  expect(await t.request(questions.openQuestion, { as: people.surveyor, ...request })).toEqual(opened);
  await meeting.passTime(opened.surveyId);
  await closeDue();
  expect(await refuseOpening(id, two, { after: null })).toMatchObject({ code: "meetingChanged" });

  const typed = { question: { Title: "And now?" }, ticket: "a".repeat(32), after: opened.surveyId };
  const send = () => t.request(questions.openQuestion, { as: people.surveyor, params: { meeting: id }, body: typed });
  const [spoken] = await Promise.all([send(), send(), send()]);
  expect(spoken).toMatchObject({ n: 2, Title: "And now?" });
  expect((await meeting.manage(id)).questions).toHaveLength(2);
});

// Security: M02
test("200 simultaneous openings of two drafts open one question", async () => {
  const { id } = await meeting.make(3);
  const drafts = [await meeting.addDraft(id, { Title: "One?" }), await meeting.addDraft(id, { Title: "Two?" })];
  const requests = await Promise.all(drafts.map((draft) => meeting.openRequest(id, draft)));
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      t.send(questions.openQuestion, { as: people.surveyor, ...(requests[index % 2] as object) }),
    ),
  );
  const opened = responses.filter(({ statusCode }) => statusCode === 200).map((response) => response.json().surveyId);
  expect(new Set(opened).size).toBe(1);
  expect(opened).toHaveLength(100);
  for (const response of responses.filter(({ statusCode }) => statusCode !== 200))
    expect(response.json()).toMatchObject({ code: "meetingChanged" });
  const { questions: all, drafts: left } = await meeting.manage(id);
  expect([all.length, left.length]).toEqual([1, 1]);
});

// Security: M03
test("a question ends when all on its list have voted, removed people included, and not before", async () => {
  const { id, voters } = await meeting.make(3);
  const rows = await rowsOf(id);
  await t.database.db
    .updateTable("invitations")
    .set({ state: "struck", struck_at: Date.now() })
    .where("survey_id", "=", id)
    .where("id", "=", rows[2]?.id ?? "")
    .execute();
  const first = await meeting.open(id);
  expect(first.people).toBe(3);
  for (const voter of voters.slice(0, 2)) expect((await meeting.vote(first.surveyId, voter, 1)).statusCode).toBe(200);
  expect((await meeting.vote(first.surveyId, voters[2], 1)).json().code).toBe("notInvited");
  await closeDue();
  expect(await meeting.state(id)).toMatchObject({ question: { state: "open", participants: 2 } });

  await t.database.db.updateTable("invitations").set({ state: "listed" }).where("survey_id", "=", id).execute();
  await meeting.passTime(first.surveyId);
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const second = await meeting.open(id, { passRule });
  for (const voter of voters) await meeting.vote(second.surveyId, voter, 1);
  expect(await meeting.state(id)).toMatchObject({ question: { state: "open", participants: 3, yesVotes: null } });
  await Promise.all([closeDue(), closeDue()]);
  const { questions: all } = await meeting.manage(id);
  expect(all[1]).toMatchObject({ state: "closed", closedBy: "everyone", yesVotes: 3, passed: true });
  const ledger = await t.request(getLedger, { params: { id: second.surveyId } });
  expect(ledger).toMatchObject({ closing: { by: "everyone" } });
});

// Security: M03
test("a question can be taken back only before the first ballot, and stays in the record", async () => {
  const { id, voters } = await meeting.make(3);
  await meeting.open(id);
  expect(await ask(questions.takeBackQuestion, id, 1)).toMatchObject({ n: 1, state: "takenBack", closedBy: "owner" });
  expect(await ask(questions.takeBackQuestion, id, 1)).toMatchObject({ code: "hasEnded" });
  const second = await meeting.open(id);
  await meeting.vote(second.surveyId, voters[0], 1);
  expect(await ask(questions.takeBackQuestion, id, 2)).toMatchObject({ code: "votesStored" });
  expect((await meeting.manage(id)).questions.map(({ n, state }) => [n, state])).toEqual([
    [1, "takenBack"],
    [2, "open"],
  ]);
});

test("a question can't be taken back once its time is over, even before it is closed", async () => {
  const { id } = await meeting.make(3);
  const { surveyId } = await meeting.open(id);
  await meeting.passTime(surveyId);
  expect(await ask(questions.takeBackQuestion, id, 1)).toMatchObject({ code: "hasEnded" });
});

test("without a pass rule the owner can end a question in 30 seconds, which everyone sees; never immediately, or with a rule", async () => {
  const { id, voters } = await meeting.make(6);
  const first = await meeting.open(id);
  await meeting.vote(first.surveyId, voters[0], 1);
  const soon = await ask(questions.endQuestionSoon, id, 1);
  expect(soon).toMatchObject({ state: "open", endedSoon: true });
  expect(Date.parse(soon.endsAt)).toBeLessThan(Date.parse(first.endsAt ?? ""));
  expect(await ask(questions.endQuestionSoon, id, 1)).toMatchObject({ endsAt: soon.endsAt });
  expect(await meeting.state(id)).toMatchObject({ question: { endedSoon: true, endsAt: soon.endsAt } });
  await meeting.passTime(first.surveyId);

  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;
  const second = await meeting.open(id, { passRule });
  expect(await ask(questions.endQuestionSoon, id, 2)).toMatchObject({ code: "passRuleFixed" });
  await meeting.passTime(second.surveyId);
  const third = await meeting.open(id, { privacy: "secret" });
  expect(await ask(questions.endQuestionSoon, id, 3)).toMatchObject({ code: "tooFewVotes" });
  for (const voter of voters.slice(0, 5)) await meeting.vote(third.surveyId, voter, 1);
  expect(await ask(questions.endQuestionSoon, id, 3)).toMatchObject({ endedSoon: true });
});

test("a share of the list becomes a number when the question is opened", async () => {
  const { id } = await meeting.make(5);
  const share = { needs: "atLeast", share: "1/2" } as const;
  const rule = { needs: "moreThan", share: "1/2", of: "sides" } as const;
  const opened = await meeting.open(id, { passRule: { ...rule, quorum: { people: null, ofList: share, of: "yes" } } });
  expect(opened.passRule).toEqual({ ...rule, quorum: { people: 3, of: "yes" } });
});

test("a repeated question and the one that it repeats name each other", async () => {
  const { id } = await meeting.make(3);
  const first = await meeting.open(id, { Title: "Raise the fee?" });
  const repeat = (reason: string) => ({ as: people.surveyor, params: { meeting: id, n: "1" }, body: { reason } });
  expect(await t.refused(questions.repeatQuestion, repeat("The Wi-Fi failed"))).toMatchObject({ code: "notClosed" });
  await meeting.passTime(first.surveyId);
  await closeDue();
  const draft = await t.request(questions.repeatQuestion, repeat("The Wi-Fi failed") as never);
  expect(draft).toMatchObject({ Title: "Raise the fee?", repeats: { n: 1, reason: "The Wi-Fi failed" } });
  expect(await t.request(questions.repeatQuestion, repeat("The Wi-Fi failed") as never)).toEqual(draft);
  await t.request(questions.openQuestion, { as: people.surveyor, ...(await meeting.openRequest(id, draft)) });
  const { questions: all } = await meeting.manage(id);
  expect(all[0]).toMatchObject({ repeatedBy: 2, repeats: null });
  expect(all[1]).toMatchObject({ repeatedBy: null, repeats: { n: 1, reason: "The Wi-Fi failed" } });
});

test("opened questions are never deleted, changed or closed outside of the meeting, and stay in it when an admin takes them down", async () => {
  const { id } = await meeting.make(3);
  const { surveyId } = await meeting.open(id);
  const params = { id: surveyId };
  for (const as of [people.surveyor, people.admin])
    expect(await t.refused(surveys.deleteSurvey, { as, params })).toMatchObject({ code: "questionOfMeeting" });
  expect(await t.refused(surveys.closeSurvey, { as: people.surveyor, params })).toMatchObject({
    code: "questionOfMeeting",
  });
  const edit = { Title: "Other", category: "Cleaning Tools", image: "https://example.org/p.webp" };
  expect(await t.refused(surveys.updateSurvey, { as: people.surveyor, params, body: edit })).toMatchObject({
    code: "questionOfMeeting",
  });
  const feedback = { status: WAITING, feedback: "Not this one." };
  await t.request(surveys.setSurveyStatus, { as: people.admin, params, body: feedback as never });
  expect(await meeting.state(id)).toMatchObject({ question: { n: 1, state: "takenDown", Title: null, people: null } });
  await meeting.passTime(surveyId);
  expect(await meeting.open(id)).toMatchObject({ n: 2 });
});

test("secret questions need five people, and permission if some of them have codes", async () => {
  const { id } = await meeting.make(4);
  const request = { as: people.surveyor, params: { meeting: id }, body: { Title: "Who?", privacy: "secret" } };
  expect(await t.refused(questions.addDraft, request)).toMatchObject({ status: 409, code: "tooFewPeople" });
  await meeting.list(id, [{ email: null, label: "Eve" }]);
  const draft = await meeting.addDraft(id, { privacy: "secret" });
  expect(await refuseOpening(id, draft)).toMatchObject({ code: "codesNotAllowed" });
  await t.database.db.updateTable("meetings").set({ codes_allowed: 1 }).where("id", "=", id).execute();
  expect(
    await t.request(questions.openQuestion, { as: people.surveyor, ...(await meeting.openRequest(id, draft)) }),
  ).toMatchObject({
    privacy: "secret",
    people: 5,
  });
  // A code that replaced a link was also shown to the owner.
  const replaced = await meeting.make(5);
  const withAddress = await meeting.addDraft(replaced.id, { privacy: "secret" });
  const [first] = await rowsOf(replaced.id);
  const person = t.database.db.updateTable("invitations").where("survey_id", "=", replaced.id);
  await person
    .set({ code_key: "key" })
    .where("id", "=", first?.id ?? "")
    .execute();
  expect(await refuseOpening(replaced.id, withAddress)).toMatchObject({ code: "codesNotAllowed" });
  const empty = await meeting.make(0);
  const early = await meeting.addDraft(empty.id);
  expect(await refuseOpening(empty.id, early)).toMatchObject({ code: "nobodyInvited" });
});

test("only its owner opens questions, and not when they have lost the role", async () => {
  const owner = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const own = meetingsOf(() => ({ t, surveyor: owner }));
  const { id } = await own.make(3);
  const draft = await own.addDraft(id);
  const request = await own.openRequest(id, draft);
  for (const as of [people.otherSurveyor, people.admin])
    expect(await t.refused(questions.openQuestion, { as, ...request })).toMatchObject({ status: 404 });
  await t.request(setUserRole, { as: people.admin, params: { id: owner.id }, body: { role: "user" } });
  expect(await t.refused(questions.openQuestion, { as: owner, ...request })).toMatchObject({ code: "roleRequired" });
  expect((await t.request(meetings.getManagedMeeting, { as: owner, params: { meeting: id } })).drafts).toHaveLength(1);
});

test("an owner's page takes three statements for each closed question", async () => {
  const tables = ["meeting_questions", "ballot_boxes", "surveys", "invitation_days", "deadline_moves"];
  const { database, count } = countingStatements(t.database, tables);
  const { id } = await meeting.make(2);
  const askedAndClosed = async () => {
    await meeting.passTime((await meeting.open(id)).surveyId);
    await closeDue();
  };
  const statements = async () => {
    const reader = { userId: people.surveyor.id, name: people.surveyor.name } as CurrentUser;
    const policies = { surveyReview: "off", surveyors: "request", askUnlisted: "surveyors" } as const;
    return (await count(() => readManaged(database, id, { reader, policies })))[1];
  };
  await askedAndClosed();
  const one = await statements();
  await askedAndClosed();
  expect((await statements()) - one).toBe(3);
});
