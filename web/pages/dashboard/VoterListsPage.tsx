import * as listTexts from "@survey-app/texts/listTexts.ts";
import { VoterLists } from "../../invitations/voterLists/VoterLists.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function VoterListsPage() {
  return (
    <>
      <PageHeader title={listTexts.title} text={listTexts.text} />
      <VoterLists />
    </>
  );
}
