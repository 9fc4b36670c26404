import { changePassword, passwordChange } from "@survey-app/contract/account.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { ownDevices } from "./account.queries.ts";
import { applyOwnPasswordErrors } from "./applyOwnPasswordErrors.ts";

const fields = ["password", "newPassword"] as const;

interface PasswordFormProps {
  /** Tells password managers whose password changes. */
  email: string;
  onCancel: () => void;
  onChanged: () => void;
}

export function PasswordForm({ email, onCancel, onChanged }: PasswordFormProps) {
  const client = useQueryClient();
  const form = useContractForm(passwordChange, { password: "", newPassword: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await api(changePassword, { body: values });
      // The other sessions have ended.
      void client.invalidateQueries({ queryKey: ownDevices().queryKey });
      onChanged();
    } catch (error) {
      setProblem(applyOwnPasswordErrors(error, fields, form.setError));
    }
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={accountTexts.currentPassword}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <TextField
        label={accountTexts.newPassword}
        hint={accountTexts.passwordRules}
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {accountTexts.changePassword}
        </Button>
      </div>
    </form>
  );
}
