import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { fieldOf } from "./useForm.ts";

interface FormErrorsProps {
  form: {
    values: object;
    errors: Record<string, string>;
    /** The number of failed attempts to send. */
    attempt: number;
    problem: string | null;
  };
}

/** The errors of a form: a summary of the fields' errors, and the error of the whole form. */
export function FormErrors({ form }: FormErrorsProps) {
  return (
    <>
      <ErrorSummary errors={summaryOf(form)} attempt={form.attempt} />
      {form.problem && <ErrorPanel text={form.problem} />}
    </>
  );
}

/** A form's errors for the summary, in the order of its fields. */
export function summaryOf({ values, errors }: Pick<FormErrorsProps["form"], "values" | "errors">) {
  const order = Object.keys(values);
  const index = ([path]: [string, string]) => order.indexOf(fieldOf(path));
  return Object.fromEntries(Object.entries(errors).sort((a, b) => index(a) - index(b)));
}
