import { host } from "@survey-app/contract/ballots/rights.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { NotFound } from "../layout/NotFound.tsx";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Lead } from "./Lead.tsx";

export function LeadPage({ params: { id = "" } }: PageProps) {
  const { publicSurvey, isPreview, ...loading } = useSurvey(id);
  const user = useOwner();
  if (!publicSurvey) return <SurveyFallback {...loading} />;
  if (isPreview || publicSurvey.electorate !== "link" || !may(host, user, publicSurvey)) return <NotFound />;
  return (
    <>
      <PageTitle page={roomTexts.leadTitleOf(publicSurvey.Title)} />
      <Lead key={publicSurvey._id} survey={publicSurvey} />
    </>
  );
}
