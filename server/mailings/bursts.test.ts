import { expect, test } from "vitest";
import { findBursts } from "./bursts.ts";

const TEN = 600_000;
const DAY = 144 * TEN;
const quiet = (count: number, votes = 2, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * TEN, votes }));

test.each([
  ["no votes", [], []],
  ["a first vote of many at once, with nothing before it", [{ at: 0, votes: 500 }], []],
  ["ten times the usual number", [...quiet(9), { at: DAY, votes: 20 }], [{ at: DAY, votes: 20 }]],
  ["less than ten times the usual number", [...quiet(9, 3), { at: DAY, votes: 29 }], []],
  ["ten times the usual number, but few", [...quiet(9, 1), { at: DAY, votes: 19 }], []],
  ["many after a week without votes", [...quiet(9), { at: 9 * DAY, votes: 500 }], []],
  [
    "the usual number is a median, so an earlier burst doesn't hide a later one",
    [...quiet(8), { at: DAY, votes: 400 }, { at: 2 * DAY, votes: 200 }],
    [
      { at: DAY, votes: 400 },
      { at: 2 * DAY, votes: 200 },
    ],
  ],
])("%s", (_, buckets, bursts) => {
  expect(findBursts(buckets)).toEqual(bursts);
});

test("the five largest of many bursts are kept, oldest first", () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ at: DAY + index * DAY, votes: 30 + index }));
  const usual = Array.from({ length: 9 }, (_, index) => quiet(20, 1, index * DAY)).flat();
  const buckets = [...usual, ...many].sort((a, b) => a.at - b.at);
  expect(findBursts(buckets).map(({ votes }) => votes)).toEqual([34, 35, 36, 37, 38]);
});

test("the search for bursts is quick for a year in which every ten minutes have votes", () => {
  const year = Array.from({ length: 365 * 144 }, (_, index) => ({
    at: index * TEN,
    votes: 20 + ((index * 7919) % 13),
  }));
  const began = performance.now();
  expect(findBursts([...year, { at: year.length * TEN, votes: 260 }])).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(1000);
});
