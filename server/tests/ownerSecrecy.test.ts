import { exportMyData } from "@survey-app/contract/account/account.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as invitations from "@survey-app/contract/invitations/invitations.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import * as comments from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reissue } from "../invitations/invitations.sql.ts";
import { type LockedList, lockListOf } from "../invitations/lockedList.sql.ts";
import { invitationTokensOf } from "../testing/invitationTokens.ts";
import { invitedSurveys, type Opened, untilClose } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { countWaiting } from "../testing/waiting.sql.ts";
import { recount } from "../votes/ledger/verify.sql.ts";

/**
 * Every way in which the owner of a survey for invited people could learn or change an answer before the close. The
 * owner makes the codes, reissues links, and can enter one of their own addresses under another person's name.
 * `docs/security.md` lists these ways in words.
 */

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ surveyReview: "all" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const invited = invitedSurveys(() => ({ t, ...people }));

const MODES = [
  ["named, hidden until the close", () => untilClose()],
  ["named, after one's own vote", () => ({ results: "afterVote" as const })],
  ["named and changeable", () => ({ changeable: true, ...untilClose() })],
  ["confidential", () => ({ privacy: "confidential" as const, ...untilClose() })],
  ["confidential and changeable", () => ({ privacy: "confidential" as const, changeable: true, ...untilClose() })],
  ["secret", () => ({ privacy: "secret" as const, ...untilClose() })],
] as const;

/** The owner's possible ballots: each answer, with nothing, a receipt, a turn or a ticket. */
const ballots = (receipt: string | null) =>
  ([0, 1, 2] as const).flatMap((vote) =>
    [{}, { replaces: receipt ?? "1-0000-0000-0000-0000" }, { replaces: 0 }, { replaces: 1 }].map((body) => ({
      vote,
      body,
    })),
  );

const withoutRequest = (payload: string) => payload.replace(/"requestId":"[^"]*"/, "");

interface Victim {
  id: string;
  /** The error of every ballot; by default `invitationUsed`. */
  code?: "cookieRequired";
  vote: Answer;
  receipt: string | null;
  /** Sends a ballot as the owner. */
  cast: (vote: Answer, body: object) => Promise<{ statusCode: number; payload: string }>;
  /** Reads what the owner can see in the same way. */
  read: () => Promise<string>;
}

const byOpened = (id: string, opened: Partial<Opened>) => ({
  cast: (vote: Answer, body: object) => invited.vote(id, opened, vote, body),
  read: async () => {
    const request = { params: { id }, headers: opened };
    const pages = [
      await t.send(invitations.getInvitation, request),
      await t.send(votes.listSurveyVotes, { ...request, query: {} }),
      await t.send(comments.listComments, { ...request, query: {} }),
    ];
    return pages.map(({ payload }) => payload).join("\n");
  },
});

const byAccount = (id: string, as: Person) => ({
  cast: (vote: Answer, body: object) => invited.castByAccount(id, as, vote, body),
  read: async () => {
    const ofPerson = { as, params: { email: as.email }, query: {} };
    const pages = [
      await t.send(votes.getMyVote, { as, params: { id } }),
      await t.send(surveys.getSurveyResults, { as, params: { id } }),
      await t.send(votes.listSurveyVotes, { as, params: { id }, query: {} }),
      await t.send(comments.listComments, { as, params: { id }, query: {} }),
      await t.send(votes.listMyChoices, { as, query: { surveys: id } }),
      await t.send(votes.listMyParticipations, ofPerson),
      await t.send(votes.listMyComments, ofPerson),
      await t.send(exportMyData, { as }),
    ];
    return pages.map(({ payload }) => payload).join("\n");
  },
});

type Settings = Parameters<typeof invited.make>[0];
const receiptOf = (response: { json: () => { receipt: string | null } }) => response.json().receipt;

