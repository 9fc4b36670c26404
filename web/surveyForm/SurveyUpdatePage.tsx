import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { SentBackNote } from "../feedback/SentBackNote.tsx";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { useOwnSurvey } from "../managing/useOwnSurvey.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import type { PageProps } from "../routing/page.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { SurveyForm } from "./SurveyForm.tsx";

export function SurveyUpdatePage({ params: { id = "" } }: PageProps) {
  const { survey, ...loading } = useOwnSurvey(id);
  if (!survey) return <PageFallback {...loading} framed={false} />;
  return (
    <>
      <PageHeader
        title={pageTexts.updateSurvey}
        text={<UserText of={survey} />}
        action={
          <LinkButton look="quiet" small href={ownSurveyAddress(id)}>
            {ownSurveyTexts.manage}
          </LinkButton>
        }
      />
      {survey.sentBack && (
        <div className="mb-8 max-w-read">
          <SentBackNote survey={survey} />
        </div>
      )}
      <SurveyForm key={id} survey={survey} />
    </>
  );
}
