import { PageHeader } from "../../layout/PageHeader.tsx";
import { useSettings } from "../../session/settings.ts";
import { NewSurvey } from "../../surveys/NewSurvey.tsx";

export function SurveyAddPage() {
  const { review } = useSettings();
  return (
    <>
      <PageHeader
        title="ADD a survey"
        text={`One yes/no question. ${review ? "An admin reviews it before it is published." : "It is published at once."}`}
      />
      <NewSurvey />
    </>
  );
}
