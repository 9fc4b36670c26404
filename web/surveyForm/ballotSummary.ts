import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { factLine } from "../ui/lists.ts";

/** A summary of how people vote on a survey, in one line. */
export function ballotSummary({
  results,
  privacy,
  changeable,
  unsure,
  electorate,
  passRule,
}: BallotSettings & { passRule?: PassRule | null }): string {
  const summary = ballotFormTexts.summary;
  return factLine([
    ballotFormTexts.voters[electorate],
    summary.results[results],
    surveyWords.answers(unsure),
    privacy !== "named" && summary.privacy[privacy],
    changeable && summary.changeable,
    passRule ? describePassRule(passRule) : null,
  ]);
}
