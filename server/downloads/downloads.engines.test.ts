import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { checkResult } from "@survey-app/contract/results/checkResult.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { BYTE_ORDER_MARK } from "@survey-app/contract/text/csv.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLedgerSummary } from "../ballots/ledgerRows.sql.ts";
import { sha256 } from "../ballots/voteChain.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { verifyLedger } from "../votes/ledger/verifyLedger.ts";
import { type ExportedVote, readVotesAt, type VotesMoment } from "./votesCsv.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** A survey with votes of three people, one of them changed. */
let survey: string;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  survey = await t.makeSurvey(people.surveyor, {
    publishedBy: people.admin,
    Title: '=Is this, "so"?',
    changeable: true,
  });
  await cast(people.user, { vote: 1, inapp: "＝Spam" });
  await cast(people.pro, { vote: 0, comments: '+1, or "two"\nlines; @home' });
  const { receipt } = await cast(people.otherSurveyor, { vote: 1 });
  await cast(people.otherSurveyor, { vote: 0, replaces: receipt });
});
afterAll(() => t.close());

const cast = (as: Person, body: { vote: 0 | 1; comments?: string; inapp?: string; replaces?: string | null }) =>
  t.request(votes.castVote, { as, body: { SurveyID: survey, ...body } });
const read = async (endpoint: Endpoint, id: string, as?: Person) => {
  const response = await t.send(endpoint, { params: { id }, as });
  expect(response.statusCode, response.payload).toBe(200);
  return response;
};

// Security: H13, R04
test("the owner's CSV has every current vote, the head of the ledger in its heading, and no formulas", async () => {
  const { payload, headers } = await read(downloads.getVotesCsv, survey, people.surveyor);
  const { head } = await readLedgerSummary(t.database, survey);
  const today = new Date().toISOString().slice(0, 10).split("-").reverse().join("-");
  const { user, pro, otherSurveyor } = people;
  expect(payload.split("\r\n")).toEqual([
    `${BYTE_ORDER_MARK}email,name,vote,reported text,comment,voted on,changed,ledger head ${head}`,
    `${otherSurveyor.email},${otherSurveyor.name},No,,,${today},yes,`,
    `${pro.email},${pro.name},No,,"'+1, or ""two""\nlines; '@home",${today},,`,
    `${user.email},${user.name},Yes,'＝Spam,,${today},,`,
    "",
  ]);
  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${survey}-votes.csv"`,
    "cache-control": "no-store",
    "x-total-count": "3",
  });
});

test("CSV is separated by commas, or by semicolons for spreadsheets that expect these, and by nothing else", async () => {
  const as = people.surveyor;
  const files = [downloads.getVotesCsv, downloads.getResultsCsv] as const;
  for (const endpoint of files) {
    const request = { as, params: { id: survey } };
    const commas = await t.send(endpoint, request);
    const semicolons = await t.send(endpoint, { ...request, query: { separator: "semicolon" } });
    expect((await t.send(endpoint, { ...request, query: { separator: "comma" } })).payload).toBe(commas.payload);
    const [heading = ""] = commas.payload.split("\r\n");
    expect(semicolons.payload.split("\r\n")[0]).toBe(heading.replaceAll(",", ";"));
    const other = await t.refused(endpoint, { ...request, query: { separator: "tab" } });
    expect(other).toMatchObject({ status: 422 });
  }
  const { payload } = await t.send(downloads.getVotesCsv, {
    as,
    params: { id: survey },
    query: { separator: "semicolon" },
  });
  expect(payload).toContain(`"'+1, or ""two""\nlines; @home"`);
});

/** All votes of a moment, read two at a time. */
async function readAll(moment: VotesMoment): Promise<ExportedVote[]> {
  const all: ExportedVote[] = [];
  for await (const chunk of readVotesAt(t.database, survey, { ...moment, isForListOwner: true }, 2)) all.push(...chunk);
  return all;
}

test("a CSV is of one moment: later votes and changes don't affect it, and a missing vote is noticed", async () => {
  const moment = await readLedgerSummary(t.database, survey);
  const before = await readAll(moment);
  const own = await t.request(votes.getMyVote, { as: people.user, params: { id: survey } });
  await cast(people.user, { vote: 0, replaces: own?.receipt ?? null });
  await cast(await makePerson(t.database, t.tokens), { vote: 1 });
  const after = await readAll(moment);
  // A comment is moved to the vote that replaces its own, so only the choices are compared.
  const choices = (all: ExportedVote[]) => all.map(({ name, choice }) => [name, choice]);
  expect(choices(after)).toEqual(choices(before));
  const wrong = { ...moment, participants: moment.participants + 1 };
  await expect(readAll(wrong)).rejects.toThrow(/4 votes, and 3 are stored/);
});

