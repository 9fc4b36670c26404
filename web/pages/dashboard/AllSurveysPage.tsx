import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllSurveysTable } from "../../surveys/AllSurveysTable.tsx";

export function AllSurveysPage() {
  return (
    <>
      <PageHeader
        title="Manage surveys Status"
        text="Review new surveys, and unpublish ones that break the rules. The owner gets your feedback."
      />
      <AllSurveysTable />
    </>
  );
}
