import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";
import { SelectArrow } from "./SelectArrow.tsx";

interface SelectFieldProps extends Omit<FieldProps, "optional" | "limit"> {
  /** The first, empty option. */
  prompt: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({
  label,
  hint,
  error,
  prompt,
  options,
  ...select
}: SelectFieldProps & Omit<ComponentProps<"select">, keyof SelectFieldProps>) {
  return (
    <FieldFrame {...{ label, name: select.name, hint, error }}>
      {(control) => (
        <SelectArrow>
          <select {...select} {...control} className="field appearance-none pe-10 text-ellipsis">
            <option value="">{prompt}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </SelectArrow>
      )}
    </FieldFrame>
  );
}
