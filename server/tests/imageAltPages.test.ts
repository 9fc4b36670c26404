import { setUserRole } from "@survey-app/contract/users/users.ts";
import { allLanguages } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { htmlIn } from "../testing/htmlIn.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: [...allLanguages] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const question = {
  Title: "A boat?",
  category: "Cleaning Tools" as const,
  image: "https://example.org/boat.webp",
  imageAlt: 'A blue "boat"',
  language: "en" as const,
  translations: [
    { language: "pl" as const, Title: "Czy łódź?", Description: "", imageAlt: "Niebieska łódź" },
    { language: "ar" as const, Title: "قارب؟", Description: "" },
  ],
};
const publish = (more: object = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...question, ...more });
const open = (url: string, language: string) => htmlIn(t, url, language);

/** The alt of the picture on a page without other pictures, and its language. */
const saidOn = async (url: string, language = "en") => {
  const [image = ""] = /<img [^>]*fetchPriority="high"[^>]*>/i.exec(await open(url, language)) ?? [];
  return [/ alt="([^"]*)"/.exec(image)?.[1], / lang="([^"]*)"/.exec(image)?.[1]];
};

test("a survey's page describes its picture in the reader's language, or in the question's", async () => {
  const page = `/surveydetails/${await publish()}`;
  const original = ["A blue &quot;boat&quot;", "en"];
  // Twice: the second time from the cache.
  for (let round = 0; round < 2; round++) {
    expect(await saidOn(page, "en")).toEqual(original);
    expect(await saidOn(page, "pl")).toEqual(["Niebieska łódź", "pl"]);
    // In Arabic there is the question, without a description; in Dutch neither.
    expect(await saidOn(page, "ar")).toEqual(original);
    expect(await saidOn(page, "nl")).toEqual(original);
  }
  expect(await saidOn(`${page}?original=1`, "pl")).toEqual(original);
});

test("decoration has an empty alt, a picture without a description says so, and drawings are silent", async () => {
  const page = async (more: object) => `/surveydetails/${await publish({ translations: [], ...more })}`;
  expect(await saidOn(await page({ imageAlt: "" }))).toEqual(["", "en"]);
  expect((await saidOn(await page({ imageAlt: undefined })))[0]).toBe("A picture without a description");
  expect(await saidOn(await page({ image: "/categories/storage-solutions.svg" }))).toEqual(["", undefined]);
});

test("lists describe pictures too, but not drawings", async () => {
  const described = await publish();
  await publish({ image: "/categories/cleaning-tools.svg", translations: [] });
  const cards = (await open("/surveysPages?category=Cleaning+Tools", "pl")).split("<article").slice(1);
  const card = (id: string) => cards.find((each) => each.includes(id)) ?? "";
  expect(card(described)).toMatch(/<img [^>]*alt="Niebieska łódź"[^>]*lang="pl"/);
  const images = cards.map((each) => /<img [^>]*>/.exec(each)?.[0] ?? "");
  const drawn = images.filter((image) => image.includes("cleaning-tools.svg"));
  expect(drawn.length).toBeGreaterThan(0);
  for (const image of drawn) expect(image).toContain('alt=""');
});

test("a picture that no one vouches for isn't shown on the page of an unlisted survey, nor is a drawing in its place", async () => {
  const surveyor = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const id = await t.makeSurvey(surveyor, { ...question, electorate: "invited" });
  expect((await saidOn(`/surveydetails/${id}`))[0]).toBe("A blue &quot;boat&quot;");
  await t.request(setUserRole, { as: people.admin, params: { id: surveyor.id }, body: { role: "user" } });
  expect(await saidOn(`/surveydetails/${id}`)).toEqual([undefined, undefined]);
});

test("the page of an unlisted survey shows a picture only if its owner chose one", async () => {
  const shown = async (more: object) => {
    const id = await publish({
      electorate: "invited",
      image: "/categories/cleaning-tools.svg",
      translations: [],
      ...more,
    });
    return /<img [^>]*fetchPriority="high"/i.exec(await open(`/surveydetails/${id}`, "en"))?.[0];
  };
  expect(await shown({})).toBeUndefined();
  expect(await shown({ image: "https://example.org/boat.webp" })).toContain("https://example.org/boat.webp");
  // Of another category: only people who chose it have it.
  expect(await shown({ image: "/categories/beverage-makers.svg" })).toMatch(
    /"\/categories\/beverage-makers\.svg#v[0-5]"/,
  );
  expect(await shown({ listed: true })).toMatch(/"\/categories\/cleaning-tools\.svg#v[0-5]"/);
});

test("feeds don't have pictures, but their descriptions, in the language of the entry", async () => {
  const id = await publish({ Description: "It leaks." });
  const entryIn = async (language: string) => JSON.parse(await open(`/surveys/${id}/feed.json`, language)).items[0];
  expect(await entryIn("en")).toMatchObject({ content_text: 'It leaks.\n\nThe picture shows: A blue "boat"' });
  expect(await entryIn("pl")).toMatchObject({
    content_text: expect.stringContaining("Niebieska łódź"),
    language: "pl",
  });
  const drawn = await publish({ image: "/categories/cleaning-tools.svg", translations: [] });
  const { payload } = await t.app.inject(`/surveys/${drawn}/feed.atom`);
  expect(payload).not.toContain("The picture shows");
});
