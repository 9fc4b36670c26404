import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { type SurveyFormState, settingsOf } from "../managing/surveyValues.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { RadioList } from "../ui/RadioList.tsx";
import { checkboxOf } from "./checkboxOf.ts";
import { choicesOf } from "./choicesOf.ts";
import type { StateWords } from "./stateWords.ts";
import type { Pick } from "./usePicking.ts";

interface ResultFieldProps {
  form: SurveyFormState;
  pick: Pick;
}

/** The field for when people see the result. Only a show of hands waits until its owner shows it. */
export function ResultField({ form, pick }: ResultFieldProps) {
  const { results, electorate } = settingsOf(form.values);
  const { shown, ...others } = ballotFormTexts.results;
  return (
    <RadioList
      legend={ballotFormTexts.whenResults}
      name="results"
      choices={choicesOf<typeof results>(electorate === "link" ? { shown, ...others } : others)}
      chosen={results}
      onChoose={pick("results")}
      error={form.errors.results}
    />
  );
}

interface VotingFieldsProps {
  form: SurveyFormState;
  pick: Pick;
  words: StateWords;
  /** Whether the survey can only be unlisted. */
  onlyUnlisted: boolean;
}

/** The fields for who learns how people voted, and for the answers that are offered. */
export function VotingFields({ form, pick, words, onlyUnlisted }: VotingFieldsProps) {
  const { errors } = form;
  const { electorate, privacy, results, changeable } = settingsOf(form.values);
  return (
    <>
      {/* Votes by open link don't have names. */}
      {electorate !== "link" && (
        <div className="space-y-3">
          <RadioList
            legend={ballotFormTexts.whoKnows}
            name="privacy"
            choices={choicesOf(ballotFormTexts.privacy)}
            chosen={privacy}
            onChoose={pick("privacy")}
            error={errors.privacy}
          />
          {words.fewVotes && <p className="text-sm text-muted">{words.fewVotes}</p>}
        </div>
      )}
      <Checkbox
        label={ballotFormTexts.offerChange}
        text={changeable && results === "live" ? ballotFormTexts.changeWithLive : ballotFormTexts.offerChangeText}
        name="changeable"
        checked={changeable}
        onChange={({ target }) => pick("changeable")(target.checked)}
        error={errors.changeable}
      />
      <Checkbox
        label={ballotFormTexts.offerUnsure}
        text={ballotFormTexts.offerUnsureText}
        {...checkboxOf(form, "unsure")}
      />
      {electorate === "invited" && !onlyUnlisted && (
        <Checkbox label={ballotFormTexts.listed} text={ballotFormTexts.listedText} {...checkboxOf(form, "listed")} />
      )}
    </>
  );
}
