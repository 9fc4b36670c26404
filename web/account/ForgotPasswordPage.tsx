import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { ForgotPasswordForm } from "./ForgotPasswordForm.tsx";

export function ForgotPasswordPage() {
  return (
    <NarrowPage title={pageTexts.forgotPassword} text={pageTexts.forgotPasswordText}>
      <ForgotPasswordForm />
      <p className="mt-8 text-muted">
        {pageTexts.remembered}{" "}
        <a href="/login" className="font-semibold text-ink underline underline-offset-4">
          {pageTexts.login}
        </a>
      </p>
    </NarrowPage>
  );
}
