import { expect, test } from "vitest";
import { dotSize, hasDots, shuffled } from "./dots.ts";

test("each vote is a dot, up to 200", () => {
  expect([0, 1, 200, 201].map(hasDots)).toEqual([false, true, true, false]);
  expect([1, 20, 21, 60, 61, 200].map(dotSize)).toEqual(["few", "few", "some", "some", "many", "many"]);
});

test("the dots go to their sides once each, in an order that isn't that of the votes", () => {
  const order = shuffled(200);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  // Each place is as likely as any other: the first dot goes to each of four.
  const firsts = Array.from({ length: 4 }, (_, place) => {
    const draws = [place / 4, 0, 0];
    return shuffled(4, () => draws.shift() ?? 0)[3];
  });
  expect(new Set(firsts)).toEqual(new Set([0, 1, 2, 3]));
  expect(shuffled(0)).toEqual([]);
});
