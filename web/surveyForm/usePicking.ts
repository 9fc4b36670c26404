import type { BallotSettings, Electorate } from "@survey-app/contract/ballots/ballots.ts";
import { useState } from "react";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { alsoSetWords } from "./alsoSetWords.ts";
import { dayIn } from "./EndField.tsx";
import { keptRule, needsEnd, usualDays, type Who, withNeeds, withWho } from "./settingNeeds.ts";

export type Pick = <K extends keyof BallotSettings>(field: K) => (value: BallotSettings[K]) => void;

/**
 * Sets what a choice needs. `alsoSet` names what changed with it.
 * @param withAccounts who votes in place of an open link, which a choice can end
 */
export function usePicking({ values, change }: SurveyFormState, timeZone: string, withAccounts: Electorate) {
  const settings = settingsOf(values);
  const [alsoSet, setAlsoSet] = useState<string[]>([]);

  /** @param chosen the fields that the person has chosen */
  function take(next: BallotSettings, chosen: readonly (keyof BallotSettings)[]) {
    for (const field of Object.keys(next) as (keyof BallotSettings)[])
      if (next[field] !== settings[field]) change(field, next[field]);
    // An end that nobody chose follows the choice.
    const isUsual = needsEnd(settings) && values.deadline === dayIn(usualDays(settings), timeZone);
    if (needsEnd(next) && (isUsual || !values.deadline)) change("deadline", dayIn(usualDays(next), timeZone));
    else if (isUsual && chosen.includes("electorate")) change("deadline", "");
    // Only the people on a list can have a survey that is listed or not.
    if (next.electorate !== "invited" && values.listed) change("listed", false);
    const rule = values.passRule ?? null;
    const passRule = keptRule(next, rule);
    if (passRule !== rule) change("passRule", passRule);
    setAlsoSet(alsoSetWords({ settings, passRule: rule }, { settings: next, passRule }, chosen));
  }

  const pick: Pick = (field) => (value) => take(withNeeds(settings, field, value, withAccounts), [field]);
  const pickWho = (who: Who) =>
    take(withWho(settings, who, withAccounts), ["results", "privacy", "changeable", "electorate"]);
  return { alsoSet, pick, pickWho };
}
