import type { InputOf, RequestOf } from "@survey-app/contract/endpoint.ts";
import type { updateSurvey } from "@survey-app/contract/surveys.ts";
import { Controller, type UseFormReturn } from "react-hook-form";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { TimeField } from "./TimeField.tsx";

interface DeadlineFieldProps {
  form: UseFormReturn<RequestOf<typeof updateSurvey>["body"], unknown, InputOf<typeof updateSurvey>["body"]>;
  hint: string;
}

export function DeadlineField({ form, hint }: DeadlineFieldProps) {
  return (
    <Controller
      control={form.control}
      name="deadline"
      render={({ field: { name, value, onChange } }) => (
        <TimeField
          label={surveyTexts.deadline}
          timeLabel={surveyTexts.endTime}
          hint={hint}
          name={name}
          value={value ?? ""}
          onChange={onChange}
          error={form.formState.errors.deadline?.message}
        />
      )}
    />
  );
}
