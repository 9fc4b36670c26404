import { Unsubscribe } from "../account/Unsubscribe.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import * as pageTexts from "../texts/pageTexts.ts";

export function UnsubscribePage() {
  return (
    <NarrowPage title={pageTexts.stopEmails} text={outcomeTexts.preferencesText}>
      <Unsubscribe />
    </NarrowPage>
  );
}
