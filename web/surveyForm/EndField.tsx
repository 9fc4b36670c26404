import { DAY_MS, dayMonthYear, isoDay } from "@survey-app/contract/text/time.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useState } from "react";
import { serverNow } from "../api/api.ts";
import { instantOf } from "../managing/fieldTime.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { FieldError } from "../ui/FieldError.tsx";
import { fieldId } from "../ui/fieldId.ts";
import { RadioChips } from "../ui/RadioChips.tsx";
import { TimeField } from "./TimeField.tsx";

/** The form's value for the end of the day, this many days from now. */
export const dayIn = (days: number, timeZone: string) => isoDay(serverNow() + days * DAY_MS, timeZone);

/** Days until the end. */
const PERIODS = { day: 1, week: 7 } as const;

interface EndFieldProps {
  form: SurveyFormState;
  timeZone: string;
  /** The result appears only when voting ends. */
  isNeeded: boolean;
}

/** When voting ends: two usual periods, any date, or never. */
export function EndField({ form, timeZone, isNeeded }: EndFieldProps) {
  const day = form.values.deadline ?? "";
  const error = form.errors.deadline;
  const [wantsDate, setWantsDate] = useState(false);
  const period = (Object.keys(PERIODS) as (keyof typeof PERIODS)[]).find(
    (each) => day === dayIn(PERIODS[each], timeZone),
  );
  const chosen = wantsDate ? "date" : day === "" ? "none" : (period ?? "date");
  const end = instantOf(day, "end", timeZone);

  function choose(value: keyof typeof askTexts.end.choices) {
    setWantsDate(value === "date");
    if (value === "date") return;
    form.change("deadline", value === "none" ? "" : dayIn(PERIODS[value], timeZone));
  }

  return (
    <div className="space-y-3">
      <RadioChips legend={askTexts.end.legend} choices={askTexts.end.choices} chosen={chosen} onChoose={choose} />
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
          {end === null ? askTexts.end.never : askTexts.end.on(dayMonthYear(end, timeZone), timeZone)}
          <FieldError
            id={fieldId("deadline")}
            error={error ?? (isNeeded && end === null ? askTexts.end.needed : undefined)}
          />
        </div>
      )}
    </div>
  );
}
