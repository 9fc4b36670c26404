import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { AskIntro } from "./AskIntro.tsx";
import { MeetingOffer } from "./MeetingOffer.tsx";
import { NewSurvey } from "./NewSurvey.tsx";

export function SurveyAddPage() {
  return (
    <>
      <PageHeader title={pageTexts.addSurvey} text={<AskIntro />} />
      <NewSurvey />
      <MeetingOffer />
    </>
  );
}
