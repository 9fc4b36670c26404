import type { ComponentProps } from "react";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface Choice {
  value: string;
  label: string;
  text: string;
  /** Why the choice can't be picked. */
  blocked?: string | undefined;
}

interface RadioListProps extends Omit<ComponentProps<"input">, "type" | "value"> {
  legend: string;
  name: string;
  choices: readonly Choice[];
  error?: string | undefined;
}

/** Radio buttons below each other, each with a line that explains it. */
export function RadioList({ legend, choices, error, ...input }: RadioListProps) {
  const id = fieldId(input.name);
  return (
    <fieldset aria-describedby={describedBy(id, null, error)} className="min-w-0 space-y-3">
      <legend className="mb-3 font-semibold">{legend}</legend>
      {choices.map(({ value, label, text, blocked }, index) => {
        const choiceId = index === 0 ? id : `${id}-${value}`;
        return (
          <div key={value} className="flex items-start gap-3">
            <input
              {...input}
              type="radio"
              value={value}
              id={choiceId}
              disabled={blocked !== undefined}
              aria-describedby={`${choiceId}-text`}
              aria-invalid={error ? true : undefined}
              className="mt-0.5 size-5 shrink-0 accent-accent"
            />
            <div>
              <label htmlFor={choiceId} className={blocked && "text-muted"}>
                {label}
              </label>
              <p id={`${choiceId}-text`} className="text-sm text-muted">
                {text} {blocked && <strong className="font-semibold">{blocked}</strong>}
              </p>
            </div>
          </div>
        );
      })}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
