import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as shortAddressTexts from "@survey-app/texts/shortAddressTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import type { PageProps } from "../routing/page.ts";
import { EnterCode } from "./EnterCode.tsx";

/** The page to type a code. With a code in the URL, that code leads nowhere: the server redirects all others. */
export function ShortAddressPage({ params: { code } }: PageProps) {
  return (
    <NarrowPage title={frameTexts.enterCode} text={shortAddressTexts.text}>
      <EnterCode isWrong={code !== undefined} />
    </NarrowPage>
  );
}
