import { hasEnded as endsInBrowser, PUBLISHED, type Totals } from "@survey-app/contract/surveys/surveys.ts";
import { expect, test } from "vitest";
import type { StoredCount } from "../database/storedCount.ts";
import { hasEnded, isPublic } from "./publicSurvey.ts";
import { countsFor, type StoredTotals, visibleTotals } from "./visible.sql.ts";

/** An instant, in milliseconds since 1970. */
const AT = Date.UTC(2026, 10, 28);

test("voting ends in the very millisecond of its deadline and not before, on the server and in the browser", () => {
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

/** Counts as the database gives them. */
const count = (of: number) => of as unknown as StoredCount;
const stored: StoredTotals = { participants: 9, yes_votes: count(5), unsure_votes: count(1) };

// Security: F12
test("a stored count doesn't fit into any response, neither alone nor in a sum", () => {
  // The compiler's refusals are the test; the values don't matter.
  // @ts-expect-error a response has numbers
  const inResponse: Totals["yesVotes"] = stored.yes_votes;
  // @ts-expect-error no sum has stored counts
  const inSum = stored.yes_votes + stored.unsure_votes;
  // @ts-expect-error no response has the columns of a row
  const inRow: { yes_votes: number } = stored;
  expect([inResponse, inSum, inRow.yes_votes]).toEqual([5, 6, 5]);
});

// Security: F12
test("counts become numbers only for a reader who sees the results", () => {
  expect(countsFor(stored, true)).toEqual({ yes: 5, no: 3, unsure: 1 });
  expect(countsFor(stored, false)).toBeNull();
  const open = { privacy: "named", status: PUBLISHED, ends_at: AT, closed_at: null, shown_at: null } as const;
  const hidden = { ...open, results: "afterClose" } as const;
  const { totalVotes, yesVotes, noVotes, unsureVotes } = visibleTotals({ ...hidden, ...stored }, true);
  expect([totalVotes, yesVotes, noVotes, unsureVotes]).toEqual([9, null, null, null]);
});
