import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AnswerCounts,
  isPassed,
  isPassRule,
  isSettled,
  type PassRule,
  passRule,
  passRuleConflict,
  passRuleKey,
  textWithRule,
} from "./passRule.ts";

const half: PassRule = { needs: "moreThan", share: "1/2", of: "sides", quorum: null };

const shares = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).map(([a, b]) => {
    const [p, q] = a <= b ? [a, b] : [b, a];
    return { text: `${p}/${q}`, p, q };
  }),
  fc.integer({ min: 1, max: 100 }).map((p) => ({ text: `${p}%`, p, q: 100 })),
);
const rules = fc
  .record({
    needs: fc.constantFrom("moreThan", "atLeast"),
    share: shares,
    of: fc.constantFrom("sides", "answers"),
    quorum: fc.option(fc.record({ people: fc.integer({ min: 1, max: 14 }), of: fc.constantFrom("yes", "answers") })),
  })
  .filter(({ needs, share }) => needs === "atLeast" || share.p < share.q);

/** Votes of up to 12 people, and how many of them were silent. */
const electorates = fc.array(fc.constantFrom("yes", "no", "unsure", "silent"), { maxLength: 12 }).map((people) => ({
  yes: people.filter((each) => each === "yes").length,
  no: people.filter((each) => each === "no").length,
  unsure: people.filter((each) => each === "unsure").length,
  silent: people.filter((each) => each === "silent").length,
}));

/** Everything that the silent people could have done: vote Yes, No or Not sure, or stay silent. */
function* completions({ yes, no, unsure }: AnswerCounts, silent: number): Generator<AnswerCounts> {
  for (let a = 0; a <= silent; a++)
    for (let b = 0; a + b <= silent; b++)
      for (let c = 0; a + b + c <= silent; c++) yield { yes: yes + a, no: no + b, unsure: unsure + c };
}

test("whether a survey passes is decided in whole numbers, exactly as the rule reads", () => {
  fc.assert(
    fc.property(rules, electorates, ({ share, ...rule }, { yes, no, unsure }) => {
      const all = BigInt(yes + no + (rule.of === "answers" ? unsure : 0));
      const [mine, needed] = [BigInt(yes) * BigInt(share.q), BigInt(share.p) * all];
      const hasShare = all > 0n && (rule.needs === "moreThan" ? mine > needed : mine >= needed);
      const { quorum } = rule;
      const hasQuorum = quorum === null || (quorum.of === "yes" ? yes : yes + no + unsure) >= quorum.people;
      expect(isPassed({ ...rule, share: share.text }, { yes, no, unsure })).toBe(hasShare && hasQuorum);
    }),
    { numRuns: 2000, seed: 2026 },
  );
});

test("a survey is settled exactly if it passes, or fails, with everything that silent people could have done", () => {
  fc.assert(
    fc.property(rules, electorates, ({ share, ...rest }, { silent, ...counts }) => {
      const rule = { ...rest, share: share.text };
      const results = new Set([...completions(counts, silent)].map((end) => isPassed(rule, end)));
      expect(isSettled(rule, counts, silent)).toBe(results.size === 1);
      // Where "Not sure" is not offered, the same holds.
      const offered = [...completions(counts, silent)].filter((end) => end.unsure === counts.unsure);
      expect(isSettled(rule, counts, silent)).toBe(new Set(offered.map((end) => isPassed(rule, end))).size === 1);
    }),
    { numRuns: 2000, seed: 2026 },
  );
});

test("staying away never helps where the quorum counts Yes votes", () => {
  fc.assert(
    fc.property(rules, electorates, ({ share, quorum, ...rest }, { yes, no, unsure }) => {
      const rule: PassRule = { ...rest, share: share.text, quorum: quorum && { ...quorum, of: "yes" } };
      if (no > 0 && !isPassed(rule, { yes, no: no - 1, unsure }))
        expect(isPassed(rule, { yes, no, unsure })).toBe(false);
    }),
    { numRuns: 1000, seed: 2026 },
  );
});

