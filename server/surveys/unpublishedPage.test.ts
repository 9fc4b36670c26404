import { setSurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const ID = "0190aaaa-0000-7000-8000-000000000000";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({ pages: true });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const open = (id: string, headers: Record<string, string> = {}) =>
  t.app.inject({ url: `/surveydetails/${id}`, headers: { accept: "text/html", ...headers } });

test("the address of an unpublished survey answers 410 with the reason alone, immediately, until it is published again", async () => {
  const Title = "Do these shoes fit everyone?";
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1, inapp: "Look at it" } });
  expect((await open(id)).statusCode).toBe(200);
  const change = (body: object) => t.send(setSurveyStatus, { as: people.admin, params: { id }, body });
  await change({ status: 1, feedback: "It sells <shoes>", reason: "spam" });
  const gone = await open(id);
  expect(gone.statusCode).toBe(410);
  expect(gone.payload).toContain("No longer published: Spam or advertising");
  expect(gone.payload).toContain('<meta name="robots" content="noindex"/>');
  expect(gone.payload).not.toMatch(/shoes|Uma User|Look at it|yesVotes|totalVotes/);
  const again = await open(id, { "if-none-match": String(gone.headers.etag) });
  expect(again.statusCode).toBe(304);
  await change({ status: 2 });
  const back = await open(id, { "if-none-match": String(gone.headers.etag) });
  expect([back.statusCode, back.payload.includes(Title)]).toEqual([200, true]);
});

test("a survey that awaits review or its start, or does not exist, stays not found", async () => {
  const waiting = await t.makeSurvey(people.surveyor);
  const later = { publishedBy: people.admin, createDate: `${LATER_YEAR}-12-10T06:00:00Z`, scheduled: true };
  for (const id of [waiting, await t.makeSurvey(people.surveyor, later), "unknown"]) {
    const missing = await open(id);
    expect([missing.statusCode, missing.payload.includes("No longer published")]).toEqual([404, false]);
  }
});

test("any other path is the 404 page with a link home, and each page has one title in the server's HTML", async () => {
  const page = (url: string) => t.app.inject({ url, headers: { accept: "text/html" } });
  const noSurvey = `/surveydetails/${ID}`;
  const titled = {
    "/": [200, "Home"],
    "/login": [200, "Login"],
    "/signup": [200, "Signup"],
    "/surveysPages": [200, "All Surveys"],
    // Whether its reader may know the survey's name is known in the browser only.
    [`/vote/${ID}`]: [200, "Vote"],
    [`/dashboard/surveyor/surveys/${ID}`]: [200, "Responses"],
    [`/dashboard/surveys/${ID}`]: [200, "Responses"],
    [`/dashboard/surveys/${ID}/share`]: [200, "Dashboard"],
    ...Object.fromEntries(
      ["/no/such/page", "/dashboard/nothing", "/surveydetails", "/membarShip/x", noSurvey].map((path) => [
        path,
        [404, "Page not found"],
      ]),
    ),
  };
  for (const [path, [status, title]] of Object.entries(titled)) {
    const { statusCode, payload } = await page(path);
    expect([statusCode, payload.match(/<title>[^<]*<\/title>/g)], path).toEqual([
      status,
      [`<title>Survey App || ${title}</title>`],
    ]);
    if (status === 404) expect(payload).toMatch(/<h1[^>]*>Page not found<\/h1>/);
  }
});
