import { formatCount } from "@survey-app/texts/numbers.ts";
import { expect, test } from "vitest";
import { formatDollars } from "./formatDollars.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
])("%d is written %s", (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test("dollars are written with cents", () => {
  expect([12, 0, 1_200.5].map(formatDollars)).toEqual(["$12.00", "$0.00", "$1,200.50"]);
});
