import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";

interface FormErrorsProps {
  form: {
    summary: readonly { field: string; message: string }[];
    /** Counts the attempts to send. */
    attempt: number;
    problem: string | null;
  };
}

/** The errors of a form: a summary of the fields' errors, and the error of the whole form. */
export function FormErrors({ form }: FormErrorsProps) {
  return (
    <>
      <ErrorSummary errors={form.summary} attempt={form.attempt} />
      {form.problem && <ErrorPanel text={form.problem} />}
    </>
  );
}
