import { EmailConfirmation } from "../account/EmailConfirmation.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function VerifyEmailPage() {
  return (
    <NarrowPage title="Confirm your address" text="One press, and we know that mails to you reach you.">
      <EmailConfirmation />
    </NarrowPage>
  );
}
