import { ImageField } from "../../images/ImageField.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { useSettings } from "../../session/settings.ts";
import { SurveyForm } from "../../surveys/SurveyForm.tsx";

export function SurveyAddPage() {
  const { review } = useSettings();
  return (
    <>
      <PageHeader
        title="ADD a survey"
        text={`One yes/no question. ${review ? "An admin reviews it before it is published." : "It is published at once."}`}
      />
      <SurveyForm imageField={(field) => <ImageField {...field} />} />
    </>
  );
}
