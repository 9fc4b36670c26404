import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUp } from "../../server/testing/accounts.ts";
import type { TestApp } from "../../server/testing/testApp.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

test("a survey's page says when its deadline was removed, set and moved", async () => {
  const as = await signUp(t, { role: "surveyor" });
  const publishedBy = await signUp(t, { role: "admin" });
  const form = {
    Title: "Is this a question?",
    category: "Food Preparation" as const,
    image: "https://example.org/picture.webp",
    Description: "It is.",
  };
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const id = await t.makeSurvey(as, { publishedBy, ...form, deadline: inDays(2) });
  for (const deadline of [null, inDays(3), inDays(4)])
    await t.request(surveys.updateSurvey, { as, params: { id }, body: { ...form, deadline } });

  const page = await openPage(t, `/surveydetails/${id}`, { as });
  const removed = await page.findByText(/^The deadline was removed on/);
  const day = String.raw`\d\d-\d\d-\d{4}(, \d\d:\d\d)?`;
  const sentences = [...(removed.parentElement?.children ?? [])].map(({ textContent }) => textContent);
  expect(sentences).toEqual([
    expect.stringMatching(new RegExp(`^The deadline was removed on ${day}\\. It was ${day}\\.$`)),
    expect.stringMatching(new RegExp(`^A deadline was set on ${day}: ${day}\\. Before that, voting had no end\\.$`)),
    expect.stringMatching(new RegExp(`^The deadline was moved on ${day}, from ${day} to ${day}\\.$`)),
  ]);
});
