import { NarrowPage } from "../layout/NarrowPage.tsx";
import * as pageTexts from "../texts/pageTexts.ts";
import * as resultTexts from "../texts/resultTexts.ts";
import { CheckResultFile } from "../votes/CheckResultFile.tsx";

export function CheckPage() {
  return (
    <NarrowPage title={pageTexts.checkResult} text={resultTexts.checkIntro}>
      <CheckResultFile />
    </NarrowPage>
  );
}
