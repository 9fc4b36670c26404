import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { ResetPasswordForm } from "../account/ResetPasswordForm.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function ResetPasswordPage() {
  return (
    <NarrowPage title={pageTexts.newPassword} text={pageTexts.newPasswordText}>
      <ResetPasswordForm />
    </NarrowPage>
  );
}
