import type { ComponentProps, ReactNode } from "react";
import { Counter } from "./Counter.tsx";
import { FieldFrame } from "./FieldFrame.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** The maximum number of characters. More can be typed, with a warning; validation rejects them. */
  limit?: number;
}

export function TextArea({ label, hint, error, optional, limit, ...area }: TextAreaProps) {
  const id = fieldId(area.name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <textarea
        rows={3}
        dir="auto"
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error, limit)}
        className="field block resize-y"
      />
      {limit !== undefined && <Counter id={id} max={limit} />}
    </FieldFrame>
  );
}
