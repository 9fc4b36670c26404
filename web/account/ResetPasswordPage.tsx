import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { ResetPasswordForm } from "./ResetPasswordForm.tsx";

export function ResetPasswordPage() {
  return (
    <NarrowPage title={pageTexts.newPassword} text={pageTexts.newPasswordText}>
      <ResetPasswordForm />
    </NarrowPage>
  );
}
