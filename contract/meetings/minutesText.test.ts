import { expect, test } from "vitest";
import type { OpenedQuestion } from "./meetingState.ts";
import { minutesText } from "./minutesText.ts";
import type { MeetingRecord } from "./record.ts";

const closed: OpenedQuestion = {
  ...{ n: 1, surveyId: "survey", Title: "Do we keep the boat?", Description: "", language: "en" },
  ...{ privacy: "secret", unsure: true, state: "closed", closedBy: "deadline", endedSoon: false },
  passRule: { needs: "moreThan", share: "1/2", of: "sides", quorum: null },
  openedAt: "2026-11-29T18:02:00.000Z",
  endsAt: "2026-11-29T18:04:00.000Z",
  closedAt: "2026-11-29T18:04:00.100Z",
  ...{ people: 40, participants: 33, yesVotes: 25, noVotes: 6, unsureVotes: 2, totalVotes: 31, passed: true },
  list: { invited: 40, added: 0, struck: 0, codes: 8, replaced: 0, unsent: 0, objections: 0 },
  ...{ head: "a".repeat(64), repeats: null, repeatedBy: null },
};

const record = (...questions: Partial<OpenedQuestion>[]): MeetingRecord => ({
  ...{ name: "General assembly", ownerName: "Ada Lovelace", language: "en" },
  begunAt: "2026-11-29T18:02:00.000Z",
  endedAt: "2026-11-29T20:00:00.000Z",
  questions: questions.map((question, index) => ({ ...closed, n: index + 1, ...question })),
});

test("The text for the minutes has each question with verdict, numbers and rule, blanks, and the heads at the end", () => {
  expect(minutesText(record({}), "Europe/Zurich")).toBe(`General assembly
29 November 2026

Place: ______________
Chair: ______________
Present: ______________

Question 1: Do we keep the boat?
Passed, 25 Yes to 6 No.
Entitled to vote: 40. Voted: 33. Yes: 25. No: 6. Abstained: 2.
Secret vote. Passes if Yes gets more than half of the Yes and No votes.

For verifiers: the logs of the questions end with
1: ${"a".repeat(64)}`);
});

test("The day of the meeting is the day in its time zone", () => {
  expect(minutesText({ ...record(), begunAt: "2026-11-29T23:30:00.000Z" }, "Europe/Zurich")).toMatch(
    /^.*\n30 November/,
  );
  expect(minutesText({ ...record(), begunAt: null }, "UTC")).toBe(
    "General assembly\n\nPlace: ______________\nChair: ______________\nPresent: ______________",
  );
});

/** The lines of one question, without the heading. */
const linesOf = (question: Partial<OpenedQuestion>) =>
  minutesText(record(question), "UTC").split("\n\n")[2]?.split("\n").slice(1);

test("Without a rule the winner is named, and abstentions appear only beside the numbers", () => {
  const none = { passRule: null, passed: null };
  expect(linesOf(none)?.[0]).toBe("Yes won, 25 to 6.");
  expect(linesOf({ ...none, unsure: false, unsureVotes: 0, participants: 31 })).toEqual([
    "Yes won, 25 to 6.",
    "Entitled to vote: 40. Voted: 31. Yes: 25. No: 6.",
    "Secret vote.",
  ]);
  expect(linesOf({ ...none, yesVotes: 0, noVotes: 0, totalVotes: 0, unsureVotes: 7 })?.[0]).toBe(
    "Everyone who voted abstained.",
  );
  expect(linesOf({ ...none, participants: 0, yesVotes: 0, noVotes: 0, totalVotes: 0, unsureVotes: 0 })?.[0]).toBe(
    "Voting ended without votes.",
  );
});

test("Too few votes to show don't give a result, unless the turnout alone decides", () => {
  const few = { participants: 4, totalVotes: 4, yesVotes: null, noVotes: null, unsureVotes: null, passed: null };
  expect(linesOf({ ...few, passRule: null })).toEqual([
    "Too few votes to show a result.",
    "Entitled to vote: 40. Voted: 4.",
    "Secret vote.",
  ]);
  const quorum = { people: 30, of: "answers" } as const;
  const passRule = { needs: "moreThan", share: "1/2", of: "sides", quorum } as const;
  expect(linesOf({ ...few, passRule })?.[0]).toBe("Not passed: 30 people had to answer and 4 did.");
  expect(linesOf({ ...few, passRule: { ...passRule, quorum: { ...quorum, people: 4 } } })?.[0]).toBe(
    "Too few votes to show a result.",
  );
});

test("The text for the minutes says what happened to a question and to the list", () => {
  const list = { invited: 40, added: 5, struck: 3, codes: 8, replaced: 4, unsent: 0, objections: 0 };
  const repeats = { n: 1, reason: "The Wi-Fi failed." };
  expect(linesOf({ endedSoon: true, repeats, repeatedBy: 6, list, privacy: "named", passRule: null })).toEqual([
    "Yes won, 25 to 6.",
    "Entitled to vote: 40. Voted: 33. Yes: 25. No: 6. Abstained: 2.",
    "Vote with names.",
    "40 people when the meeting began; since then 5 added and 3 removed.",
    "4 links or codes were replaced.",
    "Ended early by the meeting's owner.",
    "Repeats question 1: “The Wi-Fi failed.”",
    "Repeated as question 6.",
  ]);
  expect(linesOf({ closedBy: "everyone", endedSoon: true, passRule: null })?.at(-1)).toBe(
    "Ended when everyone had voted.",
  );
  expect(linesOf({ closedBy: "admin", passRule: null })?.at(-1)).toBe("Closed by an admin.");
});

test("a question that was taken back, or down, is listed without numbers, and an open one isn't listed", () => {
  expect(linesOf({ state: "takenBack", closedBy: "owner", participants: 0 })).toEqual([
    "Withdrawn before the first vote.",
  ]);
  const nothing = { Title: null, Description: null, privacy: null, unsure: null, passRule: null, list: null };
  expect(minutesText(record({ state: "takenDown", ...nothing }), "UTC")).toMatch(
    /\n\nQuestion 1\nTaken down by an admin\.\n\nFor verifiers/,
  );
  for (const state of ["open", "ended"] as const)
    expect(minutesText(record({ state, closedAt: null }), "UTC")).not.toContain("Question 1");
});
