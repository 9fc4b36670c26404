import * as votes from "@survey-app/contract/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { insertNotes, insertSurveyRows } from "../testing/surveyRows.sql.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const HOUR = 3600_000;
let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, undefined, { surveyPollMs: HOUR, mailPollMs: HOUR });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

interface Item {
  id: string;
  url: string;
  title: string;
  content_text: string;
  tags: string[];
}

const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });
const itemsOf = async (url: string) => (await get(url)).json<{ items: Item[] }>().items;
const vote = async (id: string, choice: 0 | 1) =>
  t.request(votes.castVote, { as: await makePerson(t.database, t.tokens), body: { SurveyID: id, vote: choice } });
const publish = (form: object = {}) => t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...form });

test("many notes on surveys that are not public leave those of public ones in the feed", async () => {
  const id = await publish({ Title: "Noted?" });
  const draft = await t.makeSurvey(people.surveyor, {});
  const of = (survey_id: string, number: number) => ({
    id: `ffffffff-${String(number).padStart(4, "0")}`,
    survey_id,
    text: `Note ${number}`,
    created_at: Date.now(),
  });
  await insertNotes(t.database, [of(id, 0), ...Array.from({ length: 600 }, (_, index) => of(draft, index + 1))]);
  const notes = (await itemsOf("/feed.json")).filter(({ id: item }) => item.split(":")[3] === "note");
  expect(notes.map(({ content_text }) => content_text)).toContain("Note 0");
  expect(notes.map(({ content_text }) => content_text)).not.toContain("Note 600");
});

test("robots.txt names the sitemap, which lists public surveys, beyond 5,000 in several files", async () => {
  expect((await get("/robots.txt")).payload).toMatch(
    /^Disallow: \/api\/$[\s\S]*^Sitemap: http:\/\/localhost:3000\/sitemap\.xml$/m,
  );
  const last = await publish();
  const locations = async (url: string) =>
    [...(await get(url)).payload.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = ""]) => at);
  expect(await locations("/sitemap.xml")).toContain(`http://localhost:3000/surveydetails/${last}`);
  const at = Date.now();
  const many = Array.from({ length: 5001 }, (_, index) => ({
    ...{
      id: `00000000-${index}`,
      owner_id: people.surveyor.id,
      title: "Many?",
      description: "",
      category: "Food Preparation",
    },
    ...{
      image: "https://example.org/a.png",
      status: index === 7 ? 1 : 2,
      starts_at: at,
      created_at: at,
      updated_at: at,
    },
    ...{ first_published_at: at, search_text: "" },
  }));
  for (let from = 0; from < many.length; from += 500) await insertSurveyRows(t.database, many.slice(from, from + 500));
  await vote(last, 1);
  await expect
    .poll(() => locations("/sitemap.xml"), { timeout: 10_000 })
    .toEqual([1, 2].map((number) => `http://localhost:3000/sitemap/${number}.xml`));
  const files = await Promise.all([1, 2].map((number) => locations(`/sitemap/${number}.xml`)));
  const surveys = files.flat().filter((url) => url.includes("/surveydetails/"));
  expect(surveys).toContain(`http://localhost:3000/surveydetails/${last}`);
  expect(surveys.filter((url) => url.includes("/00000000-"))).toHaveLength(5000);
  expect(new Set(surveys).size).toBe(surveys.length);
  expect((await get("/sitemap/3.xml")).statusCode).toBe(404);
});
