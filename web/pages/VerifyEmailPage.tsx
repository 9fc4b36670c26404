import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { EmailConfirmation } from "../account/EmailConfirmation.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function VerifyEmailPage() {
  return (
    <NarrowPage title={pageTexts.confirmAddress} text={pageTexts.confirmAddressText}>
      <EmailConfirmation />
    </NarrowPage>
  );
}
