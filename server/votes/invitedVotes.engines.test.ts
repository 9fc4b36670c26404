import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import { getVotesCsv } from "@survey-app/contract/results/downloads.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newBallot } from "../testing/ballots.ts";
import { invitedSurveys, newTicket, PRIVACIES } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { recount } from "./ledger/verify.sql.ts";
import { findListFlaws } from "./ledger/verifyInvited.sql.ts";
import type { Ballot } from "./storing/ballot.ts";
import { storeBallots } from "./storing/votes.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

describe.each(PRIVACIES)("on a %s survey for invited people", (privacy, settings) => {
  test("an address that is not on the list, or not confirmed, doesn't give a vote", async () => {
    const id = await invited.make(settings());
    const unconfirmed = await makePerson(t.database, t.tokens);
    await t.database.db.updateTable("users").set({ email_verified: 0 }).where("id", "=", unconfirmed.id).execute();
    await invited.add(id, [{ email: unconfirmed.email }]);
    await invited.publish(id);
    for (const as of [unconfirmed, people.user, people.surveyor, people.admin]) {
      expect((await invited.castByAccount(id, as, 1)).json()).toMatchObject({ status: 409, code: "notInvited" });
      expect(await t.request(invitations.getMyInvitation, { as, params: { id } })).toBeNull();
    }
    expect(await invited.participantsOf(id)).toBe(0);
  });

  // Security: H01
  test("a reissue ends the former link and what was opened with it; a vote stays", async () => {
    const { id, codes, ids } = await invited.makeOpen(2, settings());
    const [code = "", other = ""] = codes;
    const stolen = await invited.open(code);
    const { code: reissued } = await invited.reissue(id, ids[0] ?? "");
    expect((await invited.vote(id, stolen, 1)).json()).toMatchObject({ status: 409, code: "invitationEnded" });
    expect((await invited.status(id, stolen)).json()).toMatchObject({ status: 409, code: "invitationEnded" });
    expect(await t.refused(invitations.openInvitation, { body: { token: code } })).toMatchObject({
      status: 409,
      code: "invitationReplaced",
    });
    expect((await invited.vote(id, await invited.open(reissued ?? ""), 1)).statusCode).toBe(200);
    const open = await invited.open(other);
    expect((await invited.vote(id, open, 1)).statusCode).toBe(200);
    await invited.reissue(id, ids[1] ?? "");
    // The response doesn't even tell that there is a vote.
    expect((await invited.vote(id, open, 0)).json()).toMatchObject({ code: "invitationEnded" });
    expect(await invited.participantsOf(id)).toBe(2);
  });

  test("a struck person can't vote; the vote of one who was struck after voting still counts", async () => {
    const { id, codes, ids } = await invited.makeOpen(3, settings());
    const tokens = await Promise.all(codes.map((code) => invited.open(code)));
    const ticket = newTicket();
    expect((await invited.vote(id, tokens[0], 1, { ticket })).statusCode).toBe(200);
    // The answer doesn't tell the owner who has voted.
    expect(await invited.strike(id, ids[0] ?? "")).toEqual({ modifiedCount: 1 });
    expect(await invited.strike(id, ids[1] ?? "")).toEqual({ modifiedCount: 1 });
    expect(await invited.strike(id, ids[1] ?? "")).toEqual({ modifiedCount: 0 });
    expect((await invited.vote(id, tokens[1], 1)).json()).toMatchObject({ code: "notInvited" });
    expect(await t.refused(invitations.openInvitation, { body: { token: codes[1] } })).toMatchObject({
      status: 409,
      code: "invitationStruck",
    });
    // A retry of the vote from before is acknowledged again.
    expect((await invited.vote(id, tokens[0], 1, { ticket })).statusCode).toBe(200);
    // The browser that cast a secret vote is not stored, so it gets the same response as all others.
    if (privacy === "secret")
      expect(await t.refused(invitations.openInvitation, { body: { token: codes[0] } })).toMatchObject({
        code: "invitationStruck",
      });
    else
      expect((await invited.status(id, await invited.open(codes[0] ?? "", tokens[0]))).json()).toMatchObject({
        vote: { vote: 1, isOwn: true },
      });
    expect(await invited.participantsOf(id)).toBe(1);
    expect((await invited.resultLabel(id)).list).toMatchObject({ invited: 3, added: 0, struck: 2, turnout: 1 / 3 });
  });

  test("100 votes with one link at the same time are one vote", async () => {
    const { id, codes } = await invited.makeOpen(3, settings());
    const token = await invited.open(codes[0] ?? "");
    const responses = await Promise.all(Array.from({ length: 100 }, () => invited.vote(id, token, 1)));
    const statuses = new Set(responses.map(({ statusCode }) => statusCode));
    // A secret vote with another ticket is rejected whatever its answer.
    expect([...statuses].sort()).toEqual(privacy === "secret" ? [200, 409] : [200]);
    const again = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    expect(again.json()).toMatchObject({ status: 409, code: "invitationUsed" });
    expect(await invited.participantsOf(id)).toBe(1);
    expect((await recount(t.database)).mismatches).toEqual([]);
  });

  test("a link and an account with its confirmed address are one voter, in either order", async () => {
    const id = await invited.make(settings());
    const [first, second] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
    await invited.add(id, [{ email: first.email }, { email: second.email, label: "Bo" }]);
    await invited.publish(id);
    const links = await invited.linksOf(id);
    expect((await invited.castByAccount(id, first, 1)).statusCode).toBe(200);
    const used = { status: 409, code: "invitationUsed" };
    expect((await invited.vote(id, await invited.open(links[0] ?? ""), 0)).json()).toMatchObject(used);
    expect((await invited.vote(id, await invited.open(links[1] ?? ""), 1)).statusCode).toBe(200);
    expect((await invited.castByAccount(id, second, 0)).json()).toMatchObject(used);
    const own = (as: Person) => t.request(votes.getMyVote, { as, params: { id } });
    const secret = { vote: null, isOwn: true };
    expect(await own(first)).toMatchObject(privacy === "secret" ? secret : { vote: 1, isOwn: true });
    // The vote by link belongs to the browser that cast it; of a secret one only the invitation is stored.
    if (privacy === "secret") expect(await own(second)).toMatchObject(secret);
    else expect(await own(second)).toBeNull();
    expect(await invited.participantsOf(id)).toBe(2);
  });

  test("links and accounts of the same people, all at the same time, are one vote each", async () => {
    const id = await invited.make(settings());
    const voters = await Promise.all(Array.from({ length: 12 }, () => makePerson(t.database, t.tokens)));
    await invited.add(
      id,
      voters.map(({ email }) => ({ email })),
    );
    await invited.publish(id);
    const tokens = await Promise.all((await invited.linksOf(id)).map((link) => invited.open(link)));
    const tasks = voters.flatMap((person, index) => [
      () => invited.castByAccount(id, person, 1),
      () => invited.vote(id, tokens[index], 0),
      () => invited.castByAccount(id, person, 0),
      () => invited.vote(id, tokens[index], 1),
    ]);
    const responses = await Promise.all(tasks.map((task) => task()));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(await invited.participantsOf(id)).toBe(voters.length);
    expect((await recount(t.database)).mismatches).toEqual([]);
  });
});

