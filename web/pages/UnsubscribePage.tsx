import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { Unsubscribe } from "../account/Unsubscribe.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";

export function UnsubscribePage() {
  return (
    <NarrowPage title={pageTexts.stopEmails} text={outcomeTexts.preferencesText}>
      <Unsubscribe />
    </NarrowPage>
  );
}
