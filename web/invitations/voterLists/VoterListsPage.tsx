import * as listTexts from "@survey-app/texts/listTexts.ts";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { VoterLists } from "./VoterLists.tsx";

export function VoterListsPage() {
  return (
    <>
      <PageHeader title={listTexts.title} text={listTexts.text} />
      <VoterLists />
    </>
  );
}
