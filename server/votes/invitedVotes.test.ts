import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bearer, invitedSurveys, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { recount } from "./ledger/verify.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

const moveTo = async (as: Person, email: string) =>
  t.database.db.updateTable("users").set({ email }).where("id", "=", as.id).execute();

test("an address that was changed after voting doesn't give a second vote", async () => {
  const id = await invited.make();
  const [moves, other] = [await makePerson(t.database, t.tokens), `other-${Date.now()}@example.org`];
  await invited.add(id, [{ email: moves.email }, { email: other }]);
  await invited.publish(id);
  expect((await invited.castByAccount(id, moves, 1)).statusCode).toBe(200);
  await moveTo(moves, other);
  expect((await invited.castByAccount(id, moves, 0)).json()).toMatchObject({ code: "alreadyVoted" });
  expect(await invited.participantsOf(id)).toBe(1);
});

test("an invited vote can be changed with the account or in the browser that cast it, also after being struck", async () => {
  const id = await invited.make({ changeable: true });
  const person = await makePerson(t.database, t.tokens, { isMember: true });
  await invited.add(id, [{ email: person.email, label: "Desk 1" }, { label: "Desk 2" }]);
  await invited.publish(id);
  const links = await invited.linksOf(id);
  const browser = await invited.open(links[1] ?? "");
  const list = await invited.list(id);
  for (const [index, cast] of [
    (vote: Answer, body = {}) => invited.castByAccount(id, person, vote, body),
    (vote: Answer, body = {}) => invited.vote(id, browser, vote, body),
  ].entries()) {
    const first = (await cast(1, { comments: "Because" })).json();
    const changed = (await cast(0, { replaces: first.receipt })).json();
    expect((await cast(1, { replaces: first.receipt })).json()).toMatchObject({
      code: "voteChangedMeanwhile",
      currentVote: { vote: 0, turn: 1, receipt: changed.receipt },
    });
    await invited.strike(id, list[index]?._id ?? "");
    expect((await cast(1, { replaces: changed.receipt })).statusCode).toBe(200);
  }
  expect(await t.request(votes.listSurveyVotes, { params: { id }, query: {} })).toMatchObject([
    { vote: 1, userName: "Desk 2", comments: "", isChanged: true },
    { vote: 1, userName: "Desk 1", comments: "Because", isChanged: true },
  ]);
  expect(await invited.participantsOf(id)).toBe(2);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test.each([["named"], ["confidential"]] as const)(
  "a comment by account on a %s survey for invited people is listed under the name on the list",
  async (privacy) => {
    const id = await invited.make(privacy === "named" ? {} : { privacy, ...untilClose() });
    if (privacy === "confidential") await t.request(invitations.allowCodes, { as: people.admin, params: { id } });
    const person = await makePerson(t.database, t.tokens, { isMember: true });
    await invited.add(id, [{ email: person.email, label: "Room 12" }, ...times(5, () => ({ label: "Desk" }))]);
    await invited.publish(id);
    const cast = await invited.castByAccount(id, person, 0, { comments: "Because" });
    expect(cast.statusCode).toBe(200);
    for (const link of (await invited.linksOf(id)).slice(1)) await invited.vote(id, await invited.open(link), 1);
    if (privacy === "confidential") await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
    const response = await t.send(comments.listComments, { params: { id }, query: {} });
    expect(response.json()).toMatchObject([{ userName: "Room 12", comments: "Because" }]);
    expect(response.headers["x-total-count"]).toBe("1");
    // It is the account's: its author finds and removes it, and it goes with the account.
    const shown = () => t.request(comments.listComments, { as: person, params: { id }, query: {} });
    expect(await shown()).toMatchObject([{ isOwn: true }]);
    await t.request(comments.removeComment, { as: person, params: { id } });
    expect(await shown()).toEqual([]);
    await t.request(comments.addComment, { as: person, params: { id }, body: { comments: "Still" } });
    expect(await shown()).toMatchObject([{ isOwn: true, comments: "Still" }]);
    await t.request(deleteMyAccount, { as: person, body: { email: person.email } });
    expect((await t.send(comments.listComments, { params: { id }, query: {} })).json()).toEqual([]);
  },
);

test("deleting an account that got the address of a voter leaves the voter's comment", async () => {
  const [voter, heir] = [
    await makePerson(t.database, t.tokens, { isMember: true }),
    await makePerson(t.database, t.tokens),
  ];
  const { id } = await invited.makeOpen(0, {}, [voter.email]);
  await invited.castByAccount(id, voter, 1, { comments: "Because" });
  await moveTo(voter, `moved-${Date.now()}@example.org`);
  await moveTo(heir, voter.email);
  await t.request(deleteMyAccount, { as: heir, body: { email: voter.email } });
  expect(await t.request(comments.listComments, { params: { id }, query: {} })).toMatchObject([
    { comments: "Because" },
  ]);
});

// Security: H01
test("an opened invitation ends after twelve hours, and its link opens it again", async () => {
  const { id, codes } = await invited.makeOpen(1);
  const [code = ""] = codes;
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const { expiresAt } = await t.request(invitations.openInvitation, { body: { token: code } });
    const endsAt = Date.parse(expiresAt);
    expect(endsAt).toBe(Date.now() + 12 * HOUR_MS);
    const opened = await invited.open(code);
    vi.setSystemTime(endsAt - 1000);
    expect((await invited.status(id, opened)).statusCode).toBe(200);
    vi.setSystemTime(endsAt + 1000);
    for (const response of [await invited.status(id, opened), await invited.vote(id, opened, 1)])
      expect(response.json()).toMatchObject({ status: 409, code: "invitationEnded" });
    expect((await invited.vote(id, await invited.open(code), 1)).statusCode).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

// Security: H01
test("the token of an invitation allows voting and reading on its survey, and nothing else", async () => {
  const { id, codes } = await invited.makeOpen(1, { results: "afterVote" });
  const other = await invited.makeOpen(1);
  const token = await invited.open(codes[0] ?? "");
  expect((await invited.vote(other.id, token, 1)).json()).toMatchObject({ status: 409, code: "invitationElsewhere" });
  expect((await invited.status(other.id, token)).json()).toMatchObject({ code: "invitationElsewhere" });
  expect((await invited.status(id, token)).json()).toMatchObject({ vote: null, results: { yesVotes: null } });
  const body = { comments: "No", inapp: "No" };
  expect((await invited.vote(id, token, 1, body)).json()).toEqual({
    insertedId: expect.any(String),
    receipt: expect.any(String),
  });
  const { vote, results, votesAs } = (await invited.status(id, token)).json();
  expect(vote).toMatchObject({ vote: 1, comments: "", inapp: "", isOwn: true });
  expect(results).toMatchObject({ yesVotes: 1, resultsVisible: true });
  expect(votesAs).toBe("Code 1");
  for (const [endpoint, request] of [
    [votes.castVote, { body: { SurveyID: id, vote: 1 } }],
    [votes.reportSurvey, { params: { id }, body: { inapp: "Spam" } }],
    [votes.getMyVote, { params: { id } }],
    [invitations.listInvitations, { params: { id } }],
  ] as const)
    expect((await t.send(endpoint, { ...request, headers: token })).statusCode).toBe(401);
  // A user's token isn't accepted as an invitation's either.
  for (const wrong of ["", "x", people.surveyor.token])
    expect((await invited.vote(id, bearer(wrong), 1)).json()).toMatchObject({ status: 409, code: "invitationEnded" });
});

// Security: H08
test("another site that opens many invitations in a browser doesn't take a vote from its voter", async () => {
  const { id, codes } = await invited.makeOpen(1, { changeable: true });
  const hostile = await invited.makeOpen(30);
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const open = async (token = "") => {
    const response = await t.send(invitations.openInvitation, { body: { token }, headers: { cookie: cookie() } });
    for (const { name, value, maxAge } of response.cookies)
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    return { ...bearer(response.json().token), cookie: cookie() };
  };
  const cast = await invited.vote(id, await open(codes[0]), 1);
  for (const code of hostile.codes) await open(code);
  expect(jar.size).toBe(20);
  const replaces = cast.json().receipt;
  expect((await invited.vote(id, await open(codes[0]), 0, { replaces })).json()).toMatchObject({
    receipt: expect.stringMatching(/^2-/),
  });
});
