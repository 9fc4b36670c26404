import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ParticipationCards } from "./ParticipationCards.tsx";

export function OwnReportsPage() {
  return (
    <>
      <PageHeader title={pageTexts.reported} text={pageTexts.reportedText} />
      <ParticipationCards part="reported" />
    </>
  );
}
