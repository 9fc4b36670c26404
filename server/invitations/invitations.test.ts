import * as account from "@survey-app/contract/account/account.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as audit from "@survey-app/contract/ops/audit.ts";
import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import { createSurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { invitedSurveys, newTicket, secretSettings } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { invitationsOf } from "../voters/votesOfPerson.sql.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(async () => {
  // After all of these tests, the public numbers still agree with the lists.
  expect(await findListFlaws(t.database)).toEqual([]);
  await t.close();
});

const invited = invitedSurveys(() => ({ t, ...people }));

const form = { Title: "A?", category: "Cleaning Tools", image: "https://example.org/a.png" } as const;

describe("a list", () => {
  test("is the owner's alone: not even an admin can read or change it", async () => {
    const { id, ids } = await invited.makeOpen(1);
    for (const as of [people.otherSurveyor, people.admin])
      for (const [endpoint, body] of [
        [invitations.addInvitations, { rows: [{ label: "A" }] }],
        [invitations.createCodes, { count: 1 }],
        [invitations.listInvitations, undefined],
        [invitations.sendInvitations, undefined],
        [invitations.reissueInvitation, undefined],
        [invitations.removeInvitation, undefined],
      ] as const)
        expect(
          (await t.send(endpoint, { as, params: { id, invitation: ids[0] ?? "" }, ...(body && { body }) })).statusCode,
        ).toBe(404);
  });

  test("can lose people before the first publication; afterwards additions and strikes are public numbers", async () => {
    const id = await invited.make();
    const codes = await invited.makeCodes(id, 3);
    await invited.strike(id, codes[1]?.invitationId ?? "");
    expect((await invited.list(id)).map(({ label }) => label)).toEqual(["Code 1", "Code 3"]);
    expect((await invited.makeCodes(id, 1)).map(({ label }) => label)).toEqual(["Code 4"]);
    await invited.add(id, [{ email: "ann@example.org" }]);
    await invited.publish(id);
    expect(await invited.resultLabel(id)).toMatchObject({
      electorate: "invited",
      identity: "code",
      list: { invited: 4, added: 0, struck: 0, codes: 3, unsent: 1, turnout: 0, changes: [] },
    });
    await invited.add(id, [{ email: "bo@example.org" }, { email: "cy@example.org" }]);
    await invited.strike(id, codes[0]?.invitationId ?? "");
    const day = new Date().toISOString().slice(0, 10);
    expect((await invited.resultLabel(id)).list).toEqual({
      invited: 4,
      objections: 0,
      replaced: 0,
      added: 2,
      struck: 1,
      codes: 3,
      reissuedByOperator: 0,
      unsent: 3,
      turnout: 0,
      changes: [{ day, added: 2, struck: 1 }],
    });
    const totals = [{}, { state: "listed" as const }, { state: "struck" as const }].map(async (query) => {
      const response = await t.send(invitations.listInvitations, { as: people.surveyor, params: { id }, query });
      return [response.json<object[]>().length, Number(response.headers["x-total-count"])];
    });
    expect(await Promise.all(totals)).toEqual([6, 5, 1].map((rows) => [rows, rows]));
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
    expect(await invited.addRefused(id)).toMatchObject({ status: 409, code: "hasEnded" });
  });

  test("can be filled by the person who asks a first question while that awaits review", async () => {
    const nora = await makePerson(t.database, t.tokens, { name: "Nora New" });
    const { insertedId: id } = await t.request(createSurveyorRequest, {
      as: nora,
      body: { ...form, electorate: "invited" },
    });
    const request = { as: nora, params: { id } };
    const add = (rows: object[]) => t.send(invitations.addInvitations, { ...request, body: { rows } });
    expect((await add([{ email: "ann@example.org" }, { label: "Room 12" }])).statusCode).toBe(200);
    const [code] = await t.request(invitations.createCodes, { ...request, body: { count: 998 } });
    const removed = { as: nora, params: { id, invitation: code?.invitationId ?? "" } };
    // No admin has reviewed this person yet.
    expect((await add([{ label: "Room 13" }])).json()).toMatchObject({ status: 409, code: "requestedListFull" });
    expect(await t.request(invitations.removeInvitation, removed)).toEqual({ modifiedCount: 1 });
    expect((await t.send(invitations.listInvitations, request)).headers["x-total-count"]).toBe("999");
    for (const other of [people.user, await makePerson(t.database, t.tokens, {})])
      expect((await t.send(invitations.listInvitations, { ...request, as: other })).statusCode).toBe(403);
    await invited.publish(id);
    expect((await add([{ label: "Room 13" }, { label: "Room 14" }])).statusCode).toBe(200);
    expect((await invited.resultLabel(id)).list).toMatchObject({ invited: 999, added: 2 });
  });

  test("counts as complete until the first link or code is handed out, or the first person votes", async () => {
    const listOf = async (id: string) => (await invited.resultLabel(id)).list;
    const rows = [{ email: "ann@example.org" }, { email: people.pro.email }];
    // Codes of a long list are made in several requests, which take at most an hour.
    const { id: filled } = await invited.makeOpen(0);
    await invited.add(filled, rows);
    await invited.makeCodes(filled, 2);
    await invited.add(filled, [{ label: "Room 12" }]);
    expect(await listOf(filled)).toMatchObject({ invited: 5, added: 0, codes: 3, changes: [] });
    await t.database.db
      .updateTable("invitations")
      .set(({ eb }) => ({ created_at: eb("created_at", "-", HOUR_MS) }))
      .where("survey_id", "=", filled)
      .execute();
    await t.database.db
      .updateTable("surveys")
      .set(({ eb }) => ({ first_published_at: eb("first_published_at", "-", 2 * HOUR_MS) }))
      .where("id", "=", filled)
      .execute();
    await invited.add(filled, [{ label: "Room 13" }]);
    expect(await listOf(filled)).toMatchObject({ invited: 5, added: 1, codes: 4 });

    const { id: sent } = await invited.makeOpen(0);
    await invited.add(sent, rows);
    await t.request(invitations.sendInvitations, { as: people.surveyor, params: { id: sent } });
    await invited.add(sent, [{ email: "bo@example.org" }]);
    expect(await listOf(sent)).toMatchObject({ invited: 2, added: 1 });

    const { id: voted } = await invited.makeOpen(0);
    await invited.add(voted, rows);
    expect((await invited.castByAccount(voted, people.pro, 1)).statusCode).toBe(200);
    await invited.add(voted, [{ email: "bo@example.org" }]);
    expect(await listOf(voted)).toMatchObject({ invited: 2, added: 1 });
  });

  test("doesn't say who voted on confidential and secret surveys before the close, and does on named ones", async () => {
    for (const [settings, before] of [
      [{}, [true, false]],
      [{ ...secretSettings(), privacy: "confidential" as const }, [null, null]],
      [secretSettings(), [null, null]],
    ] as const) {
      const { id, codes } = await invited.makeOpen(2, settings);
      await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
      expect((await invited.list(id)).map(({ voted }) => voted)).toEqual(before);
      await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
      expect((await invited.list(id)).map(({ voted }) => voted)).toEqual([true, false]);
    }
  });

  test("doesn't say anything about voting while a result is hidden, even where votes are named", async () => {
    const deadline = new Date(Date.now() + HOUR_MS).toISOString();
    for (const settings of [
      { results: "afterClose", changeable: true, deadline },
      { results: "afterClose", deadline },
      { results: "afterVote" },
    ] as const) {
      const { id, codes } = await invited.makeOpen(2, settings);
      await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
      const shown = async () => (await invited.list(id)).map(({ voted }) => voted);
      expect(await shown()).toEqual([null, null]);
      const sending = await t.request(outcomes.getSending, { as: people.surveyor, params: { id } });
      expect(sending).toMatchObject({ reminders: null });
      await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
      expect(await shown()).toEqual([true, false]);
    }
  });

  test("belongs to surveys for invited people only, and the publication fixes who can vote on a survey", async () => {
    const open = await t.makeSurvey(people.surveyor);
    expect(await invited.addRefused(open)).toMatchObject({ status: 409, code: "openElectorate" });
    const { id } = await invited.makeOpen(1);
    const request = { as: people.surveyor, params: { id }, body: { ...form, electorate: "everyone" } };
    expect(await t.refused(surveys.updateSurvey, request)).toMatchObject({ code: "frozen" });
  });
});

