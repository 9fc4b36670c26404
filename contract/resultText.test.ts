import { expect, test } from "vitest";
import { resultSentence, shareTexts } from "./resultText.ts";

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
