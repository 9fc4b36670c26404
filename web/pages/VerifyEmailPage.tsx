import { EmailConfirmation } from "../account/EmailConfirmation.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function VerifyEmailPage() {
  return (
    <NarrowPage title="Confirm your address" text="Confirm that this is your email address.">
      <EmailConfirmation />
    </NarrowPage>
  );
}
