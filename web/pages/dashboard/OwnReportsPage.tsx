import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";
import * as reportTexts from "../../texts/reportTexts.ts";
import { ParticipationCards } from "../../votes/ParticipationCards.tsx";

export function OwnReportsPage() {
  return (
    <>
      <PageHeader title={pageTexts.reported} text={`${pageTexts.reportedText} ${reportTexts.whoReads}`} />
      <ParticipationCards part="reported" />
    </>
  );
}
