import type { UseFormRegisterReturn } from "react-hook-form";
import { TextField } from "../ui/TextField.tsx";

interface DeadlineFieldProps extends Omit<UseFormRegisterReturn, "min"> {
  hint: string;
  error: string | undefined;
}

export function DeadlineField({ hint, error, ...field }: DeadlineFieldProps) {
  return <TextField label="Deadline" optional type="date" hint={hint} error={error} {...field} />;
}