describe("a link or code", () => {
  // Security: H10
  test("can be opened as often as needed and typed in any form, and can't be guessed", async () => {
    const { id, codes } = await invited.makeOpen(1);
    const [code = ""] = codes;
    for (const token of [
      code,
      code.toLowerCase().replaceAll("-", ""),
      `\u2066${code.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩".charAt(Number(digit)))}\u2069`,
      ` ${code.replaceAll("0", "o").replaceAll("1", "l")} `,
    ])
      expect(await t.request(invitations.openInvitation, { body: { token } })).toMatchObject({
        surveyId: id,
        votesAs: "Code 1",
      });
    for (const token of [
      "x",
      code.slice(1),
      `${code}0`,
      code.replace(/.$/, code.endsWith("A") ? "B" : "A"),
      "U".repeat(26),
    ])
      expect(await t.refused(invitations.openInvitation, { body: { token } })).toMatchObject({
        status: 422,
        code: "invitationInvalid",
      });
    // Opening it didn't change anything: the vote can still be cast.
    expect((await invited.vote(id, await invited.open(code), 1)).statusCode).toBe(200);
  });

  test("doesn't open anything before the publication, or when the survey has become one for everyone", async () => {
    const id = await invited.make();
    const [code] = await invited.makeCodes(id, 1);
    const open = () => t.refused(invitations.openInvitation, { body: { token: code?.code } });
    expect(await open()).toMatchObject({ status: 409, code: "notPublished" });
    const body = { ...form, electorate: "everyone" as const };
    await t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body });
    await invited.publish(id);
    expect(await open()).toMatchObject({ status: 422, code: "invitationInvalid" });
  });

  test("can be replaced ten times, and each time is in the audit log with its actor and without a name", async () => {
    const { id, ids } = await invited.makeOpen(1);
    const [invitation = ""] = ids;
    for (let issue = 2; issue <= 11; issue++)
      expect((await invited.reissue(id, invitation)).code).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/);
    const further = { as: people.surveyor, params: { id, invitation } };
    expect(await t.refused(invitations.reissueInvitation, further)).toMatchObject({ code: "tooManyIssues" });
    const [last] = await t.request(audit.listAuditEvents, {
      as: people.admin,
      query: { action: "invitationReissued" },
    });
    expect(last).toMatchObject({
      by: "owner",
      admin: { _id: people.surveyor.id },
      about: { kind: "survey", id },
      before: { issue: 10 },
      after: { issue: 11, invitation },
    });
  });
});

