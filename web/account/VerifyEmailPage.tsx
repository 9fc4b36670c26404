import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { EmailConfirmation } from "./EmailConfirmation.tsx";

export function VerifyEmailPage() {
  return (
    <NarrowPage title={pageTexts.confirmAddress} text={pageTexts.confirmAddressText}>
      <EmailConfirmation />
    </NarrowPage>
  );
}
