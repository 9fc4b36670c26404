import { castInvitedVote } from "@survey-app/contract/invitations/invitations.ts";
import { getOembed } from "@survey-app/contract/sharing/sharing.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { createUnlistedSurvey, reportUnlistedSurvey } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { castVote, getLedger, listSurveyReports } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { invitedSurveys } from "../../testing/invitedSurveys.ts";
import { linkSurveys } from "../../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { forgetLinkVoters } from "../../voters/linkVoters.sql.ts";
import { recount } from "../ledger/verify.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const invited = invitedSurveys(() => ({ t, ...people }));

const mismatches = async () => (await recount(t.database)).mismatches;
const storedVotes = (id: string) => t.database.db.selectFrom("votes").selectAll().where("survey_id", "=", id).execute();

test("browsers vote without an account: each has one vote, a receipt in the ledger, and its own cookie for each survey", async () => {
  const id = await links.make({ unsure: true });
  const survey = await t.request(surveys.getSurvey, { params: { id } });
  expect(survey).toMatchObject({ electorate: "link", privacy: "named", listed: false, status: surveys.PUBLISHED });
  const browsers = await Promise.all([1, 2, 3].map(() => links.open(id)));
  const receipts: string[] = [];
  for (const [index, browser] of browsers.entries()) {
    const first = await links.vote(id, browser, index as 0 | 1 | 2);
    expect(first.statusCode).toBe(200);
    // A repeated request, for example after a lost response.
    const again = await links.vote(id, browser, index as 0 | 1 | 2);
    expect(again.json()).toEqual(first.json());
    expect((await links.vote(id, browser, index === 1 ? 0 : 1)).json()).toMatchObject({
      code: "alreadyVoted",
      currentVote: { vote: index, receipt: first.json().receipt },
    });
    expect((await links.status(id, browser)).json()).toMatchObject({ vote: { vote: index, isOwn: true } });
    receipts.push(first.json().receipt);
  }
  expect(new Set(receipts).size).toBe(3);
  expect(await links.results(id)).toMatchObject({ participants: 3, totalVotes: 2, yesVotes: 1, unsureVotes: 1 });
  const ledger = JSON.parse((await t.send(getLedger, { params: { id }, query: {} })).payload);
  expect(ledger.rows).toBe(3);
  const other = await links.make();
  expect((await links.vote(other, browsers[0] ?? {}, 1)).json()).toMatchObject({ code: "cookiesRefused" });
  const opened = await links.open(other, browsers[0]);
  expect(opened.cookie).not.toBe(browsers[0]?.cookie);
  expect(await mismatches()).toEqual([]);
});

test("a vote stores a hash of the browser's cookie, and never an account, even when signed in", async () => {
  const id = await links.make();
  const browser = await links.open(id);
  const headers = { ...browser, authorization: `Bearer ${people.user.token}` };
  expect((await links.vote(id, headers, 1)).statusCode).toBe(200);
  const [vote] = await storedVotes(id);
  expect(vote?.user_id).toMatch(/^[0-9a-f]{32}$/);
  expect(vote).toMatchObject({ ballot_hash: vote?.user_id, invitation_id: null, comment: "" });
  const [, cookie = ""] = browser.cookie.split("=");
  expect(JSON.stringify(vote)).not.toContain(cookie);
  expect(JSON.stringify(vote)).not.toContain(people.user.id);
});

test("a cookie that this site has not signed for this survey can't be used to vote, and neither can a missing one", async () => {
  const id = await links.make();
  const { cookie } = await links.open(id);
  const [name = "", value = ""] = cookie.split("=");
  const forged = `${value.startsWith("A") ? "B" : "A"}${value.slice(1)}`;
  const elsewhere = (await links.open(await links.make())).cookie.split("=")[1];
  for (const sent of ["", `${name}=${forged}`, `${name}=${elsewhere}`, `${name}=short`])
    expect((await links.vote(id, { cookie: sent }, 1)).json()).toMatchObject({ status: 409, code: "cookiesRefused" });
  expect((await links.results(id)).participants).toBe(0);
  // Opening it again replaces a wrong cookie and keeps a right one.
  expect((await links.open(id, { cookie: `${name}=${forged}` })).cookie).not.toBe(`${name}=${forged}`);
  expect((await links.open(id, { cookie })).cookie).toBe(cookie);
});

