import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { addMarks, isMarked } from "./forgottenVotes.ts";

const now = Date.UTC(2026, 10, 28, 12);
const votes = (count: number, days = 30) =>
  Array.from({ length: count }, () => ({ surveyId: newId(), keptUntil: now + days * DAY_MS }));

test("a mark names its survey, no other one, and only until its day", () => {
  const [[first], [second], [other]] = [votes(1, 3), votes(1, 40), votes(1)] as const;
  if (!first || !second || !other) throw new Error("three votes");
  const { value } = addMarks(addMarks(null, [first], now).value, [second], now);
  for (const vote of [first, second]) expect(isMarked(value, vote.surveyId, now)).toBe(true);
  expect(isMarked(value, other.surveyId, now)).toBe(false);
  expect(isMarked(value, first.surveyId, now + 5 * DAY_MS)).toBe(false);
  expect(isMarked(value, second.surveyId, now + 5 * DAY_MS)).toBe(true);
  // A mark whose day has come goes with the next one.
  expect(addMarks(value, [other], now + 5 * DAY_MS).value).toHaveLength(16);
});

test("the cookie of marks lasts as long as the last of them, and keeps the 64 newest", () => {
  const [old, fresh] = [votes(10, 20), votes(60, 10)];
  const { value, seconds } = addMarks(addMarks(null, old, now).value, fresh, now);
  expect(value).toHaveLength(64 * 8);
  for (const { surveyId } of [...old.slice(6), ...fresh]) expect(isMarked(value, surveyId, now)).toBe(true);
  expect(isMarked(value, old[0]?.surveyId ?? "", now)).toBe(false);
  expect(seconds / 86_400).toBeGreaterThan(19);
  expect(seconds / 86_400).toBeLessThanOrEqual(20);
});

test("other texts are no marks", () => {
  for (const cookie of [null, "", "x", "a b c", "?".repeat(80)]) expect(isMarked(cookie, newId(), now)).toBe(false);
});
