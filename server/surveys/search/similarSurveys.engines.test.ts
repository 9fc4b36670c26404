import { listSimilarSurveys } from "@survey-app/contract/surveys/similarSurveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../database/newId.ts";
import { encodeForSearch } from "../../database/searchText.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { insertSurveyRows } from "../../testing/surveyRows.sql.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { SCAN_ALL_MAX } from "./searchSurveys.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const find = async (title: string, exclude?: string) =>
  (await t.request(listSimilarSurveys, { query: { title, ...(exclude && { exclude }) } })).map(({ _id }) => _id);

async function insertMany(titles: string[], ends_at: number | null = null): Promise<void> {
  const now = Date.now();
  const rows = titles.map((title) => ({
    id: newId(),
    owner_id: people.surveyor.id,
    title,
    description: "",
    category: "Food Preparation",
    image: "https://example.org/picture.webp",
    status: surveys.PUBLISHED,
    starts_at: now - HOUR_MS,
    ends_at,
    created_at: now,
    updated_at: now,
    search_text: encodeForSearch(title),
  }));
  for (let first = 0; first < rows.length; first += 200)
    await insertSurveyRows(t.database, rows.slice(first, first + 200));
}

test("open surveys that ask nearly the same are found among few and among many, and no others", async () => {
  const published = { publishedBy: people.admin };
  const same = await t.makeSurvey(people.surveyor, {
    ...published,
    Title: "Should our office buy an espresso machine?",
  });
  await t.makeSurvey(people.surveyor, { Title: "Should the office buy espresso machines?" });
  await t.makeSurvey(people.surveyor, { ...published, Title: "Should the office buy a fridge?" });
  await insertMany(["Should the office buy an espresso machine?"], Date.now() - 1000);
  const asked = "Should the office buy an espresso machine";
  const expectFound = async () => {
    expect(await find(asked)).toEqual([same]);
    expect(await find(asked, same)).toEqual([]);
    expect(await find("Is it?")).toEqual([]);
  };
  await expectFound();
  // Words that are frequent, too many for a scan of everything, and a rare one that only the index finds.
  await insertMany(Array.from({ length: SCAN_ALL_MAX + 100 }, (_, n) => `Should the office buy item ${n}?`));
  await expectFound();
  expect(await find("Should the office buy item 77?")).toHaveLength(1);
});

test("at most three are shown, the newest, and a title of operators and quotes is only text", async () => {
  await insertMany(Array.from({ length: 5 }, () => 'Is "NEAR(zebra crossing)" safe?'));
  expect(await find('Is "NEAR(zebra crossing)" safe?')).toHaveLength(3);
  for (const title of ['" OR "a* NOT b', "%%% ___", "zebra\\ crossing'", "👍 👎"]) await find(title);
});
