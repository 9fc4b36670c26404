import { requestPasswordReset } from "@survey-app/contract/account.ts";
import { useState } from "react";
import { applyFieldErrors } from "../api/failure.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import { ContactLink } from "../legal/ContactLink.tsx";
import { useSettings } from "../session/settings.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import * as sessionTexts from "../texts/sessionTexts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useRequestPasswordReset } from "./account.queries.ts";
import { SandboxMail } from "./SandboxMail.tsx";

const fields = ["email"] as const;

/**
 * Requests a link to reset a password. The message is the same whether the account exists, so that it reveals nothing.
 */
export function ForgotPasswordForm() {
  const { mail } = useSettings();
  const form = useContractForm(requestPasswordReset.body, { email: "" });
  const request = useRequestPasswordReset();
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    setProblem(null);
    try {
      await request.mutateAsync(email);
    } catch (error) {
      setProblem(applyFieldErrors(error, fields, form.setError));
    }
  });

  if (mail === "off") {
    return (
      <p className="rounded-xl bg-sunken px-5 py-4">
        {accountTexts.mailOff} <ContactLink />
      </p>
    );
  }
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label={sessionTexts.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <Button type="submit" busy={isSubmitting} className="w-full sm:w-auto">
        {accountTexts.sendLink}
      </Button>
      <div role="status">
        {request.isSuccess && !isSubmitting && (
          <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
            {accountTexts.resetLinkSent(request.variables)}
          </p>
        )}
      </div>
      <SandboxMail />
    </form>
  );
}
