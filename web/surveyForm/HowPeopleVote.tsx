import type { BallotSettings, Electorate } from "@survey-app/contract/ballots/ballots.ts";
import { takesPassRule } from "@survey-app/contract/ballots/passRule.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as passRuleTexts from "@survey-app/texts/passRuleTexts.ts";
import { useState } from "react";
import { instantOf } from "../managing/fieldTime.ts";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { ballotSummary } from "./ballotSummary.ts";
import { checkboxOf } from "./checkboxOf.ts";
import { choicesOf } from "./choicesOf.ts";
import { dayIn } from "./EndField.tsx";
import { PassRuleField } from "./PassRuleField.tsx";
import { PeopleField } from "./PeopleField.tsx";
import { keptRule, needsEnd, type Preset, presetOf, usualDays, withNeeds, withPreset } from "./settingNeeds.ts";

interface HowPeopleVoteProps {
  form: SurveyFormState;
  timeZone: string;
  /** Whether the survey is not stored yet: its list can be pasted. */
  isNew: boolean;
  /** Whether the survey can only be one that is in no public list. */
  onlyUnlisted: boolean;
}

/**
 * The fields for how people vote, and who: a preset, or the single settings. A choice sets what it needs, and says so.
 */
export function HowPeopleVote({ form, timeZone, isNew, onlyUnlisted }: HowPeopleVoteProps) {
  const { everyone, ...unlisted } = ballotFormTexts.electorate;
  const settings = settingsOf(form.values);
  const preset = presetOf(settings) ?? "custom";
  const { alsoSet, pickPreset, pick } = usePicking(form, timeZone, onlyUnlisted ? "invited" : "everyone");
  return (
    <div className="space-y-3">
      <RadioList
        legend={ballotFormTexts.title}
        name="preset"
        isCards
        choices={[
          ...choicesOf<Preset | "custom">(ballotFormTexts.presets),
          ...(preset === "custom" ? [custom(settings)] : []),
        ]}
        chosen={preset}
        onChoose={(name) => name !== "custom" && pickPreset(name)}
      />
      <p role="status" className={alsoSet.length > 0 ? "text-sm font-medium" : "sr-only"}>
        {alsoSet.join(" ")}
      </p>
      {settings.privacy !== "named" && (
        <p className="text-sm text-muted">
          {settings.electorate === "everyone" ? ballotFormTexts.fewVotesInOpen : ballotFormTexts.fewVotes}
        </p>
      )}
      <SingleSettings form={form} settings={settings} pick={pick} />
      <div className="space-y-4 pt-3">
        <RadioList
          legend={ballotFormTexts.whoVotes}
          name="electorate"
          choices={choicesOf<Electorate>(onlyUnlisted ? unlisted : { everyone, ...unlisted })}
          chosen={settings.electorate}
          onChoose={pick("electorate")}
          error={form.errors.electorate}
        />
        {settings.electorate === "invited" && (
          <>
            {isNew && <PeopleField form={form} />}
            {!onlyUnlisted && (
              <Checkbox
                label={ballotFormTexts.listed}
                text={ballotFormTexts.listedText}
                {...checkboxOf(form, "listed")}
              />
            )}
          </>
        )}
        {takesPassRule(settings) && <PassRuleField form={form} />}
      </div>
    </div>
  );
}

type Pick = <K extends keyof BallotSettings>(field: K) => (value: BallotSettings[K]) => void;

/** Sets what a choice needs. `alsoSet` names what changed with it. */
function usePicking({ values, change }: SurveyFormState, timeZone: string, withAccounts: Electorate) {
  const settings = settingsOf(values);
  const [alsoSet, setAlsoSet] = useState<string[]>([]);

  /** @param chosen the fields that the person has chosen; the others that change are named */
  function take(next: BallotSettings, chosen: readonly (keyof BallotSettings)[]) {
    const changed = (Object.keys(next) as (keyof BallotSettings)[]).filter((field) => next[field] !== settings[field]);
    for (const field of changed) change(field, next[field]);
    const sentences = changed.filter((field) => !chosen.includes(field)).map((field) => alsoSetText(field, next));
    if (needsEnd(next) && !values.deadline) {
      const day = dayIn(usualDays(next), timeZone);
      change("deadline", day);
      const end = instantOf(day, "end", timeZone);
      if (end) sentences.push(ballotFormTexts.endsOn(dayMonthYear(end, timeZone)));
    }
    // A show of hands is in no list that has categories.
    if (next.electorate === "link" && !values.category) {
      const [category] = CATEGORIES;
      change("category", category);
      sentences.push(ballotFormTexts.categoryIs(categoryNames[category]));
    }
    const rule = values.passRule ?? null;
    if (keptRule(next, rule) !== rule) {
      change("passRule", null);
      sentences.push(passRuleTexts.removed);
    }
    setAlsoSet(sentences);
  }

  const pick: Pick = (field) => (value) => take(withNeeds(settings, field, value, withAccounts), [field]);
  const pickPreset = (name: Preset) =>
    take(withPreset(settings, name, withAccounts), ["results", "privacy", "changeable", "electorate"]);
  return { alsoSet, pick, pickPreset };
}

interface SingleSettingsProps {
  form: SurveyFormState;
  settings: BallotSettings;
  pick: Pick;
}

/** When results appear, who knows the votes, and which answers there are. */
function SingleSettings({ form, settings, pick }: SingleSettingsProps) {
  const { errors } = form;
  return (
    <FoldedFields
      title={ballotFormTexts.customize}
      text={ballotFormTexts.customizeText}
      isWrong={Boolean(errors.results || errors.privacy || errors.changeable || errors.unsure)}
    >
      <RadioList
        legend={ballotFormTexts.whenResults}
        name="results"
        choices={choicesOf(ballotFormTexts.results)}
        chosen={settings.results}
        onChoose={pick("results")}
        error={errors.results}
      />
      {/* Votes by open link have no names. */}
      {settings.electorate !== "link" && (
        <RadioList
          legend={ballotFormTexts.whoKnows}
          name="privacy"
          choices={choicesOf(ballotFormTexts.privacy)}
          chosen={settings.privacy}
          onChoose={pick("privacy")}
          error={errors.privacy}
        />
      )}
      <Checkbox
        label={ballotFormTexts.offerChange}
        text={
          settings.changeable && settings.results === "live"
            ? ballotFormTexts.changeWithLive
            : ballotFormTexts.offerChangeText
        }
        name="changeable"
        checked={settings.changeable}
        onChange={({ target }) => pick("changeable")(target.checked)}
        error={errors.changeable}
      />
      <Checkbox
        label={ballotFormTexts.offerUnsure}
        text={ballotFormTexts.offerUnsureText}
        {...checkboxOf(form, "unsure")}
      />
    </FoldedFields>
  );
}

const custom = (settings: BallotSettings) => ({
  value: "custom" as const,
  label: ballotFormTexts.custom,
  text: ballotSummary(settings),
});

/** Names a setting that changed with another one. */
function alsoSetText(field: keyof BallotSettings, settings: BallotSettings): string {
  const alsoSet = ballotFormTexts.alsoSet;
  switch (field) {
    case "electorate":
      return alsoSet.electorate[settings.electorate];
    case "results":
      return alsoSet.results[settings.results];
    case "privacy":
      return alsoSet.privacy[settings.privacy];
    default:
      return settings.changeable ? alsoSet.changeable : alsoSet.final;
  }
}
