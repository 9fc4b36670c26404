import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import type { PassRule } from "../ballots/passRule.ts";
import { shareWords } from "./passedText.ts";

/**
 * A rule before the end of voting, without a full stop: "Passes if Yes gets more than half of the Yes and No votes".
 */
export function describePassRule(rule: PassRule): string {
  const passes = describeShare(rule);
  if (rule.quorum === null) return passes;
  const { people, of } = rule.quorum;
  return of === "yes" ? passRuleTexts.withYesQuorum(passes, people) : passRuleTexts.withQuorum(passes, people);
}

function describeShare({ needs, of, share }: PassRule): string {
  const [kind, written] = shareWords({ share });
  if (of === "sides") return (needs === "moreThan" ? passRuleTexts.moreThan : passRuleTexts.atLeast)(kind, written);
  return (needs === "moreThan" ? passRuleTexts.moreThanOfAll : passRuleTexts.atLeastOfAll)(kind, written);
}
