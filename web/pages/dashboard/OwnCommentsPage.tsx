import { PageHeader } from "../../layout/PageHeader.tsx";
import { ParticipationCards } from "../../votes/ParticipationCards.tsx";

export function OwnCommentsPage() {
  return (
    <>
      <PageHeader title="Commented on surveys" text="What you wrote with your votes, for everybody to read." />
      <ParticipationCards part="commented" />
    </>
  );
}
