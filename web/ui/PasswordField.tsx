import type { ComponentProps } from "react";
import { TextField } from "./TextField.tsx";

interface PasswordFieldProps extends ComponentProps<typeof TextField> {
  /** Password managers store a new password, and fill in the current one. */
  isNew?: boolean;
}

export function PasswordField({ isNew = false, ...field }: PasswordFieldProps) {
  return <TextField {...field} type="password" autoComplete={isNew ? "new-password" : "current-password"} />;
}
