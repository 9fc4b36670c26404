import { expect, test } from "vitest";
import { cumulate, daySpan, leadChanges, linePoints, totalsOn, withNewest } from "./cumulate.ts";

const days = [
  { day: "2026-02-27", totalVotes: 4, yesVotes: 4, unsureVotes: 0 },
  { day: "2026-02-28", totalVotes: 1, yesVotes: 0, unsureVotes: 0 },
  { day: "2026-03-03", totalVotes: 7, yesVotes: 4, unsureVotes: 0 },
];

test("days add up to the total at the end of each day", () => {
  expect(cumulate(days)).toEqual([
    { day: "2026-02-27", yes: 4, no: 0, voted: 4 },
    { day: "2026-02-28", yes: 4, no: 1, voted: 5 },
    { day: "2026-03-03", yes: 8, no: 4, voted: 12 },
  ]);
});

test("people who are not sure count as voters, and people whose answers are hidden", () => {
  const shown = [{ day: "2026-02-27", totalVotes: 4, yesVotes: 3, unsureVotes: 2 }];
  expect(cumulate(shown)).toEqual([{ day: "2026-02-27", yes: 3, no: 1, voted: 6 }]);
  const hidden = [{ day: "2026-02-27", totalVotes: 6, yesVotes: null, unsureVotes: null }];
  const totals = { totalVotes: 8, yesVotes: null, unsureVotes: null };
  const counted = cumulate(withNewest(hidden, totals, Date.parse("2026-02-28T12:00Z")));
  expect(counted.map(({ voted }) => voted)).toEqual([6, 8]);
});

test("votes that arrived after the days were loaded belong to today", () => {
  const totals = { totalVotes: 15, yesVotes: 9, unsureVotes: 0 };
  const more = { totalVotes: 3, yesVotes: 1, unsureVotes: 0 };
  expect(withNewest(days, totals, Date.parse("2026-03-04T23:00Z"))).toEqual([...days, { day: "2026-03-04", ...more }]);
  expect(withNewest(days, totals, Date.parse("2026-03-03T00:00Z"))).toEqual([
    ...days.slice(0, 2),
    { day: "2026-03-03", totalVotes: 10, yesVotes: 5, unsureVotes: 0 },
  ]);
  expect(withNewest(days, { totalVotes: 12, yesVotes: 8, unsureVotes: 0 }, Date.now())).toBe(days);
});

test("lines span all days, rise from the lower edge, and stay level on days without votes", () => {
  expect(linePoints(cumulate(days), ({ yes }) => (100 * yes) / 8)).toEqual([
    [0, 50],
    [25, 50],
    [75, 50],
    [100, 0],
  ]);
  expect(linePoints(cumulate(days), ({ no }) => (100 * no) / 16)).toEqual([
    [0, 100],
    [25, 93.75],
    [75, 93.75],
    [100, 75],
  ]);
});

test("the lead changes on the day on which the other answer has more votes, not on a tie", () => {
  const standings = [
    [1, 0],
    [2, 2],
    [2, 3],
    [5, 3],
    [5, 5],
    [6, 5],
  ].map(([yes = 0, no = 0], index) => ({ day: `2026-03-0${index + 1}`, yes, no, voted: yes + no }));
  expect(leadChanges(standings)).toEqual([
    { day: "2026-03-03", isYes: false },
    { day: "2026-03-04", isYes: true },
  ]);
});

test("days without votes have the totals of the day before", () => {
  const standings = cumulate(days);
  expect(daySpan(standings)).toBe(4);
  expect(totalsOn(standings, 0)).toEqual({ day: "2026-02-27", yes: 4, no: 0, voted: 4 });
  expect(totalsOn(standings, 2)).toEqual({ day: "2026-03-01", yes: 4, no: 1, voted: 5 });
  expect(totalsOn(standings, 4)).toEqual({ day: "2026-03-03", yes: 8, no: 4, voted: 12 });
});
