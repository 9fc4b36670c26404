import type { ComponentProps, ReactNode } from "react";
import { Counter } from "./Counter.tsx";
import { FieldFrame } from "./FieldFrame.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface TextFieldProps extends ComponentProps<"input"> {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** The maximum number of characters. More can be typed, with a warning; validation rejects them. */
  limit?: number;
}

export function TextField({ label, hint, error, optional, limit, ...input }: TextFieldProps) {
  const id = fieldId(input.name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <input
        type="text"
        dir="auto"
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error, limit)}
        className="field"
      />
      {limit !== undefined && <Counter id={id} max={limit} />}
    </FieldFrame>
  );
}
