import { PageHeader } from "../layout/PageHeader.tsx";
import { useSettings } from "../session/settings.ts";
import { AskIntro } from "../surveyForm/AskIntro.tsx";
import { AskQuestion } from "../surveyForm/AskQuestion.tsx";
import * as askTexts from "../texts/askTexts.ts";
import { PageMeta } from "../ui/PageMeta.tsx";

export function AskPage() {
  const { publicUrl } = useSettings();
  return (
    <div className="frame py-10 sm:py-14">
      <PageMeta title={askTexts.action} text={askTexts.text} address={`${publicUrl}/ask`} />
      <PageHeader title={askTexts.action} text={<AskIntro />} />
      <AskQuestion />
    </div>
  );
}