/** Each way: makes a survey on which a person votes Yes, and returns how the owner then tries. */
const WAYS: Record<string, (settings: Settings) => Promise<Victim>> = {
  "opens a code that the owner made": async (settings) => {
    const { id, codes } = await invited.makeOpen(1, settings);
    const vote = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    return { id, vote: 1, receipt: receiptOf(vote), ...byOpened(id, await invited.open(codes[0] ?? "")) };
  },
  "opened the code before the person did": async (settings) => {
    const { id, codes } = await invited.makeOpen(1, settings);
    const kept = await invited.open(codes[0] ?? "");
    const vote = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    return { id, vote: 1, receipt: receiptOf(vote), ...byOpened(id, kept) };
  },
  "keeps the token and sends no cookie": async (settings) => {
    const { id, codes } = await invited.makeOpen(1, settings);
    const { authorization } = await invited.open(codes[0] ?? "");
    const vote = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    return { id, code: "cookieRequired", vote: 1, receipt: receiptOf(vote), ...byOpened(id, { authorization }) };
  },
  "sends the cookie of another invitation": async (settings) => {
    const { id, codes } = await invited.makeOpen(2, settings);
    const [own, other] = [await invited.open(codes[0] ?? ""), await invited.open(codes[1] ?? "")];
    const vote = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    const kept = { ...own, cookie: other.cookie };
    return { id, code: "cookieRequired", vote: 1, receipt: receiptOf(vote), ...byOpened(id, kept) };
  },
  "replaces the code after the vote": async (settings) => {
    const { id, codes, ids } = await invited.makeOpen(1, settings);
    const vote = await invited.vote(id, await invited.open(codes[0] ?? ""), 1);
    const { code } = await invited.reissue(id, ids[0] ?? "");
    return { id, vote: 1, receipt: receiptOf(vote), ...byOpened(id, await invited.open(code ?? "")) };
  },
  "opens a link that was sent to an address of their own and passed on": async (settings) => {
    const puppet = await makePerson(t.database, t.tokens);
    const { id } = await invited.makeOpen(0, settings, [puppet.email]);
    const [link = ""] = await invited.linksOf(id);
    const vote = await invited.vote(id, await invited.open(link), 1);
    return { id, vote: 1, receipt: receiptOf(vote), ...byOpened(id, await invited.open(link)) };
  },
  "signs in with an address of their own whose link was passed on": async (settings) => {
    const puppet = await makePerson(t.database, t.tokens, { isMember: true });
    const { id } = await invited.makeOpen(0, settings, [puppet.email]);
    const [link = ""] = await invited.linksOf(id);
    const vote = await invited.vote(id, await invited.open(link), 1);
    return { id, vote: 1, receipt: receiptOf(vote), ...byAccount(id, puppet) };
  },
  "opens the link of a person who voted with an account": async (settings) => {
    const person = await makePerson(t.database, t.tokens);
    const { id } = await invited.makeOpen(0, settings, [person.email]);
    const [link = ""] = await invited.linksOf(id);
    const vote = await invited.castByAccount(id, person, 1);
    return { id, vote: 1, receipt: receiptOf(vote), ...byOpened(id, await invited.open(link)) };
  },
  "takes over the address of a person who voted with an account": async (settings) => {
    const [person, puppet] = [await makePerson(t.database, t.tokens), await makePerson(t.database, t.tokens)];
    const { id } = await invited.makeOpen(0, settings, [person.email]);
    const vote = await invited.castByAccount(id, person, 1);
    const { db } = t.database;
    const moved = `moved-${Date.now()}-${Math.random()}@example.org`;
    await db.updateTable("users").set({ email: moved }).where("id", "=", person.id).execute();
    await db.updateTable("users").set({ email: person.email }).where("id", "=", puppet.id).execute();
    return { id, vote: 1, receipt: receiptOf(vote), ...byAccount(id, { ...puppet, email: person.email }) };
  },
};

describe.each(MODES)("on a survey that is %s", (_, settings) => {
  // Security: F12
  test.each(Object.keys(WAYS))("an owner who %s doesn't learn the answer and doesn't change anything", async (way) => {
    const make = WAYS[way] as (typeof WAYS)[string];
    const { id, code = "invitationUsed", receipt, cast, read } = await make({ unsure: true, ...settings() });
    const tried = [];
    for (const { vote, body } of ballots(receipt)) tried.push(await cast(vote, body));
    expect(tried.map(({ statusCode }) => statusCode)).toEqual(tried.map(() => 409));
    expect(JSON.parse(tried[0]?.payload ?? "{}")).toMatchObject({ code });
    expect(new Set(tried.map(({ payload }) => withoutRequest(payload))).size).toBe(1);
    const shown = await read();
    expect(shown).not.toMatch(/"(vote|yesVotes|noVotes|unsureVotes)":\d/);
    expect(shown).not.toContain('"receipt":"');
    if (receipt) expect(shown).not.toContain(receipt);
    const stored = await t.database.db.selectFrom("votes").select("choice").where("survey_id", "=", id).execute();
    const sums = await t.database.db.selectFrom("secret_tallies").selectAll().where("survey_id", "=", id).execute();
    if (stored.length > 0) expect(stored).toEqual([{ choice: 1 }]);
    else expect(sums).toMatchObject([{ yes: 1, no: 0, unsure: 0 }]);
    expect(await invited.participantsOf(id)).toBe(1);
    expect((await recount(t.database)).mismatches).toEqual([]);
  });
});

