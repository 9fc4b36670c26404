import { deleteMyAccount } from "@survey-app/contract/account.ts";
import { useState } from "react";
import { api } from "../api/api.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import { endSession } from "../session/session.ts";
import { useSignedInUser } from "../session/useSession.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { announce } from "../ui/announcement.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { applyOwnPasswordErrors } from "./applyOwnPasswordErrors.ts";

const fields = ["email", "password"] as const;

/** The last step before an account is deleted: says what happens and asks for the user's own email address. */
export function DeletionForm({ hasPassword, onCancel }: { hasPassword: boolean; onCancel: () => void }) {
  const { email: own } = useSignedInUser();
  const form = useContractForm(deleteMyAccount.body, { email: "", password: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    // Checked here, so that both errors show at once and an empty password does not count as a wrong one.
    const isOwn = values.email === own.toLowerCase();
    if (!isOwn) form.setError("email", { message: accountTexts.notYourAddress });
    const lacksPassword = hasPassword && !values.password;
    if (lacksPassword) form.setError("password", { message: accountTexts.passwordRequired });
    if (!isOwn || lacksPassword) return;
    try {
      await api(deleteMyAccount, { body: { email: own, password: values.password } });
    } catch (error) {
      setProblem(applyOwnPasswordErrors(error, fields, form.setError));
      return;
    }
    await endSession().catch(() => undefined);
    announce({ title: accountTexts.accountDeleted });
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ul className="list-disc space-y-1 pl-5 text-muted">
        <li>{accountTexts.deletion.votes}</li>
        <li>{accountTexts.deletion.surveys}</li>
        <li>{accountTexts.deletion.rest}</li>
        <li className="font-semibold text-ink">{accountTexts.deletion.final}</li>
      </ul>
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label={accountTexts.yourAddress}
        hint={accountTexts.typeAddress(own)}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register("email")}
      />
      {hasPassword && (
        <TextField
          label={accountTexts.yourPassword}
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" look="danger" busy={isSubmitting}>
          {accountTexts.deleteAccount}
        </Button>
      </div>
    </form>
  );
}
