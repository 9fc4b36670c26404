import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const categories = CATEGORIES;

/** Compares the rows that triggers maintain with the surveys themselves. */
async function bothCounts() {
  const { db } = t.database;
  const kept = await sql<object>`
    select status, category, surveys from survey_counts where surveys <> 0 order by status, category`.execute(db);
  const counted = await sql<object>`
    select status, category, count(*) as surveys from surveys group by status, category order by status, category`.execute(
    db,
  );
  return { kept: kept.rows, counted: counted.rows };
}

test("counts and listings stay right while surveys are created, published, unpublished and moved concurrently", async () => {
  const change = async (id: string, index: number) => {
    for (const turn of [0, 1, 2]) {
      const status = (index + turn) % 2 ? PUBLISHED : WAITING;
      const body = {
        Title: `Moved ${turn}?`,
        category: categories[(index + turn) % 5] ?? "Cleaning Tools",
        image: "https://example.org/p.webp",
        ...(turn === 1 && { deadline: "2199-01-01" }),
      };
      await Promise.all([
        t.request(surveys.setSurveyStatus, { as: people.admin, params: { id }, body: { status, feedback: "Again" } }),
        t.request(surveys.updateSurvey, { as: people.surveyor, params: { id }, body }),
        t.makeSurvey(people.surveyor, { category: categories[index % 5] ?? "Cleaning Tools" }),
      ]);
    }
  };
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      t.makeSurvey(people.surveyor, { category: categories[index % 5] ?? "Cleaning Tools" }),
    ),
  );
  await Promise.all(ids.map(change));

  const { kept, counted } = await bothCounts();
  expect(kept).toEqual(counted);
  const wrong = await sql<object>`
    select s.id from surveys s left join survey_listings c on c.survey_id = s.id
    where c.survey_id is null or c.status <> s.status or c.category <> s.category or c.search_text <> s.search_text
      or (s.ends_at is not null and c.deadline <> s.ends_at) or (s.ends_at is null and c.deadline < 9000000000000000)
      or c.attention <> case when s.open_reports > 0 then 2 when s.status = 1 and s.sent_back_at is null then 1 else 0 end`.execute(
    t.database.db,
  );
  expect(wrong.rows).toEqual([]);
  for (const status of [WAITING, PUBLISHED]) {
    const found = await t.send(surveys.listAllSurveys, { as: people.admin, query: { status, limit: 1 } });
    const rows = (counted as { status: number; surveys: number }[]).filter((row) => row.status === status);
    expect(found.headers["x-total-count"]).toBe(String(rows.reduce((sum, row) => sum + Number(row.surveys), 0)));
  }
});
