import { ResetPasswordForm } from "../account/ResetPasswordForm.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as pageTexts from "../texts/pageTexts.ts";

export function ResetPasswordPage() {
  return (
    <NarrowPage title={pageTexts.newPassword} text={pageTexts.newPasswordText}>
      <ResetPasswordForm />
    </NarrowPage>
  );
}
