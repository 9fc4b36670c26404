import type { ComponentProps } from "react";
import { FieldFrame } from "./FieldFrame.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  name: string;
  hint?: string;
  error?: string | undefined;
  /** The first, empty option. */
  prompt: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, hint, error, prompt, options, ...select }: SelectFieldProps) {
  const id = fieldId(select.name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className="field pr-8"
      >
        <option value="">{prompt}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
