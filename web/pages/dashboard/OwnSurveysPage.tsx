import { PageHeader } from "../../layout/PageHeader.tsx";
import { OwnSurveysTable } from "../../surveys/OwnSurveysTable.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

export function OwnSurveysPage() {
  return (
    <>
      <PageHeader
        title="responses of surveys"
        text="How your surveys stand, newest first."
        action={<LinkButton href="/dashboard/surveyAdd">ADD a survey</LinkButton>}
      />
      <OwnSurveysTable shape="results" />
    </>
  );
}
