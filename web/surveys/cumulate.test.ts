import { expect, test } from "vitest";
import { cumulate, linePoints } from "./cumulate.ts";

const days = [
  { day: "2026-02-27", totalVotes: 4, yesVotes: 4 },
  { day: "2026-02-28", totalVotes: 1, yesVotes: 0 },
  { day: "2026-03-03", totalVotes: 7, yesVotes: 4 },
];

test("days add up to the count of each day's end", () => {
  expect(cumulate(days)).toEqual([
    { day: "2026-02-27", yes: 4, no: 0 },
    { day: "2026-02-28", yes: 4, no: 1 },
    { day: "2026-03-03", yes: 8, no: 4 },
  ]);
});

test("lines span the days, are measured by the higher count, and stay level where nobody voted", () => {
  expect(linePoints(cumulate(days), "yes")).toEqual([
    [0, 50],
    [25, 50],
    [75, 50],
    [100, 100],
  ]);
  expect(linePoints(cumulate(days), "no")).toEqual([
    [0, 0],
    [25, 12.5],
    [75, 12.5],
    [100, 50],
  ]);
});
