import { PageHeader } from "../../layout/PageHeader.tsx";
import { UnlistedSurveys } from "../../moderation/UnlistedSurveys.tsx";
import * as unlistedTexts from "../../texts/unlistedTexts.ts";

export function UnlistedSurveysPage() {
  return (
    <>
      <PageHeader title={unlistedTexts.title} text={unlistedTexts.text} />
      <UnlistedSurveys />
    </>
  );
}
