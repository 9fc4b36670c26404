import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as questions from "@survey-app/contract/meetings/meetingQuestions.ts";
import * as records from "@survey-app/contract/meetings/record.ts";
import { checkRecord } from "@survey-app/contract/results/checkRecord.ts";
import { type PortableRecord, portableRecord } from "@survey-app/contract/results/portableRecord.ts";
import { setSurveyStatus, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../ballots/voteChain.ts";
import { createEventBus } from "../database/events.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { closeEnded } from "../surveys/closeSurvey.sql.ts";
import { countingStatements } from "../testing/countedStatements.ts";
import { freshDatabase } from "../testing/freshDatabase.ts";
import { meetingsOf } from "../testing/meetings.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { appOn, type TestApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { verifyDatabase } from "../votes/ledger/verifyDatabase.ts";
import { verifyLedger } from "../votes/ledger/verifyLedger.ts";
import { findMeetingFlaws } from "../votes/ledger/verifyMeetings.sql.ts";

/** Of the app alone. */
const events = createEventBus(null);
let t: TestApp;
let count: ReturnType<typeof countingStatements>["count"];
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  // Only the tests close surveys.
  const fresh = await freshDatabase();
  const counting = countingStatements(fresh.database, ["meeting_questions"]);
  count = counting.count;
  t = await appOn({ ...fresh, database: counting.database }, {}, { ...WITHOUT_POLLS, events });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const meeting = meetingsOf(() => ({ t, surveyor: people.surveyor }));

/** Opens a question, lets the first voters vote, and closes it. */
async function ask(
  id: string,
  voters: readonly Person[],
  { form = {}, answers = [] as (0 | 1 | 2)[] }: { form?: Parameters<typeof meeting.open>[1]; answers?: (0 | 1 | 2)[] },
) {
  const { surveyId, n } = await meeting.open(id, form);
  for (const [index, answer] of answers.entries())
    expect((await meeting.vote(surveyId, voters[index], answer)).statusCode).toBe(200);
  await close(surveyId);
  return { surveyId, n };
}

async function close(surveyId: string) {
  await meeting.passTime(surveyId);
  await closeEnded(t.database, recorder());
  events.emit(new Set([surveyId]), "content");
}

const recordOf = (id: string) => t.request(records.getRecord, { params: { meeting: id } });
const send = (id: string, endpoint: typeof records.getRecordCsv | typeof records.getRecordFile) =>
  t.send(endpoint, { params: { meeting: id } });
async function fileOf(id: string): Promise<PortableRecord> {
  const value = (await send(id, records.getRecordFile)).json();
  expect(portableRecord.safeParse(value).error).toBeUndefined();
  return value;
}
const takeDown = (id: string) =>
  t.request(setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: WAITING, reason: "spam", feedback: "It sells pianos." },
  });

