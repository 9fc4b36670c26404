import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

export function TextArea({ label, hint, error, optional, limit, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, name: area.name, hint, error, optional, limit }}>
      {(control) => <textarea rows={3} dir="auto" {...area} {...control} className="field block resize-y" />}
    </FieldFrame>
  );
}
