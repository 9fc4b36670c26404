import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import { useSettings } from "../api/settings.ts";
import { NarrowPage } from "../layout/NarrowPage.tsx";
import { useSearchParams } from "../routing/address.ts";
import { CheckResultFile } from "./CheckResultFile.tsx";

export function CheckPage() {
  const { publicUrl } = useSettings();
  const meeting = useSearchParams().get("meeting");
  return (
    <NarrowPage title={pageTexts.checkResult} text={resultTexts.checkIntro}>
      <CheckResultFile {...(meeting && { address: `${publicUrl}/meetings/${meeting}/record` })} />
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
