import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllSurveysTable } from "../../surveys/AllSurveysTable.tsx";
import { ReportsDialog } from "../../votes/ReportsDialog.tsx";

export function AllSurveysPage() {
  return (
    <>
      <PageHeader
        title="Manage surveys Status"
        text="Review new surveys, and unpublish ones that break the rules. The owner gets your feedback."
      />
      <AllSurveysTable reportsDialog={(dialog) => <ReportsDialog {...dialog} />} />
    </>
  );
}
