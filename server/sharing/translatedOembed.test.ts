import { afterAll, beforeAll, expect, test } from "vitest";
import { htmlIn } from "../testing/htmlIn.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
let id: string;
const form = {
  Title: "Should there be tea?",
  Description: "Green.",
  category: "Beverage Makers" as const,
  image: "https://example.org/picture.webp",
  language: "en" as const,
  translations: [
    { language: "de" as const, Title: "Soll es Tee geben?", Description: "Grünen." },
    { language: "fr" as const, Title: "Faut-il du thé ?", Description: "" },
  ],
};
beforeAll(async () => {
  t = await testApp({ pages: true, languages: ["en", "de", "pl"] }, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
  id = await t.makeSurvey(people.surveyor, { ...form, publishedBy: people.admin });
});
afterAll(() => t.close());

test("oEmbed gives the question in the language of the page that links to it, whatever the program that asks reads", async () => {
  const page = `${t.config.publicUrl}/surveydetails/${id}`;
  const ask = async (url: string) => JSON.parse(await htmlIn(t, `/api/oembed?url=${encodeURIComponent(url)}`, "de"));
  expect(await ask(page)).toMatchObject({ title: form.Title, html: expect.stringContaining(' lang="en"') });
  expect(await ask(`${page}?lang=de`)).toMatchObject({
    title: "Soll es Tee geben?",
    html: expect.stringMatching(/title="Soll es Tee geben\?" lang="de"/),
  });
  // A language without a translation, a language that isn't offered, and an invalid one.
  for (const language of ["pl", "fr", "xx"]) expect((await ask(`${page}?lang=${language}`)).title).toBe(form.Title);
  const linked = async (path: string, language: string) => {
    const [, href = ""] = /type="application\/json\+oembed" href="([^"]+)"/.exec(await htmlIn(t, path, language)) ?? [];
    return (await ask(new URL(href.replaceAll("&amp;", "&")).searchParams.get("url") ?? "")).title;
  };
  expect(await linked(`/surveydetails/${id}`, "de")).toBe("Soll es Tee geben?");
  expect(await linked(`/surveydetails/${id}?original=1`, "de")).toBe(form.Title);
  expect(await linked(`/surveydetails/${id}`, "pl")).toBe(form.Title);
});
