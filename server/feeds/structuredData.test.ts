import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: offeredLanguages });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

async function dataOf(id: string) {
  const { payload } = await t.app.inject({ url: `/surveydetails/${id}` });
  // Up to the first end of a script: text that escaped would cut the JSON off.
  const [, text = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(payload) ?? [];
  return JSON.parse(text);
}

// Security: H13, F12
test("search engines get the question as data that no text can escape from, and only get the numbers of closed surveys", async () => {
  const Title = "Is it </script><script>alert(1)</script><!-- so?";
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const { mainEntity } = await dataOf(id);
  expect(mainEntity).toMatchObject({ "@type": "Question", name: Title, answerCount: 0 });
  expect(JSON.stringify(mainEntity)).not.toMatch(/upvote|Answer"/);
  await t.request(closeSurvey, { as: people.surveyor, params: { id } });
  expect((await dataOf(id)).mainEntity).toMatchObject({
    upvoteCount: 1,
    suggestedAnswer: [
      { text: "Yes", upvoteCount: 1 },
      { text: "No", upvoteCount: 0 },
    ],
  });
});

test("a page links to the feeds, and a survey's page to its own", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const { payload } = await t.app.inject({ url: `/surveydetails/${id}` });
  for (const href of ["/feed.atom", "/feed.json", `/surveys/${id}/feed.atom`]) {
    expect(payload).toContain(`href="${href}"`);
    expect((await t.app.inject({ url: href })).statusCode).toBe(200);
  }
});

test("a shared link to a survey has its metadata: title, description, picture and canonical URL", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is this shared?" });
  const path = `/surveydetails/${id}`;
  const { payload } = await t.app.inject({ url: `${path}?utm_source=x` });
  const [head = ""] = payload.split("</head>");
  const { publicUrl } = t.config;
  expect(head).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`);
  expect(head).toContain('<meta property="og:title" content="Is this shared?"/>');
  expect(head).toMatch(/<meta name="description" content="[^"]+"\/>/);
  expect(head).toContain(`<meta property="og:image" content="${publicUrl}/surveys/${id}/card.png?v=`);
});

test("pages with a canonical URL name their versions in all languages, each of which is its own canonical page", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const { publicUrl } = t.config;
  for (const path of ["/", "/surveysPages", "/ask", `/surveydetails/${id}`]) {
    const { payload } = await t.app.inject({ url: `${path}?lang=de` });
    const address = `${publicUrl}${path}`;
    expect(payload).toContain(`<link rel="canonical" href="${address}?lang=de"/>`);
    const alternates = [...payload.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"\/>/g)];
    expect(alternates.map(([, language, href]) => [language, href])).toEqual([
      ...offeredLanguages.map((language) => [language, `${address}?lang=${language}`]),
      ["x-default", address],
    ]);
  }
  expect((await t.app.inject({ url: "/login" })).payload).not.toContain('rel="alternate" hrefLang');
});

test("the app can be installed: its manifest and icons exist in the sizes that it declares", async () => {
  const { payload } = await t.app.inject({ url: "/" });
  const href = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(payload)?.[1] ?? "";
  const answer = await t.app.inject({ url: href("manifest") });
  expect(answer.headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
  const { icons, start_url, display } = answer.json<Manifest>();
  expect([start_url, display]).toEqual(["/", "standalone"]);
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  const touch = { src: href("apple-touch-icon"), sizes: "180x180", type: "image/png" };
  for (const { src, sizes, type } of [touch, ...icons]) {
    const icon = await t.app.inject({ url: src });
    expect([icon.statusCode, icon.headers["content-type"]], src).toEqual([200, type]);
    const { width, height } = await sharp(icon.rawPayload).metadata();
    if (sizes !== "any") expect(`${width}x${height}`, src).toBe(sizes);
  }
});

interface Manifest {
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}