describe("the record of a meeting with questions of every kind", () => {
  let id: string;
  let voters: readonly Person[];
  const asked: string[] = [];
  beforeAll(async () => {
    ({ id, voters } = await meeting.make(6));
    asked.push((await ask(id, voters, { form: { Title: "The boat?" }, answers: [1, 1, 0, 2] })).surveyId);
    asked.push((await ask(id, voters, { form: { privacy: "secret" }, answers: [1, 1, 0, 1, 2] })).surveyId);
    await meeting.list(id, [{ email: "late@example.org", label: "Late" }], Date.now());
    const back = await meeting.open(id, { Title: "Too early?" });
    await t.request(questions.takeBackQuestion, { as: people.surveyor, params: { meeting: id, n: String(back.n) } });
    asked.push(back.surveyId);
    asked.push((await ask(id, voters, { form: { Title: "Spam?" }, answers: [0] })).surveyId);
    const again = await t.request(questions.repeatQuestion, {
      as: people.surveyor,
      params: { meeting: id, n: "2" },
      body: { reason: "The Wi-Fi failed." },
    });
    const repeated = await t.request(questions.openQuestion, {
      as: people.surveyor,
      ...(await meeting.openRequest(id, again)),
    });
    for (const voter of voters.slice(0, 3)) await meeting.vote(repeated.surveyId, voter, 1);
    await close(repeated.surveyId);
    asked.push(repeated.surveyId);
    await takeDown(asked[3] ?? "");
  });

  test("has them in order, with their results and heads, for everyone with its address", async () => {
    const { questions: found, ...about } = await recordOf(id);
    expect(about).toMatchObject({ name: "General assembly", endedAt: null });
    expect(found.map(({ n, surveyId, state }) => [n, surveyId, state])).toEqual([
      [1, asked[0], "closed"],
      [2, asked[1], "closed"],
      [3, asked[2], "takenBack"],
      [4, asked[3], "takenDown"],
      [5, asked[4], "closed"],
    ]);
    expect(found[0]).toMatchObject({ people: 6, participants: 4, yesVotes: 2, noVotes: 1, unsureVotes: 1 });
    expect(found[2]).toMatchObject({ people: 7, list: { invited: 6, added: 1 } });
    expect(found[1]).toMatchObject({ repeatedBy: 5 });
    expect(found[4]).toMatchObject({ yesVotes: null, participants: 3, repeats: { n: 2, reason: "The Wi-Fi failed." } });
    expect(found[3]).toMatchObject({ Title: null, people: null, yesVotes: null });
  });

  // Security: F07
  test("is a file with a valid chain, even if an admin took a question down", async () => {
    const file = await fileOf(id);
    const { questions: checked, parts } = await checkRecord(file, { hash: sha256 });
    expect(checked.map(({ n, result }) => [n, result?.totals])).toEqual([
      [1, { yes: 2, no: 1, unsure: 1 }],
      [2, { yes: 3, no: 1, unsure: 1 }],
      [3, { yes: 0, no: 0, unsure: 0 }],
      [4, undefined],
      [5, null],
    ]);
    expect(parts).toEqual(["meeting", "later", "repeats", "takenDown"]);
    const { questions: found } = await recordOf(id);
    expect(checked.map(({ head }) => head)).toEqual(found.map(({ head }) => head));
    const without = { ...file, questions: file.questions.toSpliced(3, 1) };
    await expect(checkRecord(without, { hash: sha256 })).rejects.toThrow("Question 4 is missing.");
  });

  test("is checked from its file and from its address by the command", async () => {
    const folder = await mkdtemp(join(tmpdir(), "record-"));
    const path = join(folder, "record.json");
    await writeFile(path, JSON.stringify(await fileOf(id)));
    const { isValid, lines } = await verifyLedger(path, []);
    await rm(folder, { recursive: true });
    expect(isValid).toBe(true);
    expect(lines.join("\n")).toMatch(/^This record is consistent: 5 questions of the meeting "General assembly"/);
    expect(lines.join("\n")).toMatch(/\n4\. not in this file, which says that an admin took it down/);
    expect(lines.join("\n")).toMatch(/\n5\. "Raise the fee\?": 3 votes, too few to show the result\. It ends with/);
  });

  test("is a table, and a text for the minutes", async () => {
    const csv = (await send(id, records.getRecordCsv)).payload.split("\r\n");
    expect(csv[0]).toMatch(/question,text,result,entitled to vote,voted,yes,no,abstained,passed,opened at/);
    expect(csv[1]).toMatch(/^1,The boat\?,"Yes won, 2 to 1",6,4,2,1,1,,/);
    expect(csv[3]).toMatch(/^3,Too early\?,Withdrawn before the first vote,7,0,/);
    expect(csv[4]).toMatch(/^4,,Taken down by an admin,,,,,,,/);
    const { text } = await t.request(records.getMinutes, { params: { meeting: id } });
    expect(text).toMatch(/^General assembly\n\d+ \w+ \d{4}\n\nPlace: _+\n/);
    expect(text).toContain("Question 5: Raise the fee?\nToo few votes to show a result.\n");
    expect(text).toContain("Repeats question 2: “The Wi-Fi failed.”");
    const { questions: found } = await recordOf(id);
    expect(text.split("\n").slice(-5)).toEqual(found.map(({ n, head }) => `${n}: ${head}`));
  });

  test("omits the numbers of an open question; its file omits the whole question", async () => {
    const { id: other, voters: others } = await meeting.make(3);
    expect((await fileOf(other)).questions).toEqual([]);
    await ask(other, others, { answers: [1] });
    const open = await meeting.open(other, { Title: "A secret so far?" });
    await meeting.vote(open.surveyId, others[0], 1);
    const { questions: found } = await recordOf(other);
    expect(found[1]).toMatchObject({ state: "open", yesVotes: null, passed: null, closedAt: null });
    expect((await fileOf(other)).questions.map(({ n }) => n)).toEqual([1]);
    const { text } = await t.request(records.getMinutes, { params: { meeting: other } });
    expect(text).not.toContain("A secret so far?");
    expect((await send(other, records.getRecordCsv)).payload).not.toContain("A secret so far?");
    await close(open.surveyId);
    expect((await fileOf(other)).questions.map(({ n }) => n)).toEqual([1, 2]);
  });

  test("isn't found for an unknown id", async () => {
    const params = { meeting: crypto.randomUUID() };
    for (const endpoint of [records.getRecord, records.getMinutes, records.getRecordCsv, records.getRecordFile])
      expect((await t.send(endpoint, { params })).statusCode).toBe(404);
  });

  // Security: F07
  test("is compared by verify, question by question", async () => {
    expect(await findMeetingFlaws(t.database)).toEqual([]);
    const findings = await verifyDatabase(t.database, openImageFiles(t.config));
    expect(findings.meetings).toEqual([]);
    const { db } = t.database;
    const flawsAfter = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await change();
      const flaws = await findMeetingFlaws(t.database);
      await back();
      expect(await findMeetingFlaws(t.database)).toEqual([]);
      return flaws;
    };
    const box = (index: number) => db.updateTable("ballot_boxes").where("survey_id", "=", asked[index] ?? "");
    const question = (index: number) => db.updateTable("meeting_questions").where("survey_id", "=", asked[index] ?? "");
    const { follows } = await db
      .selectFrom("ballot_boxes")
      .select("follows")
      .where("survey_id", "=", asked[1] ?? "")
      .executeTakeFirstOrThrow();
    expect(
      await flawsAfter(
        () => box(1).set({ follows: null }).execute(),
        () => box(1).set({ follows }).execute(),
      ),
    ).toContainEqual({
      surveyId: asked[1],
      flaw: expect.stringMatching(/doesn't begin with the end of the question before/),
    });
    // Changes votes, but keeps the end that the next question names.
    expect(
      await flawsAfter(
        () => box(1).set({ yes_votes: 4 }).execute(),
        () => box(1).set({ yes_votes: 3 }).execute(),
      ),
    ).toEqual([{ surveyId: asked[2], flaw: expect.stringMatching(/doesn't begin with the end/) }]);
    expect(
      await flawsAfter(
        () => question(2).set({ n: 9 }).execute(),
        () => question(2).set({ n: 3 }).execute(),
      ),
    ).toContainEqual({ surveyId: asked[3], flaw: expect.stringMatching(/the question before it is missing/) });
    expect(
      await flawsAfter(
        () => question(0).set({ taken_back: 1 }).execute(),
        () => question(0).set({ taken_back: 0 }).execute(),
      ),
    ).toEqual([{ surveyId: asked[0], flaw: "It was taken back, although it has votes or is open." }]);
  });
});

test("a question that an admin takes down while it is open is in the file once it is closed", async () => {
  const { id, voters } = await meeting.make(2);
  const { surveyId } = await meeting.open(id);
  await meeting.vote(surveyId, voters[0], 1);
  await takeDown(surveyId);
  expect((await fileOf(id)).questions).toEqual([]);
  await close(surveyId);
  const [question] = (await fileOf(id)).questions;
  expect(question).toEqual({ n: 1, openedAt: expect.any(String), head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  await ask(id, voters, { answers: [1] });
  await checkRecord(await fileOf(id), { hash: sha256 });
});

test("a person who votes by account isn't in any record of a question", async () => {
  const voter = await makePerson(t.database, t.tokens);
  const { id } = await meeting.make([voter]);
  await ask(id, [voter], { answers: [1] });
  const { payload } = await send(id, records.getRecordFile);
  expect(payload).not.toContain(voter.email);
});

test("minutes in all time zones and the table share one read of the record, and none is older than a change", async () => {
  const { id, voters } = await meeting.make(2);
  const { surveyId } = await ask(id, voters, { answers: [1] });
  const minutes = (timeZone: string) =>
    t.request(records.getMinutes, { params: { meeting: id }, query: { language: "en", timeZone } });
  const together = () => Promise.all([minutes("Asia/Tokyo"), minutes("Europe/Rome"), send(id, records.getRecordCsv)]);
  const [, alone] = await count(() => minutes("UTC"));
  events.emit("all", "content");
  const [[before], shared] = await count(together);
  expect(shared).toBe(alone);
  expect(before.text).toContain("Raise the fee?");
  await t.request(setSurveyStatus, {
    as: people.admin,
    params: { id: surveyId },
    body: { status: WAITING, feedback: "Spam" },
  });
  const [[after], statements] = await count(together);
  expect(statements).toBe(alone);
  expect(after.text).not.toContain("Raise the fee?");
});
