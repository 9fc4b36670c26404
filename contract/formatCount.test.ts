import { expect, test } from "vitest";
import { formatCount, plural } from "./formatCount.ts";
import { formatDollars } from "./formatDollars.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%d is written %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, "0 votes"],
  [1, "1 vote"],
  [1_204, "1,204 votes"],
  ["1", "1 vote"],
  ["50+", "50+ votes"],
])("%s gets the right form of its noun: %s", (count, text) => {
  expect(plural(count, "vote")).toBe(text);
});

test("dollars are written with cents", () => {
  expect([12, 0, 1_200.5].map(formatDollars)).toEqual(["$12.00", "$0.00", "$1,200.50"]);
});
