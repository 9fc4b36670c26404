import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useSettings } from "../api/settings.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { PageMeta } from "../routing/PageMeta.tsx";
import { GuestNote } from "../session/GuestNote.tsx";
import { AskIntro } from "./AskIntro.tsx";
import { AskQuestion } from "./AskQuestion.tsx";
import { MeetingOffer } from "./MeetingOffer.tsx";

export function AskPage() {
  const { publicUrl, languages } = useSettings();
  return (
    <div className="page frame">
      <PageMeta title={frameTexts.ask} text={askTexts.text} address={`${publicUrl}/ask`} languages={languages} />
      <PageHeader title={frameTexts.ask} text={<AskIntro />} />
      <div className="@container/form">
        <AskQuestion />
      </div>
      <div className="mt-10 empty:hidden">
        <GuestNote />
      </div>
      <MeetingOffer />
    </div>
  );
}
