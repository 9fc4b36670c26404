import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import { closeSurvey, getSurvey, setSurveyStatus, updateSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { allLanguages } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { htmlIn } from "../testing/htmlIn.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: [...allLanguages] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const links = linkSurveys(() => ({ t, ...people }));

const question = {
  Title: "Kaufen wir ein Boot?",
  Description: "Das alte leckt.",
  category: "Food Preparation" as const,
  image: "https://example.org/picture.webp",
  language: "de" as const,
  translations: [{ language: "ar" as const, Title: "هل نشتري قاربًا؟", Description: "القديم يسرّب الماء." }],
};
const publish = (more: object = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...question, ...more });
const open = (url: string, language: string) => htmlIn(t, url, language);
const headingOf = (html: string) => /<h1[^>]*>/.exec(html)?.[0];

test.each(["/surveydetails/:id", "/surveys/:id/results"])(
  "%s shows each reader their own question if there is one, else the original as what it is, and both without a script",
  async (pattern) => {
    const path = pattern.replace(":id", await publish());
    // Twice: the second time from the cache.
    for (let round = 0; round < 2; round++)
      for (const language of allLanguages) {
        const html = await open(path, language);
        const shown = language === "ar" ? question.translations[0] : question;
        expect(html, language).toContain(`>${shown?.Title}</h1>`);
        expect(headingOf(html)).toContain(`lang="${shown?.language}" dir="auto"`);
        expect(html.includes('href="?original=1"'), language).toBe(language === "ar");
      }
    const original = await open(`${path}?original=1`, "ar");
    expect(original).toContain(`>${question.Title}</h1>`);
    expect(headingOf(original)).toContain('lang="de"');
    expect(original).toContain('<html lang="ar" dir="rtl"');
    expect(original).toContain('href="?"');
    expect(await open(path, "ar")).toContain(`>${question.translations[0]?.Title}</h1>`);
  },
);

test("an edited translation is on the cached pages of its language immediately", async () => {
  const id = await publish();
  expect(await open(`/surveydetails/${id}`, "ar")).toContain("هل نشتري قاربًا؟");
  const translations = [{ language: "ar" as const, Title: "هل نبيع القارب؟", Description: "" }];
  const body = { ...question, translations };
  await t.request(updateSurvey, { as: people.surveyor, params: { id }, body });
  await t.request(setSurveyStatus, { as: people.admin, params: { id }, body: { status: 2 } });
  expect(await open(`/surveydetails/${id}`, "ar")).toContain("هل نبيع القارب؟");
});

test("lists show each question in the reader's language", async () => {
  const id = await publish({ category: "Cleaning Tools" });
  const list = "/surveysPages?category=Cleaning+Tools";
  expect(await open(list, "ar")).toMatch(new RegExp(`data-survey="${id}".*<h2[^>]* lang="ar"`));
  expect(await open(list, "fr")).toMatch(new RegExp(`data-survey="${id}".*<h2[^>]* lang="de"`));
});

test("people vote by open link on the question in their language, on a page without a script", async () => {
  const id = await links.make(question);
  const arabic = await open(`/surveydetails/${id}`, "ar");
  expect(headingOf(arabic)).toContain('lang="ar"');
  expect(arabic).toContain('href="?original=1"');
  expect(headingOf(await open(`/surveydetails/${id}?original=1`, "ar"))).toContain('lang="de"');
  // Whatever language they read, they vote on one question.
  const { label } = await t.request(getSurvey, { params: { id } });
  for (const language of allLanguages)
    expect(await open(`/surveydetails/${id}`, language)).toContain(`value="${label.questionHash}"`);
});

test("in other sites' pages question and words match: the reader's language if the question has it, else that of the question", async () => {
  const embed = `/embed/surveys/${await publish()}`;
  const shownTo = async (language: string, search = "") =>
    /<html lang="([^"]+)"/.exec(await open(embed + search, language))?.[1];
  for (let round = 0; round < 2; round++) {
    expect(await shownTo("ar")).toBe("ar");
    expect(await shownTo("en")).toBe("de");
    expect(await shownTo("en", "?lang=en")).toBe("en");
    expect(await shownTo("de")).toBe("de");
  }
  const { headers } = await t.app.inject({ url: embed, headers: { "accept-language": "en" } });
  expect(headers["content-language"]).toBe("de");
  const unknown = `/embed/surveys/${await publish({ language: undefined, translations: undefined })}`;
  expect(await open(unknown, "pl")).toContain('<html lang="pl"');
});

test("each entry of a feed is in one language and says which", async () => {
  const id = await publish();
  await t.request(closeSurvey, { as: people.surveyor, params: { id } });
  await t.request(setOutcome, { as: people.surveyor, params: { id }, body: { text: "Wir kaufen es." } });
  const feed = await open(`/surveys/${id}/feed.atom`, "ar");
  const languages = [...feed.matchAll(/<entry xml:lang="([^"]+)"/g)].map(([, language]) => language);
  // The outcome, which is never translated, then the result and the publication.
  expect(languages).toEqual(["de", "ar", "ar"]);
  expect(feed).toContain('<title xml:lang="ar">هل نشتري قاربًا؟</title>');
  expect(feed).toContain("القديم يسرّب الماء.");
  expect(await open(`/surveys/${id}/feed.atom`, "fr")).not.toMatch(/<entry xml:lang="(?!de)/);
  const { items } = JSON.parse(await open(`/surveys/${id}/feed.json`, "fr"));
  expect(items.map(({ language }: { language: string }) => language)).toEqual(["de", "de", "de"]);
});
