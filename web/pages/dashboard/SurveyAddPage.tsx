import { ImageField } from "../../images/ImageField.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { SurveyForm } from "../../surveys/SurveyForm.tsx";

export function SurveyAddPage() {
  return (
    <>
      <PageHeader title="ADD a survey" text="One yes/no question. An admin reads it before everybody else does." />
      <SurveyForm imageField={(field) => <ImageField {...field} />} />
    </>
  );
}
