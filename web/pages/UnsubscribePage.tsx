import { Unsubscribe } from "../account/Unsubscribe.tsx";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as outcomeTexts from "../texts/outcomeTexts.ts";

export function UnsubscribePage() {
  return (
    <NarrowPage title={outcomeTexts.unsubscribeTitle} text={outcomeTexts.preferencesText}>
      <Unsubscribe />
    </NarrowPage>
  );
}
