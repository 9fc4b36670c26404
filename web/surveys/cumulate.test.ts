import { expect, test } from "vitest";
import { cumulate, linePoints } from "./cumulate.ts";

const days = [
  { day: "2026-02-27", totalVotes: 4, yesVotes: 3 },
  { day: "2026-02-28", totalVotes: 1, yesVotes: 0 },
  { day: "2026-03-03", totalVotes: 5, yesVotes: 3 },
];

test("days add up to the count of each day's end", () => {
  expect(cumulate(days)).toEqual([
    { day: "2026-02-27", yes: 3, no: 1 },
    { day: "2026-02-28", yes: 3, no: 2 },
    { day: "2026-03-03", yes: 6, no: 4 },
  ]);
});

test("a line spans the days, measured by the higher of both counts, and is level where nobody voted", () => {
  expect(linePoints(cumulate(days), "yes")).toEqual([
    [0, 50],
    [25, 50],
    [75, 50],
    [100, 100],
  ]);
  expect(linePoints(cumulate(days), "no").at(-1)?.[1]).toBeCloseTo(66.7, 1);
});

test("a first day of only one kind of vote draws the other at the ground", () => {
  const standings = cumulate(
    [{ day: "2026-02-27", totalVotes: 2, yesVotes: 2 }, days[1] ?? days[0]].filter(Boolean) as typeof days,
  );
  expect(linePoints(standings, "no")[0]).toEqual([0, 0]);
});
