import * as account from "@survey-app/contract/account/account.ts";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { newTicket } from "../testing/invitedSurveys.ts";
import { meetingLists } from "../testing/meetingLists.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { findListFlaws } from "../votes/ledger/verifyInvited.sql.ts";

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

const meetings = meetingLists(() => ({ t, surveyor: people.surveyor, admin: people.admin }));

const RULE = { needs: "moreThan", share: "1/2", of: "sides", quorum: null } as const;

describe("the list of a meeting", () => {
  test("is managed by the endpoints of lists: people and codes are added, found, replaced and removed", async () => {
    const id = await meetings.make();
    const rows = [{ email: "ann@example.org", label: "Ann" }, { email: "no address" }, { label: "Bo" }];
    const body = { rows, dryRun: true, total: 3, ticket: newTicket() };
    const dry = await t.request(invitations.addInvitations, { as: people.surveyor, params: { id }, body });
    expect(dry).toMatchObject({ added: 2, problems: [{ row: 1 }], codes: [] });
    expect(await meetings.list(id)).toEqual([]);
    expect((await meetings.add(id, rows)).codes).toMatchObject([{ label: "Bo" }]);
    await meetings.makeCodes(id, 2);
    expect((await meetings.list(id)).map(({ label, email, voted }) => [label, email, voted])).toEqual([
      ["Ann", "ann@example.org", null],
      ["Bo", null, null],
      ["Code 1", null, null],
      ["Code 2", null, null],
    ]);
    const found = { as: people.surveyor, params: { id }, query: { q: "ann@example", limit: 10 } };
    expect(await t.request(invitations.listInvitations, found)).toMatchObject([{ label: "Ann" }]);
    const [ann, bo] = (await meetings.list(id)).map(({ _id }) => _id);
    expect((await meetings.reissue(id, bo ?? "")).code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    // Before the first opening, people are removed without a trace.
    await meetings.strike(id, ann ?? "");
    expect((await meetings.list(id)).map(({ label, state }) => [label, state])).toEqual([
      ["Bo", "listed"],
      ["Code 1", "listed"],
      ["Code 2", "listed"],
    ]);
  });

  test("is its owner's alone, has 2,000 people at most, and ends with the meeting", async () => {
    const id = await meetings.make();
    const body = { rows: [{ label: "Late" }] };
    for (const as of [people.admin, people.user, people.pro])
      expect((await t.send(invitations.addInvitations, { as, params: { id }, body })).statusCode).toBeGreaterThan(400);
    expect((await t.refused(invitations.addInvitations, { as: people.admin, params: { id }, body })).code).toBe(
      "notFound",
    );
    const full = { ...body, dryRun: true, total: 2001 };
    expect(
      (await t.refused(invitations.addInvitations, { as: people.surveyor, params: { id }, body: full })).code,
    ).toBe("listFull");
    await meetings.end(id);
    expect((await meetings.addRefused(id)).code).toBe("meetingEnded");
  });

  test("can have codes with secret questions only if an admin allows them", async () => {
    const id = await meetings.make({ privacy: "secret" });
    expect((await meetings.addRefused(id)).code).toBe("codesNotAllowed");
    const rows = Array.from({ length: 5 }, (_, index) => ({ email: `cy${index}@example.org` }));
    expect((await meetings.add(id, rows)).added).toBe(5);
    const [cy] = await meetings.list(id);
    await meetings.ask(id, { privacy: "secret" });
    // A replacement that the owner gets would be a code.
    expect((await meetings.reissue(id, cy?._id ?? "")).code).toBeNull();
    const allow = { as: people.admin, params: { id } };
    expect(await t.request(invitations.allowCodes, allow)).toEqual({ modifiedCount: 1 });
    expect(await t.request(invitations.allowCodes, allow)).toEqual({ modifiedCount: 0 });
    expect((await meetings.makeCodes(id, 1)).length).toBe(1);
    expect((await meetings.reissue(id, cy?._id ?? "")).code).not.toBeNull();
  });

  test("can't be managed through its questions", async () => {
    const id = await meetings.make();
    const { ids } = await meetings.makeVoters(id, 2);
    const surveyId = await meetings.ask(id);
    const params = { id: surveyId, invitation: ids[0] ?? "" };
    const ofOwner: [Endpoint, object?][] = [
      [invitations.addInvitations, { rows: [{ label: "Late" }] }],
      [invitations.createCodes, { count: 1 }],
      [invitations.replaceCodes, {}],
      [invitations.listInvitations],
      [invitations.sendInvitations],
      [invitations.reissueInvitation],
      [invitations.removeInvitation],
    ];
    for (const [endpoint, body] of ofOwner) {
      const request = { as: people.surveyor, params, ...(body && { body }) };
      expect((await t.refused(endpoint, request)).code, endpoint.path).toBe("listOfMeeting");
    }
    expect((await t.refused(invitations.allowCodes, { as: people.admin, params })).code).toBe("listOfMeeting");
  });
});

// Security: H02
describe("an opened code of a meeting", () => {
  test("votes on all questions of the meeting, and on nothing else", async () => {
    const [id, other] = [await meetings.make(), await meetings.make()];
    const { codes, voters } = await meetings.makeVoters(id, 2);
    const strangers = await meetings.makeVoters(other, 1);
    const response = await t.request(invitations.openInvitation, { body: { token: codes[0] ?? "" } });
    expect(response).toMatchObject({ surveyId: null, meetingId: id, votesAs: "Code 1" });
    const [first, elsewhere] = [await meetings.ask(id), await meetings.ask(other)];
    const [voter, stranger] = [voters[0], strangers.voters[0]];
    expect((await meetings.vote(first, voter, 1)).statusCode).toBe(200);
    expect((await meetings.vote(first, stranger, 1)).json().code).toBe("notInvited");
    expect((await meetings.vote(elsewhere, voter, 1)).json().code).toBe("notInvited");
    expect((await meetings.vote(id, voter, 1)).statusCode).toBe(404);
    expect((await meetings.status(first, stranger ?? {})).json().code).toBe("invitationEnded");
    expect((await meetings.status(first, voter ?? {})).json()).toMatchObject({ vote: { vote: 1 } });
    expect((await meetings.mine(other, voter as never)).json().code).toBe("invitationElsewhere");
    const single = await meetings.makeOpen(1);
    expect((await meetings.vote(single.id, voter, 1)).json().code).toBe("notInvited");
    const opened = await meetings.open(single.codes[0] ?? "");
    expect((await meetings.vote(first, opened, 1)).json().code).toBe("invitationElsewhere");
    expect((await meetings.mine(id, opened)).json().code).toBe("invitationElsewhere");
    await meetings.close(first);
    const second = await meetings.ask(id);
    expect((await meetings.vote(second, voter, 0)).statusCode).toBe(200);
  });

  test("ends when it is replaced, even on the open question; once its person is removed, on the next question", async () => {
    const id = await meetings.make();
    const { ids, codes, voters } = await meetings.makeVoters(id, 3);
    const first = await meetings.ask(id);
    const { code } = await meetings.reissue(id, ids[0] ?? "");
    expect((await meetings.vote(first, voters[0], 1)).json().code).toBe("invitationEnded");
    const renewed = await meetings.open(code ?? "", { cookie: voters[0]?.cookie ?? "" });
    expect((await meetings.vote(first, renewed, 1)).statusCode).toBe(200);
    const former = await t.refused(invitations.openInvitation, { body: { token: codes[0] ?? "" } });
    expect(former).toMatchObject({ code: "invitationReplaced", endedInvitation: { surveyId: null, meetingId: id } });
    await meetings.strike(id, ids[1] ?? "");
    // The open question's list is frozen.
    expect((await meetings.vote(first, voters[1], 1)).statusCode).toBe(200);
    expect((await meetings.resultLabel(first)).list).toMatchObject({ invited: 3, added: 0, struck: 0, replaced: 1 });
    await meetings.close(first);
    const struck = await t.refused(invitations.openInvitation, { body: { token: codes[1] ?? "" } });
    expect(struck).toMatchObject({ code: "invitationStruck", endedInvitation: { surveyId: null, meetingId: id } });
    const second = await meetings.ask(id);
    expect((await meetings.vote(second, voters[1], 1)).json().code).toBe("notInvited");
    expect((await meetings.renew(id, voters[1] as never)).json().code).toBe("invitationEnded");
    expect((await meetings.renew(id, voters[0] as never)).json().code).toBe("invitationEnded");
    expect((await meetings.renew(id, renewed)).json()).toMatchObject({ token: expect.any(String) });
    expect((await meetings.resultLabel(second)).list).toMatchObject({ invited: 3, added: 0, struck: 1, replaced: 1 });
  });

  test("opens until the open question ends for people whom the owner removes meanwhile", async () => {
    const id = await meetings.make();
    const made = await meetings.makeCodes(id, 3);
    const [code = "", silent = ""] = made.map((each) => each.code);
    const first = await meetings.ask(id, { passRule: RULE });
    await meetings.vote(first, await meetings.open(code), 1);
    await meetings.strike(id, made[1]?.invitationId ?? "");
    expect((await meetings.vote(first, await meetings.open(silent), 0)).statusCode).toBe(200);
    const stranger = (await meetings.makeCodes(id, 1))[0];
    await meetings.strike(id, stranger?.invitationId ?? "");
    const open = (token = "") => t.refused(invitations.openInvitation, { body: { token } });
    expect((await open(stranger?.code)).code).toBe("invitationStruck");
    await meetings.close(first);
    expect((await open(silent)).code).toBe("invitationStruck");
    await meetings.ask(id);
    expect((await open(silent)).code).toBe("invitationStruck");
  });

  test("is renewed for the open page, until the meeting ends", async () => {
    const id = await meetings.make();
    const { voters } = await meetings.makeVoters(id, 1);
    const [voter] = voters as [(typeof voters)[number]];
    const { token } = (await meetings.renew(id, voter)).json();
    const renewed = { ...voter, authorization: `Bearer ${token}` };
    const surveyId = await meetings.ask(id);
    expect((await meetings.vote(surveyId, renewed, 1)).statusCode).toBe(200);
    await meetings.close(surveyId);
    await meetings.end(id);
    expect((await meetings.renew(id, renewed)).json().code).toBe("meetingEnded");
    expect((await meetings.mine(id, renewed)).json().votesAs).toBe("Code 1");
  });

  test("doesn't leave a hash that links two votes, and leaves one cookie in a browser", async () => {
    const id = await meetings.make();
    const { ids, voters } = await meetings.makeVoters(id, 1);
    for (let n = 0; n < 3; n++) {
      const surveyId = await meetings.ask(id);
      await meetings.voteEach(surveyId, voters);
      await meetings.close(surveyId);
    }
    const votes = t.database.db
      .selectFrom("votes")
      .select("ballot_hash")
      .where("invitation_id", "=", ids[0] ?? "");
    const hashes = (await votes.execute()).map(({ ballot_hash }) => ballot_hash);
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(3);
  });
});

describe("after the close of each question, a person reads", () => {
  test("whether the vote was counted, and can object on each question separately", async () => {
    const id = await meetings.make();
    const { codes, ids, voters } = await meetings.makeVoters(id, 6);
    const [ann, bo] = voters as [(typeof voters)[number], (typeof voters)[number]];
    const first = await meetings.ask(id);
    await meetings.vote(first, ann, 1);
    // The owner has kept Bo's code.
    await meetings.vote(first, await meetings.open(codes[1] ?? ""), 0);
    for (const who of [ann, bo])
      expect((await meetings.mine(id, who)).json()).toMatchObject({ from: null, questions: [{ n: 1, vote: null }] });
    await meetings.close(first);
    expect((await meetings.mine(id, ann)).json().questions).toEqual([{ n: 1, surveyId: first, vote: "here" }]);
    expect((await meetings.mine(id, bo)).json().questions).toEqual([{ n: 1, surveyId: first, vote: "elsewhere" }]);
    await t.request(invitations.allowCodes, { as: people.admin, params: { id } });
    const secret = await meetings.ask(id, { privacy: "secret" });
    await meetings.voteEach(secret, [ann, ...voters.slice(2)]);
    await meetings.close(secret);
    expect((await meetings.mine(id, ann)).json().questions[1]).toEqual({ n: 2, surveyId: secret, vote: "counted" });
    expect((await meetings.mine(id, bo)).json().questions[1]).toEqual({ n: 2, surveyId: secret, vote: "none" });
    await meetings.strike(id, ids[1] ?? "");
    expect((await meetings.mine(id, bo)).json()).toMatchObject({ isRemoved: true, questions: [{ n: 1 }, { n: 2 }] });
    expect((await meetings.object(first, bo)).json()).toEqual({ modifiedCount: 1 });
    expect((await meetings.object(secret, bo)).json().code).toBe("invitationUnused");
    expect((await meetings.resultLabel(first)).list?.objections).toBe(1);
    expect((await meetings.resultLabel(secret)).list?.objections).toBe(0);
  });

  test("from which question on they can vote, if they were added meanwhile", async () => {
    const id = await meetings.make();
    await meetings.makeVoters(id, 1);
    const first = await meetings.ask(id);
    const { voters } = await meetings.makeVoters(id, 1);
    const [late] = voters as [(typeof voters)[number]];
    expect((await meetings.vote(first, late, 1)).json().code).toBe("notInvited");
    expect((await meetings.mine(id, late)).json()).toMatchObject({ from: 2, questions: [] });
    await meetings.close(first);
    const second = await meetings.ask(id);
    expect((await meetings.vote(second, late, 1)).statusCode).toBe(200);
    expect((await meetings.mine(id, late)).json()).toMatchObject({ from: 2, questions: [{ n: 2, vote: null }] });
    expect((await meetings.resultLabel(first)).list).toMatchObject({ invited: 1, added: 0 });
    expect((await meetings.resultLabel(second)).list).toMatchObject({ invited: 1, added: 1, codes: 2 });
  });
});

test("an owner's additions, removals and replacements between two questions show in label, ledger and verify of the second", async () => {
  const id = await meetings.make();
  const { ids, voters } = await meetings.makeVoters(id, 4);
  const first = await meetings.ask(id);
  await meetings.voteEach(first, voters);
  await meetings.close(first);
  const added = await meetings.makeVoters(id, 2);
  await meetings.strike(id, ids[0] ?? "");
  const { code } = await meetings.reissue(id, ids[1] ?? "");
  const second = await meetings.ask(id);
  const present = [await meetings.open(code ?? ""), ...voters.slice(2), ...added.voters];
  await meetings.voteEach(second, present);
  await meetings.close(second);
  const numbers = { invited: 4, added: 2, struck: 1, codes: 6, replaced: 1 };
  expect((await meetings.resultLabel(first)).list).toMatchObject({
    ...numbers,
    added: 0,
    struck: 0,
    codes: 4,
    replaced: 0,
  });
  expect((await meetings.resultLabel(second)).list).toMatchObject({ ...numbers, turnout: 5 / 6 });
  const ledger = await t.request(getLedger, { params: { id: second }, query: { limit: 100 } });
  expect(ledger).toMatchObject({ closing: { list: numbers } });
  expect(await findListFlaws(t.database)).toEqual([]);
});

test("deleting an account reaches the list of a meeting before its next question", async () => {
  const id = await meetings.make();
  const person = await makePerson(t.database, t.tokens);
  await meetings.add(id, [{ email: person.email, label: "Emmy" }]);
  await meetings.makeVoters(id, 2);
  const first = await meetings.ask(id);
  expect((await meetings.castByAccount(first, person, 1)).statusCode).toBe(200);
  // The same person's link doesn't give a second vote.
  const [link = ""] = await meetings.linksOf(id);
  expect((await meetings.vote(first, await meetings.open(link), 0)).json().code).toBe("invitationUsed");
  await meetings.close(first);
  const exported = await t.request(account.exportMyData, { as: person });
  expect(exported.invitations).toMatchObject([
    { surveyId: first, label: "Emmy" },
    { surveyId: id, Title: "General assembly", label: "Emmy" },
  ]);
  await t.request(account.deleteMyAccount, { as: person, body: { email: person.email } });
  const second = await meetings.ask(id);
  const rows = t.database.db
    .selectFrom("invitations")
    .select(["email", "label"])
    .where("survey_id", "in", [id, first, second]);
  for (const row of await rows.execute()) expect(row).not.toMatchObject({ label: "Emmy" });
  expect(JSON.stringify(await rows.execute())).not.toContain(person.email);
  expect((await meetings.add(id, [{ email: person.email }])).problems).toMatchObject([{ kind: "counted" }]);
  expect((await t.refused(invitations.openInvitation, { body: { token: link } })).code).toBe("invitationInvalid");
});

describe("a replacement", () => {
  test("of a link is a code while the meeting runs; its owner gets it once, and the numbers count it", async () => {
    const id = await meetings.make();
    await meetings.add(id, [{ email: "dora@example.org", label: "Dora" }]);
    const [dora] = await meetings.list(id);
    expect((await meetings.reissue(id, dora?._id ?? "")).code).toBeNull();
    const surveyId = await meetings.ask(id);
    const { code } = await meetings.reissue(id, dora?._id ?? "");
    expect((await meetings.vote(surveyId, await meetings.open(code ?? ""), 1)).statusCode).toBe(200);
    expect((await meetings.reissue(id, dora?._id ?? "")).code).not.toBe(code);
    await meetings.close(surveyId);
    const second = await meetings.ask(id);
    expect((await meetings.resultLabel(second)).list).toMatchObject({ codes: 1, replaced: 2, unsent: 0 });
  });

  test("of a link by email is counted, too, because until it arrives its person can't vote", async () => {
    const id = await meetings.make({ privacy: "secret" });
    const rows = Array.from({ length: 5 }, (_, index) => ({ email: `eve${index}@example.org` }));
    await meetings.add(id, rows);
    const [eve, fay] = await meetings.list(id);
    await meetings.reissue(id, eve?._id ?? "");
    const surveyId = await meetings.ask(id, { passRule: RULE });
    expect((await meetings.reissue(id, fay?._id ?? "")).code).toBeNull();
    const numbers = { invited: 5, codes: 0, replaced: 1, unsent: 5 };
    expect((await meetings.resultLabel(surveyId)).list).toMatchObject(numbers);
    await meetings.close(surveyId);
    expect((await meetings.resultLabel(await meetings.ask(id))).list).toMatchObject(numbers);
  });

  test("waits while people vote on a question with a pass rule", async () => {
    const id = await meetings.make();
    const { ids, voters } = await meetings.makeVoters(id, 3);
    const surveyId = await meetings.ask(id, { passRule: RULE });
    expect((await meetings.reissue(id, ids[2] ?? "")).code).not.toBeNull();
    await meetings.vote(surveyId, voters[0], 1);
    const request = { as: people.surveyor, params: { id, invitation: ids[1] ?? "" } };
    const response = await t.send(invitations.reissueInvitation, request);
    expect(response.json().code).toBe("replacementWaits");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(60);
    // Additions and removals count from the next question on.
    expect((await meetings.add(id, [{ label: "Late" }])).added).toBe(1);
    await meetings.strike(id, ids[1] ?? "");
    expect((await meetings.vote(surveyId, voters[1], 1)).statusCode).toBe(200);
    expect((await meetings.resultLabel(surveyId)).list).toMatchObject({ invited: 3, added: 0, struck: 0 });
  });

  test("can be objected to by the holder of the former code, which counts where a later one was used", async () => {
    const id = await meetings.make();
    const { ids, codes, voters } = await meetings.makeVoters(id, 2);
    const first = await meetings.ask(id);
    await meetings.vote(first, voters[0], 1);
    const { code } = await meetings.reissue(id, ids[0] ?? "");
    const kept = await meetings.open(code ?? "");
    const object = () => t.request(invitations.objectToEnd, { body: { token: codes[0] ?? "" } });
    await meetings.close(first);
    const second = await meetings.ask(id);
    expect(await object()).toEqual({ modifiedCount: 1 });
    expect(await object()).toEqual({ modifiedCount: 0 });
    await meetings.voteEach(second, [kept, ...voters.slice(1)]);
    await meetings.close(second);
    // On the first question the vote was cast with the former code.
    expect((await meetings.resultLabel(first)).list?.objections).toBe(0);
    expect((await meetings.resultLabel(second)).list?.objections).toBe(1);
  });
});

test("a meeting's id gets the same response as an unknown one where a survey's is expected", async () => {
  const id = await meetings.make();
  const { ids } = await meetings.makeVoters(id, 1);
  await meetings.ask(id);
  const ofMeeting = { as: people.surveyor, params: { id } };
  expect((await t.refused(invitations.getMyInvitation, ofMeeting)).code).toBe("notFound");
  const senders = { visitor: undefined, owner: people.surveyor, admin: people.admin };
  for (const [name, endpoint] of endpoints) {
    if (!endpoint.path.includes(":id") || endpoint.path.startsWith("/surveys/:id/invitations")) continue;
    for (const [who, as] of Object.entries(senders)) {
      const send = async (of: string) => {
        const params = { id: of, invitation: ids[0] ?? "", n: "1" };
        const response = await t.send(endpoint, { as, params, ...(endpoint.body && { body: {} }) });
        return [response.statusCode, response.payload.replaceAll(of, "ID").replace(/"requestId":"[^"]*"/, "")];
      };
      expect(await send(id), `${name} ${who}`).toEqual(await send(newId()));
    }
  }
});
