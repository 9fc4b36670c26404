import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invitedSurveys, newTicket, untilClose } from "../testing/invitedSurveys.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";
import { ISSUES_MAX } from "./codes.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(async () => {
  expect(await findListFlaws(t.database)).toEqual([]);
  await t.close();
});

const surveys = invitedSurveys(() => ({ t, ...people }));
const lists = meetingLists(() => ({ t, ...people }));

const request = (id: string, more: object) => ({
  as: people.surveyor,
  params: { id },
  body: { all: true, ticket: newTicket(), ...more },
});
const replaceAll = (id: string, more: object = {}) => t.request(invitations.replaceCodes, request(id, more));
const refused = async (id: string, more: object = {}) =>
  (await t.refused(invitations.replaceCodes, request(id, more))).code;
const opens = async (token: string) =>
  (await t.send(invitations.openInvitation, { body: { token } })).statusCode === 200;
const replacedOf = async (id: string) => (await lists.resultLabel(id)).list?.replaced;

const RULE = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;

describe("replacing all codes", () => {
  test("isn't counted until the first of them are handed out, and ends the former ones", async () => {
    const id = await surveys.make();
    const former = await lists.makeCodes(id, 2);
    expect(await replaceAll(id, { dryRun: true })).toEqual({ codes: [], left: 2, replaced: 0 });
    const { codes, left, replaced } = await replaceAll(id);
    expect([codes.map(({ label }) => label), left, replaced]).toEqual([["Code 1", "Code 2"], 0, 0]);
    await lists.publish(id);
    expect([await opens(former[0]?.code ?? ""), await opens(codes[0]?.code ?? "")]).toEqual([false, true]);
    expect(await replacedOf(id)).toBe(0);
    // An hour later they count as handed out.
    const { db } = t.database;
    const created_at = Date.now() - HOUR_MS - 1000;
    await db.updateTable("invitations").set({ created_at }).where("survey_id", "=", id).execute();
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ replaced: 2 });
  });

  test("returns the number that the label will show, and replaces used and unused codes alike", async () => {
    const { id, codes } = await lists.makeOpen(3, {}, ["ann@example.org"]);
    const voter = await lists.open(codes[0] ?? "");
    expect((await lists.vote(id, voter, 1)).statusCode).toBe(200);
    const struck = (await lists.list(id)).at(-2);
    await lists.strike(id, struck?._id ?? "");
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 2, replaced: 2 });
    expect(await replacedOf(id)).toBe(0);
    const ticket = newTicket();
    const made = await replaceAll(id, { ticket });
    expect([made.codes.length, made.replaced, await replacedOf(id)]).toEqual([2, 2, 2]);
    expect(await replaceAll(id, { ticket })).toEqual(made);
    // The vote still counts, and its person can't vote again.
    const again = await lists.open(made.codes[0]?.code ?? "");
    expect((await lists.vote(id, again, 0)).json().code).toBe("invitationUsed");
    expect(await lists.participantsOf(id)).toBe(1);
    expect((await replaceAll(id, { after: made.codes[0]?.invitationId })).codes).toMatchObject([{ label: "Code 2" }]);
  });

  test("is refused under a pass rule after the first ballot, except for codes that no longer open anything", async () => {
    const { id, codes } = await lists.makeOpen(2, { passRule: RULE, ...untilClose() });
    expect((await replaceAll(id)).codes).toHaveLength(2);
    const [code] = (await replaceAll(id)).codes;
    expect(await opens(codes[0] ?? "")).toBe(false);
    await lists.vote(id, await lists.open(code?.code ?? ""), 1);
    expect(await refused(id)).toBe("passRuleFixed");
    expect(await replaceAll(id, { all: false })).toMatchObject({ codes: [], left: 0 });
  });

  test("waits in a meeting while a question with a rule is open and has a ballot, and counts once the meeting has begun", async () => {
    const id = await lists.make({ passRule: RULE });
    const { voters } = await lists.makeVoters(id, 3);
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 3, replaced: 0 });
    const surveyId = await lists.ask(id);
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 3, replaced: 3 });
    expect((await lists.vote(surveyId, voters[0], 1)).statusCode).toBe(200);
    expect(await refused(id)).toBe("replacementWaits");
    await lists.close(surveyId);
    expect(await replaceAll(id)).toMatchObject({ left: 0, replaced: 3 });
  });

  test("is refused before a person's codes are replaced too often", async () => {
    const id = await surveys.make();
    await lists.makeCodes(id, 1);
    for (let times = 0; times < 10; times++) await replaceAll(id);
    expect(await refused(id)).toBe("tooManyIssues");
  });

  test("is refused before the first code if one of them was replaced too often, and the dry run says so", async () => {
    const id = await surveys.make();
    const codes = await lists.makeCodes(id, 502);
    // On the second page.
    const last = (await lists.makeCodes(id, 1))[0]?.invitationId ?? "";
    await t.database.db.updateTable("invitations").set({ issue: ISSUES_MAX }).where("id", "=", last).execute();
    expect(await refused(id, { dryRun: true })).toBe("tooManyIssues");
    expect(await refused(id)).toBe("tooManyIssues");
    expect(await opens(codes[0]?.code ?? "")).toBe(true);
    await lists.strike(id, last);
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 502 });
  });

  test("doesn't make a code for a deleted account whose link was replaced by a code", async () => {
    const id = await lists.make();
    const person = await makePerson(t.database, t.tokens);
    await lists.add(id, [{ email: person.email, label: "Emmy" }]);
    await lists.makeCodes(id, 1);
    await lists.ask(id);
    const [emmy] = await lists.list(id);
    expect((await lists.reissue(id, emmy?._id ?? "")).code).not.toBeNull();
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 2 });
    await t.request(deleteMyAccount, { as: person, body: { email: person.email } });
    expect(await replaceAll(id, { dryRun: true })).toMatchObject({ left: 1 });
    expect((await replaceAll(id)).codes).toMatchObject([{ label: "Code 1" }]);
  });
});