test("the browser that voted sees the answer, the result after the vote, all votes and comments, and no other browser does", async () => {
  const member = await makePerson(t.database, t.tokens, { isMember: true });
  const { id, codes } = await invited.makeOpen(1, { results: "afterVote" }, [member.email]);
  await invited.castByAccount(id, member, 0, { comments: "Because" });
  const browser = await invited.open(codes[0] ?? "");
  const other = await invited.open(codes[0] ?? "");
  const cast = await invited.vote(id, browser, 1);
  expect(await byOpened(id, browser).read()).toContain('"userName":"Code 1"');
  const [status = "{}", listed = "[]", said = "[]"] = (await byOpened(id, browser).read()).split("\n");
  expect(JSON.parse(status)).toMatchObject({
    isUsed: null,
    vote: { vote: 1, isOwn: true, receipt: cast.json().receipt },
    results: { yesVotes: 1, noVotes: 1, resultsVisible: true },
  });
  expect(JSON.parse(listed)).toMatchObject([
    { vote: 1, isOwn: true },
    { vote: 0, isOwn: false },
  ]);
  expect(JSON.parse(said)).toMatchObject([{ comments: "Because", isOwn: false }]);
  const others: Record<string, string>[] = [other, { authorization: other.authorization }, { cookie: browser.cookie }];
  for (const headers of others) {
    const request = { params: { id }, headers };
    for (const endpoint of [votes.listSurveyVotes, votes.listCollectedVotes, comments.listComments])
      expect((await t.send(endpoint, { ...request, query: {} })).json()).toEqual([]);
  }
  expect((await invited.status(id, other)).json()).toMatchObject({
    isUsed: null,
    vote: null,
    results: { yesVotes: null, resultsVisible: false },
  });
  // Opening the same link again in the browser that voted keeps its cookie.
  const again = await invited.open(codes[0] ?? "", browser);
  expect(again.cookie).toBe(browser.cookie);
  expect((await invited.vote(id, again, 1)).json()).toEqual(cast.json());
});

test("a browser that is blocking cookies can't vote with a link, and is told why", async () => {
  const { id, codes } = await invited.makeOpen(1);
  const { authorization } = await invited.open(codes[0] ?? "");
  expect((await invited.vote(id, { authorization }, 1)).json()).toMatchObject({ status: 409, code: "cookieRequired" });
  expect(await invited.participantsOf(id)).toBe(0);
});

test("a browser keeps at most 20 ballot cookies, and loses the oldest first", async () => {
  const { codes } = await invited.makeOpen(25);
  const jar = new Map<string, string>();
  for (const code of codes) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await t.send(invitations.openInvitation, { body: { token: code }, headers: { cookie } });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) jar.delete(name);
      else jar.set(name, value);
    }
  }
  expect(jar.size).toBe(20);
});

test("secret votes don't store a hash of a ballot cookie", async () => {
  const { id, codes } = await invited.makeOpen(1, { privacy: "secret", ...untilClose() });
  const browser = await invited.open(codes[0] ?? "");
  expect((await invited.vote(id, browser, 1)).statusCode).toBe(200);
  const rows = await t.database.db.selectFrom("votes").selectAll().where("survey_id", "=", id).execute();
  expect(rows).toEqual([]);
  expect((await invited.status(id, browser)).json()).toMatchObject({ vote: null, isUsed: null });
});

const object = (id: string, request: { as?: Person; headers?: Partial<Opened> }) =>
  t.send(invitations.objectToVote, { params: { id }, ...request });

