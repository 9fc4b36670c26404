import { expect, test } from "vitest";
import { cardAlt } from "../sharing/sharing.ts";
import type { Totals } from "../surveys/surveys.ts";
import { describeFinal } from "./passedText.ts";
import { describeOpening, describeResult, resultSentence, shareTexts, summarizeOpening } from "./resultText.ts";

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

test.each([
  [0, 0, "No votes yet"],
  [254, 410, "Yes leads by 98 of 410 votes"],
  [1, 1, "1 vote, for Yes"],
  [0, 1, "1 vote, for No"],
  [0, 3, "All 3 votes are No"],
  [3, 3, "All 3 votes are Yes"],
  [1, 1_000_000, "No leads by 999,998 of 1,000,000 votes"],
  [1, 2, "A tie at 1 vote each"],
  [40, 80, "A tie at 40 votes each"],
  [499_999, 1_000_000, "No leads by 2 of 1,000,000 votes"],
  [101, 201, "Yes leads by 1 of 201 votes"],
])("%i yes of %i votes: %s", (yes, total, sentence) => {
  expect(resultSentence(yes, total)).toBe(sentence);
});

test("after the end nothing is said to be still going on", () => {
  expect(resultSentence(0, 0, true)).toBe("Voting ended without votes");
  expect(resultSentence(254, 410, true)).toBe("Yes won by 98 of 410 votes");
});

/** Totals with these counts, as they are shown once the results are visible. */
function totalsOf(yesVotes: number, noVotes: number, unsureVotes: number): Totals {
  const totalVotes = yesVotes + noVotes;
  const participants = totalVotes + unsureVotes;
  return { totalVotes, yesVotes, noVotes, unsureVotes, participants, resultsVisible: true, resultsOpen: null };
}

test.each([
  [254, 156, 0, "Yes leads by 98 of 410 votes"],
  [254, 156, 57, "62% Yes of the 410 who took a side; 57 not sure"],
  [20, 10, 3, "67% Yes of the 30 who took a side; 3 not sure"],
  // A share of few people looks more exact than it is.
  [20, 9, 3, "20 Yes, 9 No, 3 not sure"],
  [5, 3, 3, "5 Yes, 3 No, 3 not sure"],
  [0, 0, 1204, "No one took a side; 1,204 not sure"],
  [0, 0, 0, "No votes yet"],
])("%i yes, %i no and %i not sure: %s", (yes, no, unsure, sentence) => {
  expect(describeResult(totalsOf(yes, no, unsure))).toBe(sentence);
});

/** Totals of which only the number of people is shown. */
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

test("where too few people voted, what stands for a closed survey says why there is no result", () => {
  const survey = {
    Title: "Tea?",
    closedAt: "2026-11-24T17:00:00.000Z",
    unsure: false,
    ...hiddenTotals(3, "tooFewVotes"),
  };
  expect(cardAlt(survey)).toBe("Tea? Too few votes to show a result.");
  expect(describeFinal({ ...survey, totalVotes: 0, yesVotes: 0 })).toBe("Voting ended without votes");
});

test("the result of a survey for invited people asks no reader to vote, because most readers can't vote on it", () => {
  const totals = { ...hiddenTotals(3, "afterYourVote"), electorate: "invited" } as const;
  expect(describeOpening(totals, false, "UTC")).toBe(
    "People on the owner's list see the result after they vote, and everyone when voting ends.",
  );
  expect(summarizeOpening(totals, false, "UTC")).toBe("Voters see the result");
});
