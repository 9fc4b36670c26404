import { changeEmail, emailChange } from "@survey-app/contract/account.ts";
import { useState } from "react";
import { api } from "../api/api.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
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
      form.setError("email", { message: accountTexts.sameAddress });
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
        {accountTexts.newAddressText(<strong className="font-semibold wrap-anywhere text-ink">{current}</strong>)}
      </p>
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label={accountTexts.newAddress}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label={accountTexts.yourPassword}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {accountTexts.sendLink}
        </Button>
      </div>
    </form>
  );
}
