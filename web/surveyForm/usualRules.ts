import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";

/** A pass rule without its quorum. */
export type RuleShare = Pick<PassRule, "needs" | "share" | "of">;
export type UsualRule = "none" | "half" | "twoThirds" | "own";

/** The share of the votes for Yes and No that each choice needs; a custom rule begins with 60%. */
export const usualShares = {
  half: { of: "sides", needs: "moreThan", share: "1/2" },
  twoThirds: { of: "sides", needs: "atLeast", share: "2/3" },
  own: { of: "sides", needs: "atLeast", share: "60%" },
} as const satisfies Record<Exclude<UsualRule, "none">, RuleShare>;

/** The usual choice that a rule corresponds to. */
export function usualRule(rule: RuleShare | null): UsualRule {
  if (rule === null) return "none";
  const isUsual = (name: "half" | "twoThirds") =>
    rule.of === "sides" && rule.needs === usualShares[name].needs && rule.share === usualShares[name].share;
  return isUsual("half") ? "half" : isUsual("twoThirds") ? "twoThirds" : "own";
}
