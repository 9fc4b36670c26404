import { openInvitation } from "@survey-app/contract/invitations/invitations.ts";
import { closeSurvey, getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { LISTED_LANGUAGES_COOKIE } from "@survey-app/contract/text/listedLanguages.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as linkVotes from "@survey-app/contract/votes/linkVotes.ts";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToken } from "../../database/tokenHash.ts";
import { languageCookie } from "../../http/readerLanguage.ts";
import { SINGLE_COOKIES } from "../../session/cookies.ts";
import { Browser } from "../../testing/browser.ts";
import { invitedSurveys } from "../../testing/invitedSurveys.ts";
import { linkSurveys } from "../../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp, urlOf, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { addMarks } from "../../voters/forgottenVotes.ts";

/** Under https, because the names of cookies are longer there. */
const PREFIX = "__Host-survey-app.";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let server: string;
beforeAll(async () => {
  t = await testApp({ publicUrl: "https://survey.example" }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  server = await t.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));
const invited = invitedSurveys(() => ({ t, ...people }));
const make = (count: number) => Promise.all(Array.from({ length: count }, () => links.make()));

async function post(browser: Browser, path: string, body: object = {}): Promise<Response> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return browser.send(server + path, init);
}

/** Opens a survey by open link in a browser. */
async function open(browser: Browser, id: string) {
  const response = await post(browser, urlOf(linkVotes.openLinkSurvey, { params: { id } }));
  expect(response.status).toBe(200);
  return (await response.json()) as { vote: { vote: number } | null; isForgotten: boolean };
}

async function vote(browser: Browser, id: string, choice = 1) {
  const { label } = await t.request(getSurvey, { params: { id } });
  const body = { vote: choice, question: label.questionHash };
  const response = await post(browser, urlOf(linkVotes.castLinkVote, { params: { id } }), body);
  return (await response.json()) as { receipt?: string; code?: string };
}

async function openAndVote(browser: Browser, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await open(browser, id);
    expect(await vote(browser, id)).toMatchObject({ receipt: expect.any(String) });
  }
}

const choicesOf = async (id: string) =>
  (await t.database.db.selectFrom("votes").select("choice").where("survey_id", "=", id).execute()).map(
    ({ choice }) => choice,
  );

/** The surveys by open link for which a browser has a cookie, the oldest first. */
const keptLinks = (browser: Browser) =>
  [...browser.cookies.keys()].flatMap((name) => name.split(`${PREFIX}link.`).slice(1));

