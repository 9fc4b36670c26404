import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import type { AskState } from "./stateWords.ts";

type Changing = Pick<AskState, "settings" | "passRule">;

/**
 * The settings that a choice has also changed, for people who don't see their rows.
 * @param chosen the fields that the person has chosen
 */
export function alsoSetWords(before: Changing, after: Changing, chosen: readonly (keyof BallotSettings)[]): string[] {
  const fields = Object.keys(after.settings) as (keyof BallotSettings)[];
  const changed = fields.filter((field) => after.settings[field] !== before.settings[field]);
  const sentences = changed.filter((field) => !chosen.includes(field)).map((field) => alsoSet(field, after.settings));
  return after.passRule === before.passRule ? sentences : [...sentences, passRuleTexts.removed];
}

function alsoSet(field: keyof BallotSettings, settings: BallotSettings): string {
  const words = ballotFormTexts.alsoSet;
  switch (field) {
    case "electorate":
      return words.electorate[settings.electorate];
    case "results":
      return words.results[settings.results];
    case "privacy":
      return words.privacy[settings.privacy];
    default:
      return settings.changeable ? words.changeable : words.final;
  }
}
