import { hasEnded as endsInBrowser, PUBLISHED } from "@survey-app/contract/surveys.ts";
import { expect, test } from "vitest";
import { hasEnded, isPublic } from "./visible.sql.ts";

/** An instant, in milliseconds since 1970. */
const AT = Date.UTC(2026, 10, 28);

test("voting has ended at the very millisecond of its deadline, here and in the browser, and not before", () => {
  const deadline = new Date(AT).toISOString();
  for (const [now, ended] of [
    [AT - 1, false],
    [AT, true],
  ] as const) {
    expect(hasEnded({ ends_at: AT, closed_at: null }, now)).toBe(ended);
    expect(endsInBrowser({ deadline, closedAt: null }, now)).toBe(ended);
  }
});

test("a scheduled survey is public from the very millisecond of its start", () => {
  const survey = { status: PUBLISHED, appears_at: AT };
  expect([isPublic(survey, AT - 1), isPublic(survey, AT)]).toEqual([false, true]);
});
