import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllSurveysTable } from "../../surveys/AllSurveysTable.tsx";
import { ReportsDialog } from "../../votes/ReportsDialog.tsx";

export function AllSurveysPage() {
  return (
    <>
      <PageHeader
        title="Manage surveys Status"
        text="Publish what waits, take back what should not stand. The owner gets your note either way."
      />
      <AllSurveysTable reportsDialog={(dialog) => <ReportsDialog {...dialog} />} />
    </>
  );
}
