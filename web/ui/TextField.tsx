import type { ComponentProps } from "react";
import { FieldFrame, type FieldProps } from "./FieldFrame.tsx";

type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

export function TextField({ label, hint, error, optional, limit, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, name: input.name, hint, error, optional, limit }}>
      {/* The browser words the content of a file field. */}
      {(control) => (
        <input type="text" dir={input.type === "file" ? undefined : "auto"} {...input} {...control} className="field" />
      )}
    </FieldFrame>
  );
}
