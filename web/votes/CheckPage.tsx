import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { CheckResultFile } from "./CheckResultFile.tsx";

export function CheckPage() {
  return (
    <NarrowPage title={pageTexts.checkResult} text={resultTexts.checkIntro}>
      <CheckResultFile />
      <p className="mt-8 max-w-prose text-sm text-muted">
        {resultTexts.program((text) => (
          <a href="/verify.py" download className="underline underline-offset-4">
            {text}
          </a>
        ))}
      </p>
    </NarrowPage>
  );
}