test("a person whose invitation someone else used can say so once: admins and the result tell the number, not who", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { id, codes } = await invited.makeOpen(2, { privacy: "confidential", ...untilClose() }, [person.email]);
  const links = await invited.linksOf(id);
  const link = links.at(-1) ?? "";
  for (const code of [...codes, link]) await invited.vote(id, await invited.open(code), 1);
  expect((await invited.resultLabel(id)).list?.objections).toBe(0);
  const opened = await invited.open(codes[0] ?? "");
  expect((await object(id, { headers: opened })).json()).toEqual({ modifiedCount: 1 });
  expect((await object(id, { headers: opened })).json()).toEqual({ modifiedCount: 0 });
  expect((await object(id, { as: person })).json()).toEqual({ modifiedCount: 1 });
  // With the link of the same invitation.
  expect((await object(id, { headers: await invited.open(link) })).json()).toEqual({ modifiedCount: 0 });
  // The number is hidden as long as the result is.
  const reports = () => t.request(votes.listSurveyReports, { as: people.admin, params: { id }, query: {} });
  expect((await invited.resultLabel(id)).list).toMatchObject({ objections: 0, changes: [] });
  expect(await reports()).toEqual([]);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  expect((await invited.resultLabel(id)).list).toMatchObject({ objections: 2, changes: [] });
  expect(await invited.participantsOf(id)).toBe(3);
  expect((await reports()).map(({ userName, email, inapp }) => [userName, email, inapp])).toEqual([
    ["", "", "2 people on this survey's list say that someone else used their invitation."],
  ]);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test("a link or code that is replaced at this moment can't be used to object", async () => {
  const { id, codes, ids } = await invited.makeOpen(1);
  const [code = "", invitation = ""] = [codes[0], ids[0]];
  await invited.vote(id, await invited.open(code), 1);
  const opened = await invited.open(code);
  let sent: ReturnType<typeof object> | null = null;
  if (t.database.dialect.engine === "sqlite") await invited.reissue(id, invitation);
  else
    await t.database.transaction(async (tx) => {
      const { list } = (await lockListOf(tx, id)) as { list: LockedList };
      const [listed, tokens] = [{ surveyId: id, invitationId: invitation }, invitationTokensOf(t)];
      await reissue(tx, listed, { list, tokens, asOwner: true });
      sent = object(id, { headers: opened });
      await expect.poll(() => countWaiting(t.database)).toBeGreaterThan(0);
    });
  expect((await (sent ?? object(id, { headers: opened }))).json()).toMatchObject({ code: "invitationEnded" });
  expect((await invited.resultLabel(id)).list?.objections).toBe(0);
});

test("an objection to one's own vote or an unused invitation, or without an invitation, is refused", async () => {
  const person = await makePerson(t.database, t.tokens);
  const { id, codes } = await invited.makeOpen(2, {}, [person.email]);
  const unused = { status: 409, code: "invitationUnused" };
  expect((await object(id, { as: person })).json()).toMatchObject(unused);
  await invited.castByAccount(id, person, 1);
  expect((await object(id, { as: person })).json()).toMatchObject(unused);
  const browser = await invited.open(codes[0] ?? "");
  expect((await object(id, { headers: browser })).json()).toMatchObject(unused);
  await invited.vote(id, browser, 1);
  expect((await object(id, { headers: browser })).json()).toMatchObject(unused);
  expect((await object(id, { as: people.user })).json()).toMatchObject({ status: 409, code: "notInvited" });
  expect((await object(id, {})).json()).toMatchObject({ status: 409, code: "invitationEnded" });
  expect((await invited.resultLabel(id)).list?.objections).toBe(0);
});

test.each(["confidential", "secret"] as const)(
  "codes go with %s votes only if an admin allows them for the survey",
  async (privacy) => {
    const id = await invited.make({ privacy, ...untilClose() });
    const refused = { status: 409, code: "codesNotAllowed" };
    expect(await invited.addRefused(id, [{ label: "Room 12" }])).toMatchObject(refused);
    const count = { as: people.surveyor, params: { id }, body: { count: 1 } };
    expect(await t.refused(invitations.createCodes, count)).toMatchObject(refused);
    await invited.add(id, [{ email: "ann@example.org" }]);
    const survey = () => t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
    expect(await survey()).toMatchObject({ takesCodes: false });
    await t.request(invitations.allowCodes, { as: people.admin, params: { id } });
    expect(await survey()).toMatchObject({ takesCodes: true });
    expect(await invited.makeCodes(id, 1)).toHaveLength(1);
    // This can't be bypassed: a survey with codes can't become confidential or secret.
    const named = await invited.make(untilClose());
    await invited.makeCodes(named, 1);
    const { Title, category } = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id: named } });
    const { image } = await survey();
    const body = { Title, category, image, deadline: untilClose().deadline, privacy };
    const edit = { as: people.surveyor, params: { id: named }, body };
    expect(await t.refused(surveys.updateSurvey, edit)).toMatchObject(refused);
  },
);
