import type { Input, Request } from "@survey-app/contract/endpoint.ts";
import type { update } from "@survey-app/contract/surveys.ts";
import { Controller, type UseFormReturn } from "react-hook-form";
import { TimeField } from "./TimeField.tsx";

interface DeadlineFieldProps {
  form: UseFormReturn<Request<typeof update>["body"], unknown, Input<typeof update>["body"]>;
  hint: string;
}

export function DeadlineField({ form, hint }: DeadlineFieldProps) {
  return (
    <Controller
      control={form.control}
      name="deadline"
      render={({ field: { name, value, onChange } }) => (
        <TimeField
          label="Deadline"
          timeLabel="Time it ends"
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
