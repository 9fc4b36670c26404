import { getOembed } from "@survey-app/contract/sharing/sharing.ts";
import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { linkSurveys } from "../testing/linkVoters.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, urlOf } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let listed: string;
let byLink: string;
let onList: string;
beforeAll(async () => {
  t = await testApp({ pages: true, languages: offeredLanguages });
  people = await createUsersOfEveryRole(t.database, t.tokens);
  const given = () => ({ t, ...people });
  listed = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  byLink = await linkSurveys(given).make();
  onList = (await invitedSurveys(given).makeOpen(0, {}, ["someone@example.org"])).id;
});
afterAll(() => t.close());

/** The metadata of a page for search engines. */
async function headOf(url: string) {
  const { payload, statusCode } = await t.app.inject({ url, headers: { "accept-language": "fr" } });
  const all = (pattern: RegExp) => [...payload.matchAll(pattern)].map(([, found = ""]) => found);
  return {
    status: statusCode,
    robots: all(/<meta name="robots" content="([^"]+)"/g),
    canonical: all(/<link rel="canonical" href="([^"]+)"/g),
    languages: all(/<link rel="alternate" hrefLang="([^"]+)"/g),
    oembed: all(/<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/g),
    descriptions: all(/<meta name="description" content="([^"]+)"/g),
  };
}

const surveyPages = (id: string) => [`/surveydetails/${id}`, `/surveys/${id}/results`];
const otherPagesOf = (id: string) => [
  `/surveys/${id}/present`,
  `/surveys/${id}/flyer`,
  `/vote/${id}`,
  `/series/${id}`,
  `/rooms/${id}`,
];

test("search engines can't index surveys outside of public lists: neither their pages nor their results", async () => {
  for (const id of [byLink, onList])
    for (const url of [
      ...surveyPages(id),
      ...otherPagesOf(id),
      `/surveydetails/${id}?details=1`,
      `/surveydetails/${id}?lang=de`,
      `/embed/surveys/${id}`,
    ])
      expect(await headOf(url), url).toMatchObject({ robots: ["noindex"], canonical: [], languages: [] });
});

test("search engines can't index pages that people are sent to, pages that require a sign-in, and missing pages", async () => {
  for (const url of [
    "/i",
    "/unsubscribe",
    "/v/ABCDEF",
    "/v/none",
    "/reset-password",
    "/verify-email",
    "/profile",
    "/payment",
    "/dashboard",
    "/dashboard/admin/users",
    `/vote/${listed}`,
    `/surveys/${listed}/present`,
    `/surveys/${listed}/flyer`,
    "/nowhere",
    "/surveydetails/none",
  ])
    expect(await headOf(url), url).toMatchObject({ robots: ["noindex"], canonical: [], languages: [] });
});

test("each public page has a description; in the language that its URL asks for it is a page of its own", async () => {
  const { publicUrl } = t.config;
  const described = ["/", "/surveysPages", "/ask", ...surveyPages(listed)];
  for (const url of [...described, "/login", "/signup", "/forgot-password", "/v", `/surveys/${listed}/present`])
    expect((await headOf(url)).descriptions, url).toHaveLength(1);
  for (const path of described) {
    const address = publicUrl + (path.startsWith("/surveys/") ? `/surveydetails/${listed}` : path);
    // Twice, to include the cache, and in turns: pages with and without the parameter are different ones.
    for (const _ of [1, 2]) {
      expect(await headOf(path), path).toMatchObject({
        robots: [],
        canonical: [address],
        languages: [...offeredLanguages, "x-default"],
      });
      expect((await headOf(`${path}?lang=fr`)).canonical, path).toEqual([`${address}?lang=fr`]);
      expect((await headOf(`${path}?lang=de`)).canonical, path).toEqual([`${address}?lang=de`]);
      expect((await headOf(`${path}?lang=xx`)).canonical, path).toEqual([address]);
    }
  }
});

test("a page links to oEmbed only where oEmbed works for it", async () => {
  for (const id of [listed, byLink, onList]) {
    const url = `${t.config.publicUrl}/surveydetails/${id}`;
    const answers = (await t.app.inject({ url: urlOf(getOembed, { query: { url } }) })).statusCode === 200;
    for (const page of surveyPages(id)) expect((await headOf(page)).oembed.length, page).toBe(answers ? 1 : 0);
  }
});