test("a reissue ends what the former link showed in the browser that voted: all votes, and its own", async () => {
  const { id, codes, ids } = await invited.makeOpen(2, { results: "afterVote" });
  const [headers, other] = await Promise.all(codes.map((code) => invited.open(code)));
  for (const browser of [headers, other]) expect((await invited.vote(id, browser, 1)).statusCode).toBe(200);
  const found = async () =>
    (await t.send(votes.listSurveyVotes, { params: { id }, ...(headers && { headers }) })).json();
  expect(await found()).toMatchObject([{ isOwn: false }, { isOwn: true }]);
  await invited.reissue(id, ids[0] ?? "");
  expect(await found()).toEqual([]);
});

test("random votes, strikes and reissues at the same time: no person votes twice, or with a link that was replaced", async () => {
  const { id, codes, ids } = await invited.makeOpen(40, { changeable: true });
  const tokens = await Promise.all(codes.map((code) => invited.open(code)));
  const voted = new Set<number>();
  const vote = async (person: number) => {
    if ((await invited.vote(id, tokens[person], 1)).statusCode === 200) voted.add(person);
  };
  // From the first vote on the list is in use, and additions count as late.
  await vote(1);
  const tasks = ids.flatMap((invitation, person) => [
    () => vote(person),
    () => vote(person),
    ...(person % 3 === 0 ? [() => invited.strike(id, invitation)] : []),
    ...(person % 4 === 0 ? [() => invited.reissue(id, invitation).catch(() => null)] : []),
    ...(person % 10 === 0 ? [() => invited.add(id, [{ email: `late${person}@example.org` }])] : []),
  ]);
  // In an order that differs from run to run: whatever it is, the numbers must agree.
  await Promise.all(tasks.sort(() => Math.random() - 0.5).map((task) => task()));
  expect(await invited.participantsOf(id)).toBe(voted.size);
  expect((await invited.resultLabel(id)).list).toMatchObject({ invited: 40, added: 4, struck: 14 });
  // Afterwards replaced links no longer work, and people who were removed before voting don't have a vote.
  for (const [person, token] of tokens.entries()) {
    const { statusCode } = await invited.vote(id, token, 0);
    const mayNot = person % 4 === 0 || (person % 3 === 0 && !voted.has(person)) || voted.has(person);
    expect(statusCode, String(person)).toBe(mayNot ? 409 : 200);
  }
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findListFlaws(t.database)).toEqual([]);
});