test.each([
  [half, 34, 16, 0, true],
  [half, 5, 5, 0, false],
  [{ ...half, needs: "atLeast" }, 5, 5, 0, true],
  [{ ...half, needs: "atLeast" }, 0, 0, 3, false],
  [{ ...half, share: "2/3", needs: "atLeast" }, 66_666, 33_333, 0, true],
  [{ ...half, share: "2/3" }, 66_666, 33_333, 0, false],
  [{ ...half, share: "100%", needs: "atLeast" }, 99_999, 1, 0, false],
  [{ ...half, of: "answers" }, 6, 2, 4, false],
  [{ ...half, quorum: { people: 10, of: "answers" } }, 6, 2, 2, true],
  [{ ...half, quorum: { people: 10, of: "answers" } }, 6, 2, 1, false],
  [{ ...half, quorum: { people: 7, of: "yes" } }, 6, 2, 50, false],
] as const satisfies [PassRule, number, number, number, boolean][])(
  "%o: %i Yes, %i No, %i not sure: %s",
  (rule, yes, no, unsure, passed) => {
    expect(isPassed(rule, { yes, no, unsure })).toBe(passed);
  },
);

describe("the form of a rule", () => {
  test.each(["1/2", "2/3", "100/100", "1%", "60%", "100%"])("%s is a share", (share) => {
    const rule = { ...half, needs: "atLeast", share };
    expect([passRule.safeParse(rule).success, isPassRule(rule)]).toEqual([true, true]);
  });

  test.each(["0/3", "3/2", "1/0", "01/2", "1/101", "0%", "101%", "0.5", "50 %", "1/2 ", "½", ""])(
    "%j is none",
    (share) => {
      const rule = { ...half, share };
      expect([passRule.safeParse(rule).success, isPassRule(rule)]).toEqual([false, false]);
    },
  );

  test.each([
    { ...half, share: "100%" },
    { ...half, needs: "most" },
    { ...half, of: "everyone" },
    { ...half, quorum: { people: 0, of: "yes" } },
    { ...half, quorum: { people: 1.5, of: "yes" } },
    { ...half, quorum: { people: 3, of: "no" } },
    { ...half, quorum: undefined },
    null,
  ])("%o is no rule", (rule) => {
    expect([passRule.safeParse(rule).success, isPassRule(rule)]).toEqual([false, false]);
  });

  test("equal rules have one text, whatever the order of their fields", () => {
    const turned = { quorum: { of: "yes", people: 3 }, of: "sides", share: "1/2", needs: "moreThan" } as const;
    const key = passRuleKey({ ...half, quorum: { people: 3, of: "yes" } });
    expect(passRuleKey(turned)).toBe(key);
    expect(key).toMatch(/^[\x20-\x7e]+$/);
    expect(passRule.parse(JSON.parse(key))).toEqual(turned);
  });
});

test("a rule changes the hashed text of a question, and without one the text stays as it was", () => {
  expect(textWithRule("Is it so?\nMore", null)).toBe("Is it so?\nMore");
  expect(textWithRule("Is it so?\nMore", half)).toBe(`Is it so?\nMore\0${passRuleKey(half)}`);
});

test("only surveys for invited people whose result appears at the end take a rule", () => {
  expect(passRuleConflict({ electorate: "invited", results: "afterClose" }, half)).toBeNull();
  expect(passRuleConflict({ electorate: "everyone", results: "live" }, null)).toBeNull();
  for (const settings of [
    { electorate: "everyone", results: "afterClose" },
    { electorate: "link", results: "afterClose" },
    { electorate: "invited", results: "live" },
    { electorate: "invited", results: "afterVote" },
  ] as const)
    expect(passRuleConflict(settings, half)).toMatch(/list/);
});
