import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cardPath, cardVersion } from "@survey-app/contract/sharing/sharing.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consumeRateLimits } from "../http/rateLimits.sql.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { sharedCards } from "../testing/sharedCards.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import type { DrawnCard } from "./cardLayout.ts";
import type { CardThread } from "./cardThread.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = (Title: string, more: object = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title, ...more });
const addressOf = async (id: string) =>
  `/surveys/${id}/card.png?v=${cardVersion(await t.request(surveys.getSurvey, { params: { id } }), {})}`;
const load = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const stored = () => readdirSync(join(t.dataDir, "cards"));

test("a survey's card is a picture of 1200 by 630, drawn once, without numbers while people vote", async () => {
  const id = await publish("Should we plant more trees?");
  const address = await addressOf(id);
  const [first, second] = await Promise.all([load(address), load(address)]);
  expect(first.statusCode).toBe(200);
  expect(first.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=3600",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(stored().filter((name) => name.startsWith(id))).toHaveLength(1);

  // Only its voters know the result so far: the card stays the same, also when it is drawn again.
  await t.request(castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  rmSync(join(t.dataDir, "cards"), { recursive: true });
  expect(await addressOf(id)).toBe(address);
  expect((await load(address)).rawPayload.equals(first.rawPayload)).toBe(true);
});

test("after the close the card has the result, under another address; an edit changes the address, too", async () => {
  const id = await publish("Old wording?");
  const old = await addressOf(id);
  const before = await load(old);
  await t.request(surveys.updateSurvey, {
    as: people.surveyor,
    params: { id },
    body: { Title: "New wording?", category: "Food Preparation", image: "https://example.org/picture.webp" },
  });
  await t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  const edited = await addressOf(id);
  expect(edited).not.toBe(old);
  await t.request(castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  const closed = await addressOf(id);
  expect(closed).toBe(`${edited}.closed`);
  const after = await load(closed);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(false);
  // Networks that know an old address get the current card.
  for (const url of [old, edited, `/surveys/${id}/card.png`, `/surveys/${id}/card.png?v=x&v=y`]) {
    const moved = await load(url);
    expect([moved.statusCode, moved.headers.location, moved.headers["cache-control"]]).toEqual([
      302,
      closed,
      "no-cache",
    ]);
  }
});

test("no card is drawn for another version, an unknown survey, or one that is not published", async () => {
  const waiting = await t.makeSurvey(people.surveyor, { Title: "Not yet?" });
  const id = await publish("Taken back?");
  const address = await addressOf(id);
  expect((await load(address)).statusCode).toBe(200);
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id },
    body: { status: 1, feedback: "No", reason: "spam" },
  });
  const cards = stored();
  expect([(await load(address)).statusCode, (await load(address)).json().code]).toEqual([410, "unpublished"]);
  for (const url of [
    `/surveys/${waiting}/card.png?v=1.1`,
    "/surveys/none/card.png?v=1.1",
    "/surveys/..%2f..%2fa/card.png",
  ])
    expect((await load(url)).statusCode, url).toBe(404);
  const token = { authorization: `Bearer ${people.surveyor.token}` };
  expect((await load(`/surveys/${waiting}/card.png?v=1.1`, token)).statusCode).toBe(404);
  expect(stored()).toEqual(cards);
});

test.each([
  ["markup", '</svg><script>alert(1)</script><image href="https://evil.example/x.png"/>&quot;'],
  ["200 wide letters without a space", "W".repeat(200)],
  ["stacked marks", `Why${"\u0337".repeat(150)}?`],
  ["emoji alone", "🍕👩‍👩‍👧🏳️‍🌈"],
  ["Japanese", "毎日ビーガンメニューを提供すべきですか"],
  ["Arabic", "هل يجب أن نقدم قائمة نباتية كل يوم؟"],
  ["names of objects", "__proto__ constructor toString"],
])("a card can be drawn for any question: %s", async (_, Title) => {
  const { statusCode, rawPayload } = await load(await addressOf(await publish(Title)));
  expect(statusCode).toBe(200);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
});

