import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { Unsubscribe } from "./Unsubscribe.tsx";

export function UnsubscribePage() {
  return (
    <NarrowPage title={pageTexts.stopEmails} text={outcomeTexts.preferencesText}>
      <Unsubscribe />
    </NarrowPage>
  );
}
