import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIST_BYTES } from "../http/listResponse.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

const ROWS = 42;

let t: TestApp;
let surveyor: Person;
beforeAll(async () => {
  t = await testApp({ pages: true });
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  surveyor = people.surveyor;
  // As long as the body of a request can be.
  const Description = "語".repeat(5000);
  const translations = (["de", "fr", "es"] as const).map((language) => ({
    language,
    Title: "Eine Frage?",
    Description,
  }));
  const form = { language: "en", Description, translations, publishedBy: people.admin } as const;
  for (let row = 0; row < ROWS; row++) await t.makeSurvey(surveyor, { Title: `Question ${row}?`, ...form });
});
afterAll(() => t.close());

// Security: F09
test("lists of the longest surveys with their translations end before 900 kB with each limit, and Link leads to the rest", async () => {
  for (const limit of [undefined, 24, 100]) {
    const requests: [Endpoint, Parameters<TestApp["send"]>[1]][] = [
      [surveys.listPublishedSurveys, { query: { limit } }],
      [surveys.listMySurveys, { as: surveyor, query: { email: surveyor.email, limit } }],
    ];
    for (const [endpoint, request] of requests) {
      const titles: string[] = [];
      let cursor: string | undefined;
      do {
        const query = Object.fromEntries(
          Object.entries({ ...request.query, cursor }).filter(([, value]) => value !== undefined),
        );
        const { payload, headers, json } = await t.send(endpoint, { ...request, query });
        expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(LIST_BYTES);
        titles.push(...json().map(({ Title }: { Title: string }) => Title));
        cursor = /[?&]cursor=([\w-]+)/.exec(String(headers.link ?? ""))?.[1];
      } while (cursor);
      expect(titles).toEqual(Array.from({ length: ROWS }, (_, row) => `Question ${ROWS - 1 - row}?`));
    }
  }
});

// Security: F09
test("pages that list the longest surveys are short enough for the response cache", async () => {
  for (const url of ["/", "/surveysPages"]) {
    const { statusCode, payload } = await t.app.inject({ url });
    expect([url, statusCode]).toEqual([url, 200]);
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(1024 * 1024);
  }
});
