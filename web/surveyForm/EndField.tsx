import { DAY_MS, isoDay } from "@survey-app/contract/text/time.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useState } from "react";
import { serverNow } from "../api/api.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { FieldError } from "../ui/FieldError.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { RadioChips } from "../ui/RadioChips.tsx";
import type { StateWords } from "./stateWords.ts";
import { TimeField } from "./TimeField.tsx";

/** The form's value for the end of the day, this many days from now. */
export const dayIn = (days: number, timeZone: string) => isoDay(serverNow() + days * DAY_MS, timeZone);

/** Days until the end. */
const PERIODS = { day: 1, week: 7 } as const;

interface EndFieldProps {
  form: SurveyFormState;
  timeZone: string;
  words: StateWords;
  /** Whether another setting needs an end. */
  isNeeded: boolean;
}

/** When voting ends: two usual periods, any date or, where nothing needs an end, never. */
export function EndField({ form, timeZone, words: { endMissing, endNote }, isNeeded }: EndFieldProps) {
  const day = form.values.deadline ?? "";
  const error = form.errors.deadline;
  const [wantsDate, setWantsDate] = useState(false);
  const period = (Object.keys(PERIODS) as (keyof typeof PERIODS)[]).find(
    (each) => day === dayIn(PERIODS[each], timeZone),
  );
  const chosen = wantsDate ? "date" : day === "" ? "none" : (period ?? "date");
  const { none, ...ends } = askTexts.end.choices;

  function choose(value: keyof typeof askTexts.end.choices) {
    setWantsDate(value === "date");
    if (value === "date") return;
    form.change("deadline", value === "none" ? "" : dayIn(PERIODS[value], timeZone));
  }

  return (
    <div className="space-y-3">
      <RadioChips
        legend={askTexts.end.legend}
        choices={isNeeded ? ends : { ...ends, none }}
        chosen={chosen}
        onChoose={choose}
      />
      {chosen === "date" ? (
        <TimeField
          form={form}
          name="deadline"
          label={surveyTexts.deadline}
          timeLabel={surveyTexts.endTime}
          hint={askTexts.deadlineHint(timeZone)}
          isNeeded={isNeeded}
        />
      ) : (
        <div id={fieldId("deadline")} tabIndex={-1} className="text-sm text-muted outline-none">
          {endNote}
          <FieldError id={fieldId("deadline")} error={error ?? endMissing ?? undefined} />
        </div>
      )}
    </div>
  );
}