test("a survey for invited people is in public lists only if its owner chooses so", async () => {
  const Title = `Unlisted ${crypto.randomUUID()}?`;
  const hidden = await t.makeSurvey(people.surveyor, { Title, electorate: "invited", publishedBy: people.admin });
  const shown = await t.makeSurvey(people.surveyor, {
    Title,
    electorate: "invited",
    listed: true,
    publishedBy: people.admin,
  });
  const idsOf = async (query: Record<string, unknown>) => {
    const response = await t.send(surveys.listPublishedSurveys, { query: { limit: 100, ...query } });
    const rows = response.json<{ _id: string }[]>();
    return { ids: rows.map(({ _id }) => _id), total: Number(response.headers["x-total-count"]) };
  };
  for (const query of [{}, { q: Title }, { by: "votes" }, { by: "deadline" }, { state: "open" }]) {
    const { ids, total } = await idsOf(query);
    expect(ids).toContain(shown);
    expect(ids).not.toContain(hidden);
    expect(total).toBe(ids.length);
  }
  expect((await t.request(surveys.getSurvey, { params: { id: hidden } })).listed).toBe(false);
  const forAdmins = await t.send(surveys.listAllSurveys, { as: people.admin, query: { status: 2, limit: 100 } });
  expect(forAdmins.json<{ _id: string }[]>().map(({ _id }) => _id)).toEqual(expect.arrayContaining([hidden, shown]));
  expect(Number(forAdmins.headers["x-total-count"])).toBe(forAdmins.json<object[]>().length);
});

test("an account that voted under a former address can be deleted even if its current one is on the same list", async () => {
  const id = await invited.make();
  const person = await makePerson(t.database, t.tokens);
  await invited.add(id, [{ email: person.email }]);
  await invited.publish(id);
  await t.request(votes.castVote, { as: person, body: { SurveyID: id, vote: 1 } });
  const former = { email: `former-${crypto.randomUUID()}@example.org` };
  await t.database.db.updateTable("invitations").set(former).where("survey_id", "=", id).execute();
  await invited.add(id, [{ email: person.email, label: "Again" }]);
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  expect((await invited.list(id)).map(({ label, email }) => [label, email])).toEqual([
    ["Deleted user", null],
    ["Deleted user", null],
  ]);
});

test.runIf(inject("engine") === "sqlite")("deleting an account reads only its own invitations", async () => {
  for (const ofAccount of invitationsOf({ userId: "user", email: "user@example.org" })) {
    const { rows } = await sql<{ detail: string }>`
      explain query plan update invitations set label = '' where email is not null and ${ofAccount}`.execute(
      t.database.db,
    );
    // With a key of its own, not by reading the range of all addresses.
    const [found] = rows.map(({ detail }) => detail).filter((detail) => detail.includes("invitations"));
    expect(found).toMatch(/\((email=\?|survey_id=\? AND id=\?)\)/);
  }
});

test("an export has the lists that contain the address; deleting the account removes name and address from them", async () => {
  const id = await invited.make();
  const [person, other] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
  await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", other.id).execute();
  await invited.add(id, [
    { email: person.email, label: "Nora" },
    { email: other.email, label: "Olaf" },
  ]);
  await invited.publish(id);
  await t.request(votes.castVote, { as: person, body: { SurveyID: id, vote: 1, ticket: newTicket() } });
  expect((await t.request(account.exportMyData, { as: person })).invitations).toMatchObject([
    { surveyId: id, label: "Nora" },
  ]);
  expect((await t.request(account.exportMyData, { as: other })).invitations).toEqual([]);
  for (const as of [person, other]) await t.request(account.deleteMyAccount, { as, body: { email: as.email } });
  expect((await invited.list(id)).map(({ label, email }) => [label, email])).toEqual([
    ["Deleted user", null],
    // A stranger could have entered this address.
    ["Olaf", other.email],
  ]);
  expect(await t.request(votes.listSurveyVotes, { params: { id }, query: {} })).toMatchObject([
    { userName: "Deleted user", vote: 1 },
  ]);
});
