import { expect, test } from "vitest";
import { cardAlt } from "../sharing/sharing.ts";
import type { Totals } from "../surveys/surveys.ts";
import { describeFinal } from "./passedText.ts";
import { describeOpening, describeResult, shareTexts, summarizeOpening } from "./resultText.ts";

test.each([
  [0, 5, "0%", "100%"],
  [5, 5, "100%", "0%"],
  [2, 4, "50%", "50%"],
  [254, 410, "62%", "38%"],
  [1, 8, "13%", "87%"],
  [1, 1_000_000, "<1%", ">99%"],
  [999_999, 1_000_000, ">99%", "<1%"],
  [499_999, 1_000_000, "<50%", ">50%"],
  [500_001, 1_000_000, ">50%", "<50%"],
])("%i yes of %i votes are %s yes and %s no: only exact shares look exact", (yes, total, yesShare, noShare) => {
  expect(shareTexts(yes, total)).toEqual({ yes: yesShare, no: noShare });
});

test("after the end nothing is said to be still going on", () => {
  expect(describeResult(totalsOf(0, 0, 0), true)).toBe("Voting ended without votes");
  expect(describeResult(totalsOf(254, 156, 0), true)).toBe("Yes won, 254 to 156");
  expect(describeResult(totalsOf(1, 3, 2), true)).toBe("No won, 3 to 1; 2 not sure");
});

/** Totals with these counts, as they are shown once the results are visible. */
function totalsOf(yesVotes: number, noVotes: number, unsureVotes: number): Totals {
  const totalVotes = yesVotes + noVotes;
  const participants = totalVotes + unsureVotes;
  return { totalVotes, yesVotes, noVotes, unsureVotes, participants, resultsVisible: true, resultsOpen: null };
}

test.each([
  [0, 0, 0, "No votes yet"],
  [27, 11, 0, "Yes leads, 27 to 11"],
  [1, 0, 0, "Yes leads, 1 to 0"],
  [0, 3, 0, "No leads, 3 to 0"],
  [1, 999_999, 0, "No leads, 999,999 to 1"],
  [8, 8, 0, "A tie, 8 to 8"],
  [254, 156, 57, "Yes leads, 254 to 156; 57 not sure"],
  [5, 5, 3, "A tie, 5 to 5; 3 not sure"],
  [0, 0, 1204, "No one took a side; 1,204 not sure"],
])("%i yes, %i no and %i not sure: %s", (yes, no, unsure, sentence) => {
  expect(describeResult(totalsOf(yes, no, unsure))).toBe(sentence);
});

/** Totals that show only the number of people. */
function hiddenTotals(participants: number, resultsOpen: string): Totals {
  const hidden = { yesVotes: null, noVotes: null, unsureVotes: null, resultsVisible: false };
  return { ...hidden, totalVotes: participants, participants, resultsOpen };
}

test.each([
  [0, "No votes yet"],
  [1, "1 person has voted"],
  [1204, "1,204 people have voted"],
])("a hidden result of %i people: %s", (participants, sentence) => {
  expect(describeResult(hiddenTotals(participants, "afterYourVote"))).toBe(sentence);
});

test.each([
  ["afterYourVote", false, "You'll see the result after you vote.", "Result after your vote"],
  [
    "2026-11-24T17:00:00.000Z",
    false,
    "Everyone sees the result when voting ends, on 24-11-2026, 18:00.",
    "Result on 24-11-2026",
  ],
  ["2026-11-24T17:00:00.000Z", true, "Voting has ended. The result appears in a moment.", "Being counted"],
  [
    "tooFewVotes",
    true,
    "Too few votes to show a result. With fewer than 5, it could reveal how someone voted.",
    "Too few votes",
  ],
])("a result that opens at %s, after the end: %s", (resultsOpen, isOver, sentence, words) => {
  const totals = hiddenTotals(3, resultsOpen);
  expect(describeOpening(totals, isOver, "Europe/Zurich")).toBe(sentence);
  expect(summarizeOpening(totals, isOver, "Europe/Zurich")).toBe(words);
});

test("where too few people voted, the card and the result of a closed survey say why there is no result", () => {
  const survey = {
    Title: "Tea?",
    closedAt: "2026-11-24T17:00:00.000Z",
    unsure: false,
    ...hiddenTotals(3, "tooFewVotes"),
  };
  expect(cardAlt(survey)).toBe("Tea? Too few votes to show a result.");
  expect(describeFinal({ ...survey, totalVotes: 0, yesVotes: 0 })).toBe("Voting ended without votes");
});

test("the result of a survey for invited people doesn't ask readers to vote, because most of them can't vote on it", () => {
  const totals = { ...hiddenTotals(3, "afterYourVote"), electorate: "invited" } as const;
  expect(describeOpening(totals, false, "UTC")).toBe(
    "People on the owner's list see the result after they vote, and everyone when voting ends.",
  );
  expect(summarizeOpening(totals, false, "UTC")).toBe("Voters see the result");
});
