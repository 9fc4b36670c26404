import { expect, test } from "vitest";
import { shareTexts, tallySentence } from "./tallySentence.ts";

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
  [254, 410, "62% yes of 410 votes"],
  [1, 1, "100% yes of 1 vote"],
  [0, 3, "0% yes of 3 votes"],
  [1, 1_000_000, "<1% yes of 1,000,000 votes"],
  [1, 2, "A tie at 1 vote each"],
  [40, 80, "A tie at 40 votes each"],
  [499_999, 1_000_000, "No leads by 2 votes of 1,000,000"],
  [101, 201, "Yes leads by 1 vote of 201"],
])("%i yes of %i votes: %s", (yes, total, sentence) => {
  expect(tallySentence(yes, total)).toBe(sentence);
});

test("a survey that ended without votes does not ask for any", () => {
  expect(tallySentence(0, 0, true)).toBe("Voting ended without votes");
});
