import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";
import { ParticipationCards } from "../../votes/ParticipationCards.tsx";

export function OwnCommentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.commented} text={pageTexts.commentedText} />
      <ParticipationCards part="commented" />
    </>
  );
}