test("after the server got another secret, a browser has the vote that it cast, and no second one", async () => {
  const id = await links.make();
  const browser = await links.open(id);
  expect((await links.vote(id, browser, 1)).statusCode).toBe(200);
  const app = await createApp({ ...t.config, sessionSecret: "another secret of more than 32 characters" }, t.database);
  try {
    const post = (url: string, payload = {}) =>
      app.inject({ method: "POST", url, payload, headers: { ...browser, origin: t.config.publicUrl } });
    const opened = await post(urlOf(linkVotes.openLinkSurvey, { params: { id } }));
    expect(opened.json().vote).toMatchObject({ vote: 1, isOwn: true });
    expect(opened.cookies.map(({ name, value }) => `${name}=${value}`)).toEqual([browser.cookie]);
    const { questionHash: question } = (await links.results(id)).label;
    const again = await post(urlOf(linkVotes.castLinkVote, { params: { id } }), { vote: 0, question });
    expect(again.json()).toMatchObject({ status: 409, code: "alreadyVoted" });
  } finally {
    await app.close();
  }
  expect(await storedVotes(id)).toHaveLength(1);
});

describe("each electorate takes its own voters only", () => {
  test("accounts and invitations can't vote by open link", async () => {
    const id = await links.make();
    for (const as of [people.user, people.pro, people.surveyor, people.admin])
      expect((await t.send(castVote, { as, body: { SurveyID: id, vote: 1 } })).json()).toMatchObject({
        status: 409,
        code: "linkElectorate",
      });
    const { codes } = await invited.makeOpen(1);
    const opened = await invited.open(codes[0] ?? "");
    const response = await t.send(castInvitedVote, { params: { id }, headers: opened, body: { vote: 1 } });
    expect(response.statusCode).toBe(409);
    expect(await storedVotes(id)).toEqual([]);
  });

  test("a cookie of an open link can't be used to vote elsewhere", async () => {
    const everyone = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
    const { id: onList } = await invited.makeOpen(1);
    for (const id of [everyone, onList]) {
      expect((await links.status(id)).json()).toMatchObject({ status: 409, code: "notLinkElectorate" });
      expect((await links.vote(id, {}, 1)).json()).toMatchObject({ status: 409, code: "notLinkElectorate" });
      for (const endpoint of [linkVotes.getLinkVoting, linkVotes.setRoomMode])
        expect(await t.refused(endpoint, { as: people.surveyor, params: { id }, body: { on: true } })).toMatchObject({
          code: "notLinkElectorate",
        });
    }
  });
});

test("a changeable vote is changed in the same browser, and not in any other", async () => {
  const id = await links.make({ changeable: true });
  const browser = await links.open(id);
  const { receipt } = (await links.vote(id, browser, 1)).json();
  expect((await links.vote(id, browser, 0)).json()).toMatchObject({ code: "voteChangedMeanwhile" });
  const changed = await links.vote(id, browser, 0, { replaces: receipt });
  expect(changed.statusCode).toBe(200);
  const stranger = await links.open(id);
  expect((await links.vote(id, stranger, 1, { replaces: receipt })).json()).toMatchObject({ code: "badInput" });
  expect((await links.status(id, browser)).json().vote).toMatchObject({ vote: 0, turn: 1 });
  expect(await links.results(id)).toMatchObject({ participants: 1, yesVotes: 0 });
  expect(await mismatches()).toEqual([]);
});

test("with a result after one's vote, the browser that voted sees it, and no one else", async () => {
  const id = await links.make({ results: "afterVote" });
  const [voter, reader] = [await links.open(id), await links.open(id)];
  await links.vote(id, voter, 1);
  expect((await links.status(id, voter)).json().results).toMatchObject({ resultsVisible: true, yesVotes: 1 });
  const hidden = { resultsVisible: false, yesVotes: null, participants: 1 };
  expect((await links.status(id, reader)).json()).toMatchObject({ vote: null, results: hidden });
  expect(await links.results(id)).toMatchObject(hidden);
});

test("a vote on a question that was edited meanwhile is not stored", async () => {
  const id = await links.make();
  const browser = await links.open(id);
  const { questionHash } = (await links.results(id)).label;
  const form = {
    Title: "Is this another question?",
    category: "Food Preparation",
    image: "https://example.org/picture.webp",
  };
  await t.request(surveys.updateSurvey, {
    as: people.surveyor,
    params: { id },
    body: { ...form, deadline: new Date(Date.now() + 7 * DAY_MS).toISOString() } as never,
  });
  expect((await links.vote(id, browser, 1, { question: questionHash })).json()).toMatchObject({
    code: "questionMoved",
  });
  expect((await links.vote(id, browser, 1)).statusCode).toBe(200);
});

