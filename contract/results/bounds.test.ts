import { expect, test } from "vitest";
import { boundsSentence, describeBounds, findBounds } from "./bounds.ts";

const list = (invited: number, added = 0, struck = 0) => ({ invited, added, struck });
const counts = (yesVotes: number, noVotes: number, unsureVotes = 0) => ({ yesVotes, noVotes, unsureVotes });

/** Every way in which `left` people can be divided among `parts` answers. */
function* divisions(left: number, parts: number): Generator<number[]> {
  if (parts === 1) yield [left];
  else
    for (let first = 0; first <= left; first++)
      for (const rest of divisions(left - first, parts - 1)) yield [first, ...rest];
}

/** Votes, and the list of people that they came from: each with up to 12 people. */
function* results() {
  for (let people = 1; people <= 12; people++)
    for (const [yes = 0, no = 0, unsure = 0, silent = 0] of divisions(people, 4))
      yield { people, yes, no, unsure, silent };
}

test("the bounds and the verdict agree with every possible vote of non-voters, of up to 12 people", () => {
  for (const { people, yes, no, unsure, silent } of results()) {
    const found = findBounds(counts(yes, no, unsure), list(people), null);
    // They can vote Yes, No or Not sure, each on their own.
    const ends = [...divisions(silent, 3)].map(([a = 0, b = 0]) => ({ yes: yes + a, sides: yes + a + no + b }));
    const shares = ends.filter(({ sides }) => sides > 0).map((end) => end.yes / end.sides);
    const wins = new Set(ends.map((end) => 2 * end.yes > end.sides));
    expect(found).toMatchObject({ silent, settled: wins.size === 1 });
    if (!found || found.sides === 0) expect(shares).toEqual([]);
    else {
      expect(found.lowestYes / found.sides).toBe(Math.min(...shares));
      expect(found.highestYes / found.sides).toBe(Math.max(...shares));
    }
  }
});

test("the outcome in the sentence can happen, and differs from the result only if the result is not settled", () => {
  for (const { people, yes, no, unsure, silent } of results()) {
    const found = findBounds(counts(yes, no, unsure), list(people), null);
    if (!found) throw new Error("There are no bounds");
    const { verdict, reason } = describeBounds(found, counts(yes, no, unsure), list(people), null);
    const [, answer] = /said (Yes|No), /.exec(reason) ?? [];
    const won = /(Yes|No) would have won (\d+) to (\d+)/.exec(reason);
    const tie = /would have been a tie at (\d+) each/.exec(reason);
    const end = { yes: yes + (answer === "Yes" ? silent : 0), no: no + (answer === "No" ? silent : 0) };
    const isYes = 2 * yes > yes + no;
    if (won) {
      const [, winner, more, less] = won;
      expect(winner === "Yes" ? [end.yes, end.no] : [end.no, end.yes]).toEqual([Number(more), Number(less)]);
      expect(Number(more)).toBeGreaterThan(Number(less));
      expect((winner === "Yes") === isYes).toBe(verdict === "Settled");
    } else if (tie) {
      expect([end.yes, end.no]).toEqual([Number(tie[1]), Number(tie[1])]);
      // Without more than half, Yes has lost what it had.
      expect(isYes).toBe(verdict === "Not settled");
    } else if (silent === 0) expect([verdict, reason]).toEqual(["Settled", "everyone invited voted."]);
    else expect([yes === no, verdict, /could have decided it/.test(reason)]).toEqual([true, "Not settled", true]);
  }
});

test.each([
  [
    counts(50, 24),
    list(106),
    "68% of those who voted said Yes. Of everyone invited: between 47% and 77%. Not settled: if all 32 people who didn't vote had said No, No would have won 56 to 50.",
  ],
  [
    counts(70, 20),
    list(100),
    "78% of those who voted said Yes. Of everyone invited: between 70% and 80%. Settled: even if all 10 people who didn't vote had said No, Yes would have won 70 to 30.",
  ],
  [
    counts(20, 1200, 3),
    list(1220, 4, 2),
    "2% of those who took a side said Yes. Of everyone invited, not counting 3 not sure: 2%. Settled: even if the one person who didn't vote had said Yes, No would have won 1,200 to 21. The list had 1,224 people, including 4 added after voting opened and 2 removed.",
  ],
  [
    counts(6, 4),
    list(12),
    "60% of those who voted said Yes. Of everyone invited: between 50% and 67%. Not settled: if both people who didn't vote had said No, it would have been a tie at 6 each, and Yes needs more than half.",
  ],
  [
    counts(4, 6),
    list(12, 0, 1),
    "40% of those who voted said Yes. Of everyone invited: between 33% and 50%. Settled: even if both people who didn't vote had said Yes, it would have been a tie at 6 each, and Yes needs more than half. The list had 12 people, including 1 removed.",
  ],
  [
    counts(5, 5),
    list(11),
    "50% of those who voted said Yes. Of everyone invited: between 45% and 55%. Not settled: it is a tie, and the one person who didn't vote could have decided it.",
  ],
  [counts(5, 5), list(10), "50% of those who voted said Yes. Settled: everyone invited voted."],
  [
    counts(0, 0),
    list(8),
    "No one took a side. Of everyone invited: between 0% and 100%. Not settled: any of the 8 people who didn't vote could have decided it.",
  ],
  [counts(0, 0, 8), list(8), "No one took a side. Settled: everyone invited voted."],
])("%o of %o: %s", (voted, electorate, sentence) => {
  const found = findBounds(voted, electorate, null);
  expect(found && boundsSentence(found, voted, electorate, null)).toBe(sentence);
});

test("nothing is said where the split is withheld, the list was empty, or the numbers can't be right", () => {
  expect(findBounds({ yesVotes: null, noVotes: null, unsureVotes: null }, list(30), null)).toBeNull();
  expect(findBounds(counts(0, 0), list(0), null)).toBeNull();
  expect(findBounds(counts(3, 0), list(2), null)).toBeNull();
});