test("the portable result proves itself without the server, in the browser's check and on the command line", async () => {
  const closing = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Portable?" });
  for (const as of [people.user, people.pro])
    await t.request(votes.castVote, { as, body: { SurveyID: closing, vote: as === people.pro ? 1 : 0 } });
  for (const isClosed of [false, true]) {
    if (isClosed) await t.request(closeSurvey, { as: people.surveyor, params: { id: closing } });
    const { payload, headers } = await read(downloads.getPortableResult, closing);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    downloads.getPortableResult.response.parse(JSON.parse(payload));
    const { head } = await readLedgerSummary(t.database, closing);
    const checked = await checkResult(JSON.parse(payload), { hash: sha256 });
    expect(checked).toMatchObject({
      title: "Portable?",
      totals: { yes: 1, no: 1, unsure: 0 },
      head,
      isClosed,
      rows: 2,
    });
    const file = join(t.dataDir, `${crypto.randomUUID()}.json`);
    writeFileSync(file, payload);
    const { isValid, lines } = await verifyLedger(file, []);
    expect(isValid).toBe(true);
    const close = isClosed
      ? /; the end also for the close, the notes and the list/
      : /; not yet for how the survey is closed/;
    expect(lines[0]).toMatch(/^Ledger format 3: its heads stand for the question with its picture and pass rule, /);
    expect(lines[0]).toMatch(close);
    expect(lines[1]).toBe(`This file is consistent: 2 votes on survey ${closing}, 1 yes and 1 no.`);
    expect(lines[2]).toBe('The question: "Portable?"');
    expect(lines[4]).toContain(`Compare its head ${head} with one from an email, a feed or a printout`);
    writeFileSync(file, payload.replace('"yes":1', '"yes":2'));
    expect(await verifyLedger(file, [])).toMatchObject({ isValid: false });
  }
});

test("the ledger as JSON lines is checked alone, and completes a result that lacks it", async () => {
  const { payload } = await read(downloads.getLedgerLines, survey);
  expect(payload.endsWith("\n")).toBe(true);
  const [lines, result] = [join(t.dataDir, "ledger.jsonl"), join(t.dataDir, "result.json")];
  writeFileSync(lines, payload);
  expect(await verifyLedger(lines, [])).toMatchObject({ isValid: true });
  const file = JSON.parse((await read(downloads.getPortableResult, survey)).payload);
  writeFileSync(result, JSON.stringify({ ...file, ledger: { ...file.ledger, entries: [] } }));
  const { lines: short } = await verifyLedger(result, []);
  expect(short[3]).toMatch(/^The votes themselves are not in it/);
  // Before the close, only the rows connect the head with the question.
  expect(short[0]).toMatch(
    /^Ledger format 3: without its rows nothing shows yet that its head stands for the question/,
  );
  const { lines: whole } = await verifyLedger(result, [], lines);
  expect(whole[3]).toMatch(/^Every row of the ledger follows/);
  expect(whole[0]).toMatch(/^Ledger format 3: its heads stand for the question/);
  writeFileSync(lines, payload.replace('"vote":1', '"vote":0'));
  expect(await verifyLedger(result, [], lines)).toMatchObject({ isValid: false });
});

test("the result as CSV names the question, the numbers and the head", async () => {
  const { payload } = await read(downloads.getResultsCsv, survey);
  const lines = payload.split("\r\n");
  const { head } = await readLedgerSummary(t.database, survey);
  expect(lines).toContain(`question,"'=Is this, ""so""?"`);
  expect(lines).toContain("participants,4");
  expect(lines).toContain(`ledger head,${head}`);
});

test("the result as CSV says who closed a survey, and until when it was planned", async () => {
  const deadline = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, deadline });
  await t.request(closeSurvey, { as: people.admin, params: { id } });
  const lines = (await read(downloads.getResultsCsv, id)).payload.split("\r\n");
  expect(lines).toContain("closed by,admin");
  expect(lines).toContain(`planned to,${deadline}`);
});

// Security: F12
test("files don't contain results or votes before everyone may see them", async () => {
  const deadline = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const make = (settings: object) =>
    t.makeSurvey(people.surveyor, { publishedBy: people.admin, deadline, results: "afterClose", ...settings });
  const [hidden, confidential, afterVote] = await Promise.all([
    make({}),
    make({ privacy: "confidential" }),
    make({ results: "afterVote" }),
  ]);
  const refusal = async (endpoint: Endpoint, id: string, as?: Person) =>
    ((await t.send(endpoint, { params: { id }, as })).json() as { code: string }).code;
  for (const id of [hidden, confidential, afterVote]) {
    await t.request(votes.castVote, { as: people.surveyor, body: { SurveyID: id, vote: 1 } });
    for (const as of [undefined, people.admin]) {
      expect(await refusal(downloads.getResultsCsv, id, as)).toBe("resultHidden");
      expect(await refusal(downloads.getPortableResult, id, as)).toBe("resultHidden");
    }
  }
  expect(await refusal(downloads.getVotesCsv, hidden, people.surveyor)).toBe("resultHidden");
  expect(await refusal(downloads.getVotesCsv, afterVote, people.admin)).toBe("resultHidden");
  expect(await refusal(downloads.getVotesCsv, confidential, people.surveyor)).toBe("notInThisMode");
  // A voter may read them where each person sees the result after their own vote.
  await read(downloads.getVotesCsv, afterVote, people.surveyor);
  await read(downloads.getResultsCsv, afterVote, people.surveyor);
  for (const id of [hidden, confidential]) await t.request(closeSurvey, { as: people.admin, params: { id } });
  await read(downloads.getVotesCsv, hidden, people.surveyor);
  // With one vote, a result would tell how that person voted.
  expect(await refusal(downloads.getResultsCsv, confidential)).toBe("resultHidden");
});
