import { EmailConfirmation } from "../account/EmailConfirmation.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as pageTexts from "../texts/pageTexts.ts";

export function VerifyEmailPage() {
  return (
    <NarrowPage title={pageTexts.confirmAddress} text={pageTexts.confirmAddressText}>
      <EmailConfirmation />
    </NarrowPage>
  );
}