test("a survey by open link needs a deadline within 31 days, doesn't accept a privacy, and keeps its electorate once published", async () => {
  const body = {
    Title: "Is this a question?",
    category: "Food Preparation" as const,
    image: "https://example.org/picture.webp",
  };
  const create = (settings: object) =>
    t.send(surveys.createSurvey, { as: people.surveyor, body: { ...body, electorate: "link", ...settings } });
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  for (const [settings, field] of [
    [{}, "deadline"],
    [{ deadline: day(33) }, "deadline"],
    [{ deadline: day(5), privacy: "confidential", results: "afterClose" }, "privacy"],
    [{ deadline: day(5), privacy: "secret", results: "afterClose" }, "privacy"],
  ] as const)
    expect((await create(settings)).json()).toMatchObject({ code: "badInput", errors: [{ field }] });
  expect((await create({ deadline: day(31) })).statusCode).toBe(200);
  const id = await links.make();
  const later = await t.send(surveys.updateSurvey, {
    as: people.surveyor,
    params: { id },
    body: { ...body, deadline: day(40) },
  });
  expect(later.json()).toMatchObject({ errors: [{ field: "deadline" }] });
  const moved = await t.send(surveys.updateSurvey, {
    as: people.surveyor,
    params: { id },
    body: { ...body, electorate: "everyone", deadline: day(5) },
  });
  expect(moved.json()).toMatchObject({ code: "frozen" });
});

test("after the close a browser finds its vote for 30 days; then nothing tells whose it was", async () => {
  const id = await links.make();
  const browser = await links.open(id);
  await links.vote(id, browser, 1);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect((await links.vote(id, await links.open(id), 1)).json()).toMatchObject({ code: "hasEnded" });
  const closedAt = Date.now();
  await forgetLinkVoters(t.database, closedAt + 29 * DAY_MS);
  expect((await links.status(id, browser)).json().vote).toMatchObject({ vote: 1 });
  await forgetLinkVoters(t.database, closedAt + 31 * DAY_MS);
  const forgotten = await links.status(id, browser);
  expect(forgotten.json()).toMatchObject({ vote: null, results: { participants: 1, yesVotes: 1 } });
  // The browser's cookie goes, too, and no new one comes.
  expect(forgotten.cookies).toMatchObject([{ value: "", maxAge: 0 }]);
  expect(await t.database.db.selectFrom("link_surveys").selectAll().where("survey_id", "=", id).execute()).toEqual([]);
  expect(await mismatches()).toEqual([]);
});

test("room mode is turned on by the owner and admins only, and until the close", async () => {
  const id = await links.make();
  const set = (as: typeof people.user) => t.send(linkVotes.setRoomMode, { as, params: { id }, body: { on: true } });
  expect((await set(people.user)).statusCode).toBe(404);
  expect((await set(people.surveyor)).json()).toMatchObject({
    refused: 0,
    roomUntil: expect.any(String),
  });
  expect((await set(people.admin)).statusCode).toBe(200);
  const off = { as: people.surveyor, params: { id }, body: { on: false } };
  expect(await t.request(linkVotes.setRoomMode, off)).toEqual({ refused: 0, roomUntil: null });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect((await set(people.surveyor)).json()).toMatchObject({ code: "hasEnded" });
});

test("anyone can report a survey by open link without an account, and anyone else's survey only with one", async () => {
  const report = (id: string) => t.send(reportUnlistedSurvey, { params: { id }, body: { inapp: "It insults us" } });
  const id = await links.make();
  expect((await report(id)).statusCode).toBe(200);
  const [found] = await t.request(listSurveyReports, { as: people.admin, params: { id }, query: {} });
  expect(found).toMatchObject({ inapp: "It insults us" });
  const everyone = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect((await report(everyone)).json()).toMatchObject({ code: "signInRequired" });
});

test("an account that is no surveyor asks a show of hands where the setting allows it, and hosts it", async () => {
  const asking = await testApp({ askUnlisted: "confirmed" }, WITHOUT_POLLS);
  try {
    const { user } = await createUsersOfEveryRole(asking.database, asking.tokens);
    const deadline = new Date(Date.now() + DAY_MS).toISOString();
    const question = { Title: "Shall we begin?", category: "Food Preparation" } as const;
    const form = { ...question, image: drawingPath(question.category), electorate: "link" as const, deadline };
    const { insertedId: id } = await asking.request(createUnlistedSurvey, { as: user, body: form });
    expect(await asking.request(surveys.getSurvey, { params: { id } })).toMatchObject({
      status: surveys.PUBLISHED,
      electorate: "link",
      unreviewed: true,
    });
    // On other sites its words are hidden, because no one vouches for them.
    const url = `${asking.config.publicUrl}/surveydetails/${id}`;
    expect(JSON.stringify(await asking.request(getOembed, { query: { url } }))).not.toContain("begin");
    const theirs = linkSurveys(() => ({ t: asking, surveyor: user }));
    expect((await theirs.vote(id, await theirs.open(id), 1)).statusCode).toBe(200);
    const room = { as: user, params: { id }, body: { on: true } };
    expect((await asking.request(linkVotes.setRoomMode, room)).roomUntil).not.toBeNull();
  } finally {
    await asking.close();
  }
});
