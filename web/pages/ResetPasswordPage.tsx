import { ResetPasswordForm } from "../account/ResetPasswordForm.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function ResetPasswordPage() {
  return (
    <NarrowPage title="New password" text="Once it is set, you are signed out on all devices and sign in with it.">
      <ResetPasswordForm />
    </NarrowPage>
  );
}
