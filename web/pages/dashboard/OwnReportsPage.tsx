import { PageHeader } from "../../layout/PageHeader.tsx";
import { texts } from "../../texts/texts.ts";
import { ParticipationCards } from "../../votes/ParticipationCards.tsx";

export function OwnReportsPage() {
  return (
    <>
      <PageHeader
        title="Reported surveys"
        text={`Surveys that you reported as inappropriate. ${texts.whoReadsReports}`}
      />
      <ParticipationCards part="reported" />
    </>
  );
}