/** An app, and the cards that it draws. */
async function drawingApp(languages: [Language, ...Language[]]) {
  const drawn: DrawnCard[] = [];
  const draw = (content: DrawnCard) => {
    drawn.push(content);
    return sharedCards.draw(content);
  };
  const parts = { ...WITHOUT_POLLS, cardThread: { ...sharedCards, draw } };
  return { app: await testApp({ languages }, parts), drawn };
}

test("the card of a survey for invited people says how many of them voted, not that they chose to take part", async () => {
  const { app, drawn } = await drawingApp(["en"]);
  try {
    const roles = await createUsersOfEveryRole(app.database, app.tokens);
    const invited = invitedSurveys(() => ({ t: app, ...roles }));
    const { id, codes } = await invited.makeOpen(3);
    for (const code of codes.slice(1)) await invited.vote(id, await invited.open(code), 1);
    await app.request(surveys.closeSurvey, { as: roles.surveyor, params: { id } });
    const survey = await app.request(surveys.getSurvey, { params: { id } });
    expect((await app.app.inject({ url: cardPath(survey, {}) })).statusCode).toBe(200);
    expect(drawn.map(({ label }) => label)).toEqual([
      expect.stringMatching(/^2 of 3 invited people \(67%\) voted on .+\.$/),
    ]);
  } finally {
    await app.close();
  }
});

test("a card speaks its survey's language, or the first one of the installation", async () => {
  const { app, drawn } = await drawingApp(["de", "ar"]);
  try {
    const { surveyor, admin } = await createUsersOfEveryRole(app.database, app.tokens);
    for (const language of ["ar", null, "pl"] as const) {
      const id = await app.makeSurvey(surveyor, { publishedBy: admin, language });
      const survey = await app.request(surveys.getSurvey, { params: { id } });
      expect((await app.app.inject({ url: cardPath(survey, {}) })).statusCode).toBe(200);
    }
  } finally {
    await app.close();
  }
  expect(drawn.map(({ direction, answers }) => [direction, answers.yes])).toEqual([
    ["rtl", "نعم"],
    ["ltr", "Ja"],
    ["ltr", "Ja"],
  ]);
});

/** An app with rate limits, and the addresses of the cards of a number of surveys. */
async function limitedApp(count: number, draw: CardThread["draw"] = sharedCards.draw) {
  const limited = await testApp({ limits: true }, { ...WITHOUT_POLLS, cardThread: { ...sharedCards, draw } });
  const { surveyor, admin } = await createUsersOfEveryRole(limited.database, limited.tokens);
  const addresses: string[] = [];
  for (let index = 0; index < count; index++) {
    const id = await limited.makeSurvey(surveyor, { publishedBy: admin, Title: `Number ${index}?` });
    const survey = await limited.request(surveys.getSurvey, { params: { id } });
    addresses.push(`/surveys/${id}/card.png?v=${cardVersion(survey, {})}`);
  }
  const from = async (remoteAddress: string, url = "") => (await limited.app.inject({ url, remoteAddress })).statusCode;
  return { ...limited, addresses, from };
}

test("one network can have 60 cards drawn in a minute, and gets those that exist also after that", async () => {
  const { addresses, from, database, close } = await limitedApp(11);
  try {
    // 50 of them by another process.
    await consumeRateLimits(database, [{ key: "GET card 203.0.113.1", used: 50 }], 60_000);
    const answers: number[] = [];
    for (const url of addresses) answers.push(await from("203.0.113.1", url));
    expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
    expect(await from("203.0.113.1", addresses[0])).toBe(200);
    expect(await from("203.0.113.2", addresses[10])).toBe(200);
  } finally {
    await close();
  }
});

test("one network can't fill the queue: it has a few cards waiting, another network's card is drawn", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { addresses, from, close } = await limitedApp(10, async (content) => {
    await begun;
    return sharedCards.draw(content);
  });
  try {
    const [last, ...flood] = addresses;
    const refused: string[] = [];
    const answers = flood.map(async (url) => {
      const status = await from("203.0.113.1", url);
      if (status === 429) refused.push(url);
      return status;
    });
    await expect.poll(() => refused).toHaveLength(5);
    const other = from("203.0.113.2", last);
    begin();
    expect(await other).toBe(200);
    expect((await Promise.all(answers)).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429]);
    // Its places in the queue are free again.
    expect(await from("203.0.113.1", refused[0])).toBe(200);
  } finally {
    begin();
    await close();
  }
});
