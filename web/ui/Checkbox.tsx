import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  text: string;
  name: string;
  /** Why it can't be ticked. */
  blocked?: string | undefined;
  error?: string | undefined;
}

/** A checkbox with a line that explains it. */
export function Checkbox({ label, text, blocked, error, ...input }: CheckboxProps) {
  const id = fieldId(input.name);
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        type="checkbox"
        id={id}
        disabled={blocked !== undefined}
        aria-describedby={describedBy(id, text, error)}
        aria-invalid={error ? true : undefined}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className={classes("block", blocked && "text-muted")}>
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {text} {blocked && <strong className="font-semibold">{blocked}</strong>}
        </p>
        <FieldError id={id} error={error} />
      </div>
    </div>
  );
}
