import { PageHeader } from "../../layout/PageHeader.tsx";
import { OwnSurveysTable } from "../../surveys/OwnSurveysTable.tsx";

export function UpdateSurveysPage() {
  return (
    <>
      <PageHeader
        title="update survey"
        text="Until the first vote everything can change. After it the question stays what people answered: you can add a note, and move the deadline to a later day."
      />
      <OwnSurveysTable shape="update" />
    </>
  );
}
