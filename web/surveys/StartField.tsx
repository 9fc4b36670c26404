import type { InputOf, RequestOf } from "@survey-app/contract/endpoint.ts";
import type { updateSurvey } from "@survey-app/contract/surveys.ts";
import { toInstant } from "@survey-app/contract/time.ts";
import { Controller, type UseFormReturn } from "react-hook-form";
import { serverNow } from "../api/api.ts";
import * as askTexts from "../texts/askTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { TimeField } from "./TimeField.tsx";

interface StartFieldProps {
  form: UseFormReturn<RequestOf<typeof updateSurvey>["body"], unknown, InputOf<typeof updateSurvey>["body"]>;
  timeZone: string;
}

/** The start and, if it is in the future, whether the survey stays hidden until then (product §5). */
export function StartField({ form, timeZone }: StartFieldProps) {
  const isLater = startsLater(form.watch("createDate"), timeZone);
  return (
    <div className="space-y-4">
      <Controller
        control={form.control}
        name="createDate"
        render={({ field: { name, value, onChange } }) => (
          <TimeField
            label={askTexts.start.label}
            timeLabel={surveyTexts.startTime}
            hint={askTexts.start.hint(timeZone)}
            name={name}
            value={value ?? ""}
            onChange={onChange}
            error={form.formState.errors.createDate?.message}
          />
        )}
      />
      {isLater && (
        <label className="flex items-start gap-3">
          <input type="checkbox" className="mt-1 size-5 shrink-0" {...form.register("scheduled")} />
          <span>
            {surveyTexts.hideUntilStart}
            <span className="block text-sm text-muted">{surveyTexts.hideUntilStartText}</span>
          </span>
        </label>
      )}
    </div>
  );
}

/** Whether the form's start is in the future, by the server's clock. */
export function startsLater(createDate: string | null | undefined, timeZone: string): boolean {
  return (toInstant(createDate, "start", timeZone) ?? 0) > serverNow();
}
