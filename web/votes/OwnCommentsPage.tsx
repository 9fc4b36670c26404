import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { ParticipationCards } from "./ParticipationCards.tsx";

export function OwnCommentsPage() {
  return (
    <>
      <PageHeader title={pageTexts.commented} text={pageTexts.commentedText} />
      <ParticipationCards part="commented" />
    </>
  );
}
