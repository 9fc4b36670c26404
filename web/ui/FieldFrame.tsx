import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { ReactNode } from "react";
import { Counter } from "./Counter.tsx";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

export interface FieldProps {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** The maximum number of characters. More can be typed, with a warning; validation rejects them. */
  limit?: number | undefined;
}

interface FieldFrameProps extends FieldProps {
  /** Label and hint are for screen readers: the content around the field says the same. */
  hidesLabel?: boolean;
  /** Renders the control, with the attributes that connect it to the label, the hint and the error. */
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** Label, hint, field and error, in the same order on screen and for screen readers. */
export function FieldFrame({
  name,
  label,
  hint,
  error,
  optional,
  limit,
  hidesLabel = false,
  children,
}: FieldFrameProps) {
  const id = fieldId(name);
  const message = <FieldError id={id} error={error} />;
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={hidesLabel ? "sr-only" : "block font-semibold"}>
        {/* With the space inside: screen readers don't get a space of its own. */}
        {optional ? `${label} ` : label}
        {optional && <span className="text-sm font-normal text-muted">{uiTexts.optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={hidesLabel ? "sr-only" : "text-sm text-muted"}>
          {hint}
        </p>
      )}
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy(id, hint, error, limit),
      })}
      {limit === undefined ? message : <Counter id={id} max={limit} error={message} />}
    </div>
  );
}
