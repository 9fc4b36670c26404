import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import { factLine } from "../ui/lists.ts";

/** A survey, or a question of a meeting, as far as its rules of voting go. */
export type RuledSurvey = BallotSettings & Pick<Survey, "deadline"> & { passRule?: PassRule };

/**
 * The rules of voting on a survey, in three facts: what others learn, when there is a result, and whether a vote is
 * final. @param zone a time zone
 */
export function ruleFacts({ privacy, electorate, results, changeable, deadline }: RuledSurvey, zone: string): string {
  const result = {
    live: ballotTexts.facts.live,
    afterVote: ballotTexts.facts.afterVote,
    afterClose: deadline ? ballotTexts.facts.resultOn(dayMonthYear(deadline, zone)) : ballotTexts.facts.atTheEnd,
  }[results];
  return factLine([
    electorate === "link" ? ballotTexts.facts.byLink : ballotTexts.facts.privacy[privacy],
    result,
    changeable ? ballotTexts.facts.changeable : ballotTexts.facts.final,
  ]);
}
