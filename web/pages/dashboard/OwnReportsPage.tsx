import { PageHeader } from "../../layout/PageHeader.tsx";
import { ParticipationCards } from "../../votes/ParticipationCards.tsx";

export function OwnReportsPage() {
  return (
    <>
      <PageHeader
        title="Reported surveys"
        text="What you reported as inappropriate. Only the admins and the survey's owner read it."
      />
      <ParticipationCards part="reported" />
    </>
  );
}
