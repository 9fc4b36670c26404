import type { BallotSettings, Electorate } from "@survey-app/contract/ballots/ballots.ts";
import { useState } from "react";
import { type SurveyFormState, type SurveyValues, settingsOf } from "../managing/surveyValues.ts";
import { browserTimeZone } from "../ui/browserTimeZone.ts";
import { alsoSetWords } from "./alsoSetWords.ts";
import { dayIn } from "./EndField.tsx";
import { keptRule, needsEnd, usualDays, type Who, withNeeds, withWho } from "./settingNeeds.ts";

export type Pick = <K extends keyof BallotSettings>(field: K) => (value: BallotSettings[K]) => void;

/**
 * Applies a choice with the settings that it needs. `alsoSet` names those that changed with it.
 * @param withAccounts who votes in place of an open link, which a choice can end
 */
export function usePicking({ values, change }: SurveyFormState, timeZone: string, withAccounts: Electorate) {
  const settings = settingsOf(values);
  const [alsoSet, setAlsoSet] = useState<string[]>([]);

  /** @param chosen the fields that the person has chosen */
  function take(next: BallotSettings, chosen: readonly (keyof BallotSettings)[]) {
    const all = withSettings(values, next, chosen, timeZone);
    for (const field of Object.keys(all) as (keyof SurveyValues)[])
      if (all[field] !== values[field]) change(field, all[field]);
    const passRule = values.passRule ?? null;
    setAlsoSet(alsoSetWords({ settings, passRule }, { settings: next, passRule: keptRule(next, passRule) }, chosen));
  }

  const pick: Pick = (field) => (value) => take(withNeeds(settings, field, value, withAccounts), [field]);
  const pickWho = (who: Who) => take(withWho(settings, who, withAccounts), SET_BY_WHO);
  return { alsoSet, pick, pickWho };
}

const SET_BY_WHO = ["results", "privacy", "changeable", "electorate"] as const;

/**
 * The form's values with other settings, and with what follows from these.
 * @param chosen the fields that the person has chosen
 */
function withSettings(
  values: SurveyValues,
  next: BallotSettings,
  chosen: readonly (keyof BallotSettings)[],
  timeZone: string,
): SurveyValues {
  const settings = settingsOf(values);
  const all = { ...values, ...next };
  // An end that was not chosen by hand follows the choice.
  const isUsual = needsEnd(settings) && values.deadline === dayIn(usualDays(settings), timeZone);
  if (needsEnd(next) && (isUsual || !values.deadline)) all.deadline = dayIn(usualDays(next), timeZone);
  else if (isUsual && chosen.includes("electorate")) all.deadline = "";
  // Only a survey for the people on a list can be either listed or unlisted.
  if (next.electorate !== "invited" && values.listed) all.listed = false;
  const rule = values.passRule ?? null;
  const passRule = keptRule(next, rule);
  if (passRule !== rule) all.passRule = passRule;
  return all;
}

/**
 * The form's values with the card and the switch of `WhoAnswers` that a person chose before the page was hydrated. No
 * end can be chosen before that, so it follows from the card, on a day of the reader.
 */
export function withWhoIn(fields: FormData, values: SurveyValues, withAccounts: Electorate): SurveyValues {
  const settings = settingsOf(values);
  const who = fields.get("who");
  const isCard = who === "hands" || who === "secret" || who === "open";
  const carded = isCard ? withWho(settings, who, withAccounts) : settings;
  const isForList = fields.has("onlyList") && carded.electorate === "everyone";
  const next = isForList ? withNeeds(carded, "electorate", "invited", withAccounts) : carded;
  return next === settings ? values : withSettings({ ...values, deadline: "" }, next, SET_BY_WHO, browserTimeZone());
}