const headerOf = (browser: Browser) => [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join("; ");

/** More forgotten votes than a browser marks. */
const manyVotes = Array.from({ length: 100 }, (_, index) => ({
  surveyId: `${index}`,
  keptUntil: Date.now() + 60 * DAY_MS,
}));

/** The four spellings of a token: its last character has two bits that belong to no byte. */
function spellingsOf(token: string): string[] {
  const bytes = Buffer.from(token, "base64url");
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((last) => token.slice(0, -1) + last)
    .filter((spelling) => Buffer.from(spelling, "base64url").equals(bytes));
}

test("a cookie of an open link is one voter, however it is spelled", async () => {
  const [id = ""] = await make(1);
  const browser = new Browser();
  await open(browser, id);
  const name = `${PREFIX}link.${id}`;
  const cookie = browser.cookies.get(name)?.value ?? "";
  const { receipt } = await vote(browser, id);
  const spellings = spellingsOf(cookie);
  expect(spellings).toHaveLength(4);
  expect(spellings[0]).toBe(cookie);
  for (const value of spellings) {
    browser.cookies.set(name, { value, path: "/" });
    expect(await vote(browser, id)).toMatchObject({ receipt });
    expect(await vote(browser, id, 0)).toMatchObject({ code: "alreadyVoted" });
    expect(await open(browser, id)).toMatchObject({ vote: { vote: 1 } });
    // The browser gets back the cookie as the server spells it.
    expect(browser.cookies.get(name)?.value).toBe(cookie);
  }
  expect(await choicesOf(id)).toEqual([1]);
});

test("a ballot cookie is one browser, however it is spelled", async () => {
  const { id, codes } = await invited.makeOpen(1);
  const opened = await invited.open(codes[0] ?? "");
  const first = await invited.vote(id, opened, 1);
  const [name = "", token = ""] = opened.cookie.split("=");
  for (const spelling of spellingsOf(token))
    expect((await invited.vote(id, { ...opened, cookie: `${name}=${spelling}` }, 1)).json()).toEqual(first.json());
});

// Security: H08
test("an opened survey takes the place of one without a vote: ten of these are kept, and every vote", async () => {
  const [voted, opened] = [await make(12), await make(30)];
  const browser = new Browser();
  await openAndVote(browser, voted);
  for (const id of opened) await open(browser, id);
  expect(keptLinks(browser)).toEqual([...voted, ...opened.slice(-10)]);
  for (const id of voted) expect(await open(browser, id)).toMatchObject({ vote: { vote: 1 }, isForgotten: false });
  // The survey of a removed cookie was not voted on, so it can be opened again.
  expect(await open(browser, opened[0] ?? "")).toMatchObject({ vote: null, isForgotten: false });
});

test("a cookie that this site has not signed goes before one with a vote", async () => {
  const voted = await make(12);
  const [added = "", ...forged] = await make(11);
  const browser = new Browser();
  await openAndVote(browser, voted);
  for (const id of forged) browser.cookies.set(`${PREFIX}link.${id}`, { value: createToken(), path: "/" });
  browser.cookies.set(`${PREFIX}link.${createToken()}`, { value: "short", path: "/" });
  await open(browser, added);
  expect(keptLinks(browser)).toEqual([...voted, ...forged.slice(2), expect.any(String), added]);
});

test("of more than 50 votes, those of closed surveys go first, then the oldest, and their pages say so", async () => {
  const ids = await make(53);
  const browser = new Browser();
  await openAndVote(browser, ids.slice(0, 50));
  expect(keptLinks(browser)).toEqual(ids.slice(0, 50));
  const [oldest = "", second = ""] = ids;
  const closed = ids[20] ?? "";
  await t.request(closeSurvey, { as: people.surveyor, params: { id: closed } });
  await openAndVote(browser, ids.slice(50, 52));
  expect(keptLinks(browser)).toEqual([...ids.slice(1, 20), ...ids.slice(21, 52)]);
  for (const id of [closed, oldest]) {
    expect(await open(browser, id)).toMatchObject({ vote: null, isForgotten: true });
    expect(keptLinks(browser)).not.toContain(id);
  }
  expect(await open(browser, second)).toMatchObject({ vote: { vote: 1 }, isForgotten: false });
  // This browser has voted, so it can't vote a second time.
  expect(await vote(browser, oldest, 0)).toMatchObject({ code: "voteForgotten" });
  expect(await choicesOf(oldest)).toEqual([1]);
  // Other browsers vote as before.
  await openAndVote(new Browser(), [oldest]);
  // Without JavaScript.
  const path = urlOf({ ...linkVotes.castLinkVote, path: linkVotes.linkVoteFormPath(oldest) }, {});
  const { label } = await t.request(getSurvey, { params: { id: oldest } });
  const refused = await browser.ask(server + path, { vote: "0", question: label.questionHash });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain("You already voted on this survey in this browser");
  expect(page).not.toContain("<form");
  expect(await choicesOf(oldest)).toEqual([1, 1]);
});

test("with the most votes and invitations, all of our cookies leave a fifth of 8 kB to other headers", async () => {
  const browser = new Browser();
  const { codes } = await invited.makeOpen(30);
  for (const [index, id] of (await make(60)).entries()) {
    await openAndVote(browser, [id]);
    const token = codes[index];
    if (token !== undefined) await post(browser, urlOf(openInvitation, {}), { token });
  }
  expect([...browser.cookies.keys()].filter((name) => /\.(?:link|ballot)\./.test(name))).toHaveLength(50);
  // All others, as long as they can get.
  for (const name of SINGLE_COOKIES) browser.cookies.set(PREFIX + name, { value: createToken(), path: "/" });
  const marks = addMarks(null, manyVotes, Date.now()).value;
  for (const [name, value] of [
    [`${PREFIX}forgotten`, marks],
    [languageCookie(t.config.publicUrl), "pt-BR"],
    [LISTED_LANGUAGES_COOKIE, offeredLanguages.join(".")],
  ] as const)
    browser.cookies.set(name, { value, path: "/" });
  expect(`cookie: ${headerOf(browser)}`.length).toBeLessThan(0.8 * 8192);
});
