import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { useOwnSurvey } from "../managing/useOwnSurvey.ts";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyState } from "../surveys/SurveyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { ExportResponses } from "../votes/ExportResponses.tsx";
import { SurveyResponses } from "../votes/SurveyResponses.tsx";
import { SurveyTally } from "./SurveyTally.tsx";

export function SurveyResponsesPage({ params: { id = "" } }: PageProps) {
  const { survey, ...loading } = useOwnSurvey(id);
  if (!survey) return <PageFallback {...loading} framed={false} title={pageTexts.surveyResponses} />;
  return (
    <>
      <PageTitle page={pageTexts.surveyResponsesOf(survey.Title)} />
      <PageHeader
        title={<UserText of={survey} />}
        text={<SurveyState survey={survey} />}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <LinkButton look="quiet" small href={ownSurveyAddress(id)}>
              {ownSurveyTexts.manage}
            </LinkButton>
            <LinkButton look="quiet" small href={`/surveydetails/${id}`}>
              {voteTexts.seeSurvey}
            </LinkButton>
            <ExportResponses survey={survey} />
          </div>
        }
      />
      <div className="mb-10 max-w-read space-y-2">
        <SurveyTally survey={survey} size="large" />
        {survey.closedAt === null && <LiveSwitch />}
      </div>
      <SurveyResponses survey={survey} />
    </>
  );
}
