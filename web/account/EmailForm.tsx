import { changeEmail, emailChange } from "@survey-app/contract/account.ts";
import { useState } from "react";
import { api } from "../api/api.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { applyOwnPasswordErrors } from "./applyOwnPasswordErrors.ts";

const fields = ["email", "password"] as const;

interface EmailFormProps {
  current: string;
  onCancel: () => void;
  onSent: (email: string) => void;
}

/** Requests a change of the email address. It takes effect when the link sent to the new address is used. */
export function EmailForm({ current, onCancel, onSent }: EmailFormProps) {
  const form = useContractForm(emailChange, { email: "", password: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    if (values.email === current) {
      form.setError("email", { message: "That is your address already" });
      return;
    }
    try {
      await api(changeEmail, { body: values });
      onSent(values.email);
    } catch (error) {
      setProblem(applyOwnPasswordErrors(error, fields, form.setError));
    }
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <p className="text-muted">
        We&apos;ll email a confirmation link to the new address. Until you confirm, keep signing in with{" "}
        <strong className="font-semibold wrap-anywhere text-ink">{current}</strong>.
      </p>
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Send the link
        </Button>
      </div>
    </form>
  );
}
