import type { ComponentProps, ReactNode } from "react";
import { FieldFrame } from "./FieldFrame.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  const id = fieldId(area.name);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <textarea
        rows={3}
        dir="auto"
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className="field block resize-y"
      />
    </FieldFrame>
  );
}