test("a vote that was on its way when its link was replaced is not stored", async () => {
  const { id, ids } = await invited.makeOpen(1);
  const [invitation = ""] = ids;
  const opened = (issue: number): Ballot => ({
    ...newBallot(id, invitation),
    invitation: { id: invitation, opened: { issue, ballotHash: "of its browser" } },
  });
  await invited.reissue(id, invitation);
  expect(await storeBallots(t.database, [opened(1)])).toEqual([{ kind: "refused", because: "invitationEnded" }]);
  expect(await storeBallots(t.database, [opened(2)])).toMatchObject([{ kind: "stored" }]);
  expect(await invited.participantsOf(id)).toBe(1);
});

test("the votes of people without accounts are listed under their labels or masked addresses", async () => {
  const id = await invited.make();
  await invited.add(id, [
    { email: "ann@example.org" },
    { email: "bo@example.org", label: "Room 12" },
    { label: "Desk" },
  ]);
  await invited.publish(id);
  for (const link of await invited.linksOf(id))
    expect((await invited.vote(id, await invited.open(link), 1)).statusCode).toBe(200);
  const shown = (as?: Person) => t.request(votes.listSurveyVotes, { ...(as && { as }), params: { id }, query: {} });
  expect((await shown()).map(({ userName, email }) => [userName, email])).toEqual([
    ["Desk", ""],
    ["Room 12", "b•••@e•••.org"],
    ["a•••@e•••.org", "a•••@e•••.org"],
  ]);
  expect((await shown(people.surveyor)).map(({ email }) => email)).toEqual(["", "bo@example.org", "ann@example.org"]);
  // The list is only the owner's: an admin moderates the question, and doesn't need its addresses.
  expect((await shown(people.admin)).map(({ email }) => email)).toEqual(["", "b•••@e•••.org", "a•••@e•••.org"]);
  const csv = async (as: Person) => (await t.send(getVotesCsv, { as, params: { id } })).payload;
  expect(await csv(people.surveyor)).toContain("ann@example.org");
  expect(await csv(people.admin)).toContain("a•••@e•••.org");
  expect(await csv(people.admin)).not.toMatch(/(ann|bo)@example/);
});
