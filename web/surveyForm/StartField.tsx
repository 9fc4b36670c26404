import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { startsLater } from "../managing/fieldTime.ts";
import type { SurveyFormState } from "../managing/surveyValues.ts";
import { checkboxOf } from "./checkboxOf.ts";
import { TimeField } from "./TimeField.tsx";

interface StartFieldProps {
  form: SurveyFormState;
  timeZone: string;
}

/** The start and, if it is in the future, whether the survey stays hidden until then (specification §4.2). */
export function StartField({ form, timeZone }: StartFieldProps) {
  const isLater = startsLater(form.values.createDate, timeZone);
  return (
    <div className="space-y-4">
      <TimeField
        form={form}
        name="createDate"
        label={askTexts.start.label}
        timeLabel={surveyTexts.startTime}
        hint={askTexts.start.hint(timeZone)}
      />
      {isLater && (
        <label className="flex items-start gap-3">
          <input type="checkbox" className="mt-1 size-5 shrink-0" {...checkboxOf(form, "scheduled")} />
          <span>
            {surveyTexts.hideUntilStart}
            <span className="block text-sm text-muted">{surveyTexts.hideUntilStartText}</span>
          </span>
        </label>
      )}
    </div>
  );
}
